import type { PeopleTodayRow } from '@keyan/kernel/wire/routes.ts';
import type { DiagramUser, Overdue } from '@keyan/kernel/workflow/diagram.ts';
import { Checkbox, InputNumber, Select } from 'antd';
import { useId } from 'react';
import { LabelledField } from '../../form/LabelledField.tsx';
import { type Text, useLabel } from '../../i18n/language.ts';
import { PeopleField } from './PeopleField.tsx';
import { type Period, readPeriod, type Unit, units, writePeriod } from './period.ts';
import type { Vocabulary } from './words.ts';

interface PeriodFieldProps {
  readonly id: string;
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

/** A number and its unit. */
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
      <Select<Unit>
        value={period.unit}
        aria-label={label(['单位', 'Unit'])}
        options={Object.entries(units).map(([unit, text]) => ({
          value: unit as Unit,
          label: label(text),
        }))}
        onChange={(unit) => onChange({ ...period, unit })}
      />
    </span>
  );
};

/** Periods of a deadline, each with what holds without it. */
const periods = {
  due: { label: ['办理期限', 'Deadline'], usual: '3wd' },
  remind: { label: ['到期前后提醒办理人', 'Reminder to those who hold it'], usual: '2wd' },
  escalate: { label: ['督办（提醒上级）', 'Escalation to those above'], usual: '7wd' },
} as const satisfies Record<string, { readonly label: Text; readonly usual: string }>;

const helps = {
  due: [
    '不设时没有期限，停留过久仍会提醒',
    'Without it there is no deadline, but reminders are sent',
  ],
  remind: [
    '之后每个工作日提醒一次；不设时按期限或承诺天数',
    'Then on every work day; without it at the deadline, or after the promised days',
  ],
  escalate: [
    '提醒流程管理员和部门环节的部门负责人；不设时为 7 个工作日',
    'Tells the managers, and the leader of a department’s step; 7 work days without it',
  ],
} as const satisfies Record<keyof typeof periods, Text>;

interface DeadlineProps {
  readonly words: Vocabulary;
  readonly people: readonly PeopleTodayRow[];
  readonly node: DiagramUser;
  readonly onNode: (node: DiagramUser) => void;
}

/** One period that may be left out. */
const OptionalPeriod = ({
  part,
  node,
  onNode,
}: Pick<DeadlineProps, 'node' | 'onNode'> & { readonly part: keyof typeof periods }) => {
  const label = useLabel();
  const id = useId();
  const text = node[part];
  const read = text === undefined ? undefined : readPeriod(text);
  const { [part]: _, ...without } = node;
  const off = (): DiagramUser => {
    if (part !== 'due') return without;
    // Without a deadline nothing happens at it.
    const { overdue: __, handTo: ___, ...plain } = without as DiagramUser;
    return plain;
  };
  return (
    <LabelledField id={id} label={periods[part].label} help={label(helps[part])}>
      <Checkbox
        checked={text !== undefined}
        onChange={({ target }) =>
          onNode(target.checked ? { ...node, [part]: periods[part].usual } : off())
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

const overdues: readonly (readonly [Overdue | 'nothing', Text])[] = [
  ['nothing', ['只提醒，不自动处理', 'Nothing but reminders']],
  ['agree', ['自动同意', 'It is agreed to']],
  ['refuse', ['自动不通过', 'The record is refused']],
  ['return', ['退回申请人', 'Back to the applicant']],
  ['handOver', ['转由他人办理', 'It is handed over']],
];

/** Deadline of a step: reminders, escalation, and what the clock decides. */
export const DeadlineSettings = (props: DeadlineProps) => {
  const { words, people, node, onNode } = props;
  const label = useLabel();
  const id = useId();
  const { overdue: _, handTo: __, ...plain } = node;
  return (
    <>
      <OptionalPeriod part="due" node={node} onNode={onNode} />
      {node.due !== undefined && (
        <LabelledField id={id} label={['超过期限时', 'When it is overdue']}>
          <Select<Overdue | 'nothing'>
            id={id}
            className="ky-wide"
            value={node.overdue ?? 'nothing'}
            options={overdues.map(([value, text]) => ({ value, label: label(text) }))}
            onChange={(overdue) => onNode(overdue === 'nothing' ? plain : { ...plain, overdue })}
          />
        </LabelledField>
      )}
      {node.overdue === 'handOver' && (
        <div className="ky-form-field">
          <div className="ky-label">{label(['转给', 'Handed over to'])}</div>
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
