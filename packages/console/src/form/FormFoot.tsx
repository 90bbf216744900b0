import { Button } from 'antd';
import { useMemo } from 'react';
import { formatMoment } from '../base/time.ts';
import { Glyph } from '../components/Glyph.tsx';
import { PageFooter } from '../components/Page.tsx';
import { useForecast } from '../forecast/calls.ts';
import { RouteLine } from '../forecast/RouteLine.tsx';
import { type FormStore, payloadOf, shownFaults, useForm } from '../form-store/store.ts';
import { useLabel } from '../i18n/language.ts';
import type { SaveMode } from './useSubmission.ts';

interface FormFootProps {
  readonly form: FormStore;
  /** Time when the local draft was last saved, milliseconds since the epoch; null if never. */
  readonly savedAt: number | null;
  /** True if the server has the draft too. */
  readonly isOnServer: boolean;
  readonly busy: SaveMode | null;
  /**
   * True if the kind has a process: the record is submitted for approval. Otherwise saving is
   * final.
   */
  readonly reviewed: boolean;
  readonly onBack: () => void;
  readonly onSave: () => void;
  readonly onSubmit: () => void;
}

/** Returns the time of day, `HH:mm:ss`. */
const timeOfDayText = (time: number): string => formatMoment(time).slice(11);

/** Renders 提交后: the forecast for the current values of the form. */
const AfterSubmission = ({ form }: { readonly form: FormStore }) => {
  const values = useForm(form, (state) => state.values);
  const ahead = useMemo(() => {
    const { id } = form.stored();
    return {
      kind: form.resource.kindOf(values),
      form: payloadOf(form),
      ...(typeof id === 'string' ? { businessId: id } : {}),
    };
  }, [form, values]);
  return <RouteLine title={['提交后', 'After submission']} read={useForecast(ahead)} />;
};

/** Renders the footer of a form: state of the draft, number of errors, buttons. */
export const FormFoot = (props: FormFootProps) => {
  const { form, savedAt, isOnServer, busy, reviewed, onBack, onSave, onSubmit } = props;
  const label = useLabel();
  const changed = useForm(form, (state) => state.changes > 0);
  const count = useForm(form, (state) => shownFaults(state).length);
  const first = useForm(form, (state) => shownFaults(state)[0]?.path ?? '');
  return (
    <PageFooter
      above={reviewed && <AfterSubmission form={form} />}
      left={
        <span className="ky-saved" role="status">
          {savedAt !== null && changed ? (
            <>
              <Glyph name="approved" tone="success" />
              {label(
                isOnServer
                  ? [
                      `草稿已保存在本机和服务器 ${timeOfDayText(savedAt)}`,
                      `Draft saved on this device and the server ${timeOfDayText(savedAt)}`,
                    ]
                  : [
                      `草稿已保存在本机 ${timeOfDayText(savedAt)}`,
                      `Draft saved on this device ${timeOfDayText(savedAt)}`,
                    ],
              )}
            </>
          ) : changed ? (
            <>
              <Glyph name="draft" tone="neutral" />
              {label(['有未保存内容', 'Unsaved changes'])}
            </>
          ) : null}
        </span>
      }
    >
      {count > 0 && (
        <button type="button" className="ky-fault-link" onClick={() => form.reveal(first)}>
          <Glyph name="warning" />
          {label([`${count} 处需要处理，跳到第一处`, `${count} to fix: go to the first`])}
        </button>
      )}
      <Button onClick={onBack}>{label(['返回', 'Back'])}</Button>
      {reviewed && (
        <Button loading={busy === 'save'} disabled={busy === 'submit'} onClick={onSave}>
          {label(['暂存', 'Save draft'])}
        </Button>
      )}
      <Button
        type="primary"
        loading={busy === (reviewed ? 'submit' : 'save')}
        disabled={reviewed && busy === 'save'}
        onClick={reviewed ? onSubmit : onSave}
      >
        {reviewed ? label(['提交审核', 'Submit']) : label(['保存', 'Save'])}
      </Button>
    </PageFooter>
  );
};
