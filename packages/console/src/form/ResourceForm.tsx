import { HistoryOutlined } from '@ant-design/icons';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { withoutFields, withReadOnlyFields } from '@keyan/kernel/definition/life/opened.ts';
import { resourceTextsOf } from '@keyan/kernel/definition/page/words.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fieldsKeptFrom, fieldsSecretFrom } from '@keyan/kernel/records/kept.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { App, Button } from 'antd';
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react';
import { currentMoment, today } from '../base/time.ts';
import { useUser } from '../client/context.tsx';
import { Page, PageHeader } from '../components/Page.tsx';
import { StatusTag } from '../components/StatusTag.tsx';
import { toast } from '../components/toast.ts';
import type { WireRow } from '../data/calls.ts';
import { useDictionaries } from '../data/dictionary.ts';
import { FormKind } from '../data/in-use.ts';
import { useLabel } from '../i18n/language.ts';
import { useShortcuts } from '../navigation/shortcuts.ts';
import { useMarkUnsaved } from '../navigation/tab.ts';
import { usePermissions } from '../navigation/useMenus.ts';
import type { AskUser } from '../presentation/present.ts';
import { usePresentation } from '../presentation/resources.tsx';
import { Anchors } from './Anchors.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { DraftBanner } from './DraftBanner.tsx';
import './form.css';
import { createFormStore, type FormStore, useForm } from '../form-store/store.ts';
import { useFacts } from '../form-store/useFacts.ts';
import { useGivenCopies } from '../form-store/useGivenCopies.ts';
import { AssigneeDialog } from './AssigneeDialog.tsx';
import { FormFoot } from './FormFoot.tsx';
import { FormSection } from './FormSection.tsx';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import { OthersBanner } from './OthersBanner.tsx';
import { shownSections } from './progress.ts';
import { typedValuesOf } from './typing.ts';
import { useDraft } from './useDraft.ts';
import { useSubmission } from './useSubmission.ts';

export interface ResourceFormProps {
  readonly resource: Resource;
  /** The stored record; absent for a new one. */
  readonly row?: WireRow;
  /** Initial values of a new record, beside those of its definition. */
  readonly given?: RowLike;
  /** Variant of a new record, by the page where it is made. */
  readonly variant?: string | undefined;
  /** Initial values shared by all records of the page; the user may change them. */
  readonly first?: RowLike;
  /** Address of the page that restores a draft. */
  readonly path: string;
  /** Content below the section links: the comment with which the record was returned. */
  readonly aside?: ReactNode;
  /** Names of the fields that the address asks to fill in. */
  readonly asked?: readonly string[];
  readonly onBack: () => void;
  readonly onSaved?: (row: WireRow) => void;
  readonly onSubmitted?: (row: WireRow) => void;
  /** Opens the page of a record. */
  readonly onOpen: (row: WireRow) => void;
}

const AskedFields = lazy(() => import('./AskedFields.tsx'));

const onOutdated = () =>
  toast.warning([
    '该记录在您填写之后被修改过，已恢复您改过的内容，请核对后再保存',
    'The record has changed since. Your changes have been restored; check them before you save',
  ]);

/** Returns a function that asks a question in a dialog and resolves to true if confirmed. */
const useAsk = (): AskUser => {
  const label = useLabel();
  const { modal } = App.useApp();
  return useCallback(
    ({ title, text, go }) =>
      new Promise((resolve) => {
        modal.confirm({
          title: label(title),
          content: label(text),
          okText: label(go),
          cancelText: label(['取消', 'Cancel']),
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        });
      }),
    [modal, label],
  );
};

/**
 * Returns the store of the form, filled with the record or with the initial values of a new one.
 */
const useStore = ({ resource, row, given, variant, first }: ResourceFormProps): FormStore => {
  const user = useUser();
  const permissions = usePermissions();
  const [form] = useState<FormStore>(() => {
    const writer = {
      id: user.userId,
      name: user.realName,
      departments: user.deptId.split(','),
      tenantName: user.tenantName,
    };
    const kept = row ? fieldsKeptFrom(resource, permissions, row) : [];
    const own = withoutFields(
      withReadOnlyFields(resource, kept),
      fieldsSecretFrom(resource, permissions),
    );
    const store = createFormStore(own, {
      stored: row,
      writer,
      variant,
      first,
      today: today(),
      now: currentMoment,
    });
    if (given) store.fill(given);
    return store;
  });
  useFacts(form);
  useGivenCopies(form, given, variant);
  // An unfinished upload would be lost as well.
  useMarkUnsaved(useForm(form, ({ changes, blockers }) => changes > 0 || blockers.length > 0));
  // Codes can be validated once their dictionary is loaded.
  const ready = useDictionaries(resource);
  useEffect(() => {
    if (ready) form.revalidate();
  }, [ready, form]);
  return form;
};

type Submitting = ReturnType<typeof useSubmission>;

