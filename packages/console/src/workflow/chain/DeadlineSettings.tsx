import type { ReferencedPeopleRow } from '@keyan/kernel/wire/routes.ts';
import { deadlineDatePath } from '@keyan/kernel/workflow/deadlines/due.ts';
import type { DiagramUser, Overdue } from '@keyan/kernel/workflow/diagram.ts';
import { Checkbox, InputNumber, Select } from 'antd';
import { useId } from 'react';
import { LabelledField } from '../../form/LabelledField.tsx';
import { type Text, useLabel } from '../../i18n/language.ts';
import { PeopleField } from './PeopleField.tsx';
import { type Period, type PeriodUnit, periodUnits, readPeriod, writePeriod } from './period.ts';
import type { Vocabulary } from './words.ts';

interface PeriodFieldProps {
  readonly id: string;
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

/** Renders inputs for a number and its unit. */
export const PeriodField = ({ id, period, onChange }: PeriodFieldProps) => {
  const label = useLabel();
  return (
    <span className="ky-chain-period">
      <InputNumber
        id={id}
        min={1}
        max={365}
        value={period.count}
        onChange={(value) => onChange({ ...period, count: value ?? 1 })}
      />
      <Select<PeriodUnit>
        value={period.unit}
        aria-label={label(['单位', 'Unit'])}
        options={Object.entries(periodUnits).map(([unit, text]) => ({
          value: unit as PeriodUnit,
          label: label(text),
        }))}
        onChange={(unit) => onChange({ ...period, unit })}
      />
    </span>
  );
};

/** Optional periods of a step, by key. */
const periodTexts = {
  remind: {
    label: ['到期前后提醒办理人', 'Reminder to assignees'],
    usual: '2wd',
    help: [
      '之后每个工作日提醒一次；不设时按期限或承诺天数',
      'Then every working day; if not set, at the deadline or after the promised days',
    ],
  },
  escalate: {
    label: ['督办（提醒上级）', 'Escalation (notify superiors)'],
    usual: '7wd',
    help: [
      '提醒流程管理员和部门环节的部门负责人；不设时为 7 个工作日',
      'Notifies process administrators and, at a department’s step, its head; 7 working days if not set',
    ],
  },
} as const satisfies Record<string, { label: Text; usual: string; help: Text }>;

interface DeadlineProps {
  readonly words: Vocabulary;
  readonly people: readonly ReferencedPeopleRow[];
  readonly node: DiagramUser;
  readonly onNode: (node: DiagramUser) => void;
}

/** Renders one optional period. */
const OptionalPeriod = ({
  part,
  node,
  onNode,
}: Pick<DeadlineProps, 'node' | 'onNode'> & { readonly part: keyof typeof periodTexts }) => {
  const label = useLabel();
  const id = useId();
  const text = node[part];
  const read = text === undefined ? undefined : readPeriod(text);
  const { [part]: _, ...without } = node;
  return (
    <LabelledField id={id} label={periodTexts[part].label} help={label(periodTexts[part].help)}>
      <Checkbox
        checked={text !== undefined}
        onChange={({ target }) =>
          onNode(target.checked ? { ...node, [part]: periodTexts[part].usual } : without)
        }
      >
        {label(['设置', 'Set'])}
      </Checkbox>
      {read && (
        <PeriodField
          id={id}
          period={read}
          onChange={(period) => onNode({ ...node, [part]: writePeriod(period) })}
        />
      )}
      {text !== undefined && !read && <span className="ky-note">{text}</span>}
    </LabelledField>
  );
};

const [none, period, usual] = ['none', 'period', '3wd'];

/** Renders the deadline: none, a period after the step was reached, or a date of the record. */
const DueField = ({ words, node, onNode }: DeadlineProps) => {
  const label = useLabel();
  const [id, length] = [useId(), useId()];
  const { due, ...undated } = node;
  const read = due === undefined ? undefined : readPeriod(due);
  const isDate = deadlineDatePath(node) !== undefined;
  const dates = words.facts.filter(({ type }) => type === 'date');
  const choose = (chosen: string) => {
    if (chosen !== none) {
      onNode({ ...node, due: chosen === period ? usual : chosen });
      return;
    }
    // Without a deadline, settings for an overdue task are removed.
    const { overdue: _, handTo: __, ...plain } = undated;
    onNode(plain);
  };
  return (
    <>
      <LabelledField
        id={id}
        label={['办理期限', 'Deadline']}
        help={label(
          isDate
            ? [
                '当天结束时到期，至少留一个工作日；记录没有填写时不设期限',
                'Until the end of that day, at least one working day; no deadline if the record has no date',
              ]
            : [
                '不设时没有期限，停留过久仍会提醒',
                'If not set there is no deadline, but long waits are still reminded of',
              ],
        )}
      >
        <Select<string>
          id={id}
          className="ky-wide"
          value={due === undefined ? none : isDate ? due : period}
          options={[
            { value: none, label: label(['不设', 'None']) },
            {
              value: period,
              label: label(['到达后的一段时间', 'A period after the step is reached']),
            },
            ...dates.map(({ name, label: text }) => ({
              value: `date:${name}`,
              label: label([`记录的【${text}】`, `“${text}” of the record`]),
            })),
          ]}
          onChange={choose}
        />
      </LabelledField>
      {due !== undefined && !isDate && (
        <LabelledField id={length} label={['期限时长', 'Length']}>
          {read ? (
            <PeriodField
              id={length}
              period={read}
              onChange={(next) => onNode({ ...node, due: writePeriod(next) })}
            />
          ) : (
            <span className="ky-note">{due}</span>
          )}
        </LabelledField>
      )}
    </>
  );
};

const overdueChoices: readonly (readonly [Overdue | 'nothing', Text])[] = [
  ['nothing', ['只提醒，不自动处理', 'Remind only']],
  ['agree', ['自动同意', 'Approve automatically']],
  ['refuse', ['自动不通过', 'Reject automatically']],
  ['return', ['退回申请人', 'Return to the applicant']],
  ['handOver', ['转由他人办理', 'Reassign to others']],
];

/** Renders the deadline of a step: reminders, escalation, and automatic decisions. */
export const DeadlineSettings = (props: DeadlineProps) => {
  const { words, people, node, onNode } = props;
  const label = useLabel();
  const id = useId();
  const { overdue: _, handTo: __, ...plain } = node;
  return (
    <>
      <DueField {...props} />
      {node.due !== undefined && (
        <LabelledField id={id} label={['超过期限时', 'When overdue']}>
          <Select<Overdue | 'nothing'>
            id={id}
            className="ky-wide"
            value={node.overdue ?? 'nothing'}
            options={overdueChoices.map(([value, text]) => ({ value, label: label(text) }))}
            onChange={(overdue) => onNode(overdue === 'nothing' ? plain : { ...plain, overdue })}
          />
        </LabelledField>
      )}
      {node.overdue === 'handOver' && (
        <div className="ky-form-field">
          <div className="ky-label">{label(['转给', 'Reassign to'])}</div>
          <PeopleField
            words={words}
            people={people}
            value={node.handTo ?? []}
            onChange={(handTo) => onNode({ ...plain, overdue: 'handOver', handTo })}
          />
        </div>
      )}
      <OptionalPeriod part="remind" node={node} onNode={onNode} />
      <OptionalPeriod part="escalate" node={node} onNode={onNode} />
    </>
  );
};
