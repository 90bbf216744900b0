import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import {
  type EditorProps,
  type FormPartProps,
  present,
} from '@keyan/console/presentation/present.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { lazy } from 'react';
import { processDelay } from './process-delay.ts';
import './process-delay.web.css';

/** Loaded with the form only, to keep lists small. */
const ChoiceButtons = lazy(async () => {
  const { ChoiceButtons: Buttons } = await import('@keyan/console/fields/ChoiceButtons.tsx');
  return { default: Buttons };
});

const spans: readonly { readonly months: number; readonly label: Label }[] = [
  { months: 6, label: ['半年', 'Half a year'] },
  { months: 12, label: ['一年', 'One year'] },
];

/** Buttons with usual new end dates, counted from the current one. */
const Ends = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const from = useForm(form, ({ values }) => values.oldEndDate);
  const chosen = useForm(form, ({ values }) => values[path]);
  if (typeof from !== 'string' || from === '') return null;
  return (
    <span className="ky-ends-offered">
      {spans.map(({ months, label: name }) => (
        <button
          key={months}
          type="button"
          className="ky-link"
          aria-pressed={chosen === addMonths(from, months)}
          onClick={() => form.set(path, addMonths(from, months))}
        >
          {label(name)}
        </button>
      ))}
    </span>
  );
};

/** First sentence of the explanation, by code of the reason. */
const beginnings: Readonly<Partial<Record<string, Label>>> = {
  '01': [
    '部分研究任务尚未完成，需要延长研究时间。',
    'Some tasks are not finished and need more time.',
  ],
  '02': [
    '研究成果尚在评审、出版或授权过程中。',
    'Results are still under review, in print or awaiting their grant.',
  ],
  '03': [
    '经费到位晚于计划，研究进度相应推迟。',
    'Funds arrived later than planned, which delayed the work.',
  ],
  '04': [
    '项目负责人因出国（进修、病假、产假）暂停了研究。',
    'The leader was abroad or on leave, and the work paused.',
  ],
  '05': [
    '合作单位进度滞后，影响了本项目的任务。',
    'A partner fell behind, which affects the tasks of the project.',
  ],
  '06': ['受不可抗力影响，研究工作中断。', 'Force majeure interrupted the work.'],
};

/** Editor of the reason; inserts the first sentence into an empty explanation. */
const Reason = ({ form, ...props }: EditorProps & Partial<FormPartProps>) => {
  const label = useLabel();
  return (
    <ChoiceButtons
      {...props}
      onChange={(code, more) => {
        props.onChange(code, more);
        const begun = beginnings[String(code)];
        const detail = String(form?.state().values.reasonDetail ?? '');
        const isOwn =
          detail !== '' && !Object.values(beginnings).some((one) => one?.includes(detail));
        if (begun && !isOwn) form?.fill({ reasonDetail: label(begun) });
      }}
    />
  );
};

const Drafted = () =>
  useLabel()([
    '从项目办理延期时，按检查报告、成果和执行率起草，请核对后修改',
    'From the page of a project it is drafted by reports, outputs and money: check it',
  ]);

/** Presentation of extensions: buttons with usual end dates, and drafted explanations. */
export const processDelayPresentation = present(processDelay, {
  fields: {
    newEndDate: { Help: Ends },
    delayReason: { span: 4, Editor: Reason },
    isSuperiorAgree: { Editor: ChoiceButtons },
    finished: { Help: Drafted },
    remainPlan: { Help: Drafted },
  },
});