/** Binds Ctrl+S to saving, and Ctrl+Enter to submitting if the record goes through approval. */
const useFormShortcuts = (submission: Submitting, reviewed: boolean) =>
  useShortcuts([
    {
      keys: 'Ctrl+S',
      label: reviewed ? ['暂存', 'Save draft'] : ['保存', 'Save'],
      run: () => void submission.save(),
    },
    ...(reviewed
      ? [
          {
            keys: 'Ctrl+Enter',
            label: ['提交审核', 'Submit'],
            run: () => void submission.submit(),
          } as const,
        ]
      : []),
  ]);

/** Renders the dialogs of a submission: merging a conflict, choosing the next assignee. */
const SubmissionDialogs = ({
  form,
  submission,
}: {
  readonly form: FormStore;
  readonly submission: Submitting;
}) => (
  <>
    {submission.conflict && (
      <ConflictDialog
        form={form}
        current={submission.conflict.current}
        onCancel={submission.cancel}
        onMerged={() => void submission.resume()}
      />
    )}
    {submission.choice && (
      <AssigneeDialog
        steps={submission.choice}
        go={['提交审核', 'Submit']}
        onCancel={submission.cancel}
        onChosen={(userIds) => void submission.chosen(userIds)}
      />
    )}
  </>
);

/** Renders the sections that apply to the current values, beside the section links. */
const FormBody = ({
  form,
  title,
  aside,
  asked = [],
}: {
  readonly form: FormStore;
  readonly title: string;
  readonly aside: ReactNode;
  readonly asked: readonly string[] | undefined;
}) => {
  const { resource } = form;
  const prefix = useId();
  const idOf = useCallback((key: string) => `${prefix}-${key}`, [prefix]);
  const present = useForm(form, (state) =>
    shownSections(resource, state.values)
      .map((section) => section.key)
      .join(' '),
  ).split(' ');
  return (
    <div className="ky-form">
      <div className="ky-form-side">
        <Anchors form={form} idOf={idOf} />
        {aside}
        {asked.length > 0 && (
          <Suspense>
            <AskedFields form={form} names={asked} />
          </Suspense>
        )}
      </div>
      <form
        className="ky-form-card"
        aria-label={title}
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        {resource.form
          .filter((section) => present.includes(section.key))
          .map((section) => (
            <FormSection key={section.key} form={form} section={section} id={idOf(section.key)} />
          ))}
      </form>
    </div>
  );
};

/**
 * Renders a form from a definition: section links, sections, footer, drafts, conflicts, history.
 */
export const ResourceForm = (props: ResourceFormProps) => {
  const { resource, row, path, aside, asked, onBack, onSaved, onSubmitted, onOpen } = props;
  const label = useLabel();
  const { FormTools, AfterSave } = usePresentation(resource);
  const form = useStore(props);
  const ask = useAsk();
  const [history, setHistory] = useState(false);
  const [saved, setSaved] = useState<WireRow>();

  const title = label(resourceTextsOf(resource)[row ? 'edit' : 'add']);
  const typing = useMemo(() => typedValuesOf({ form, fallback: title, onOutdated }), [form, title]);
  const draft = useDraft(typing, path);
  const submission = useSubmission(form, {
    ask,
    open: onOpen,
    onSaved(stored) {
      draft.clear();
      setSaved(stored);
      onSaved?.(stored);
    },
    onSubmitted(sent) {
      draft.clear();
      onSubmitted?.(sent);
    },
  });
  const reviewed = hasProcess(resource);
  useFormShortcuts(submission, reviewed);

  const number = row && resource.number ? String(row[resource.number.field] ?? '') : '';
  return (
    <Page
      header={
        <PageHeader
          title={title}
          status={row?.auditStatus && <StatusTag status={row.auditStatus} />}
          context={number && `${label(['编号', 'No.'])} ${number}`}
          onBack={onBack}
          actions={
            <>
              {FormTools && <FormTools form={form} />}
              {row && (
                <Button icon={<HistoryOutlined />} onClick={() => setHistory(true)}>
                  {label(['修改历史', 'History'])}
                </Button>
              )}
            </>
          }
        />
      }
      foot={
        <FormFoot
          form={form}
          savedAt={draft.savedAt}
          isOnServer={draft.isOnServer}
          busy={submission.busy}
          reviewed={reviewed}
          onBack={onBack}
          onSave={() => void submission.save()}
          onSubmit={() => void submission.submit()}
        />
      }
    >
      {row && <OthersBanner resource={resource} id={row.id} />}
      {draft.offer && <DraftBanner draft={draft} />}
      <FormKind value={resource.key}>
        <FormBody form={form} title={title} aside={aside} asked={asked} />
      </FormKind>
      <SubmissionDialogs form={form} submission={submission} />
      {AfterSave && row && saved && <AfterSave row={saved} onClose={() => setSaved(undefined)} />}
      {row && (
        <HistoryDrawer
          resource={resource}
          id={row.id}
          open={history}
          onClose={() => setHistory(false)}
        />
      )}
    </Page>
  );
};
