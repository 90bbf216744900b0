import type { Label } from '@keyan/kernel/label.ts';
import type { ReferencedPeopleRow } from '@keyan/kernel/wire/routes.ts';
import type { ChainNode, ChainStep } from '@keyan/kernel/workflow/chain/chain.ts';
import type { DiagramUser, RepeatRule, WaitSettings } from '@keyan/kernel/workflow/diagram.ts';
import { Checkbox, Input, Select } from 'antd';
import { useId } from 'react';
import { LabelledField } from '../../form/LabelledField.tsx';
import { useLabel } from '../../i18n/language.ts';
import { Choice } from './Choice.tsx';
import { ConditionField, firstCondition } from './ConditionField.tsx';
import { DeadlineSettings, PeriodField } from './DeadlineSettings.tsx';
import { PeopleField } from './PeopleField.tsx';
import { readPeriod, writePeriod } from './period.ts';
import { VoteSettings } from './VoteSettings.tsx';
import { nodeKindLabel, type Vocabulary } from './words.ts';

export interface SettingsProps {
  readonly words: Vocabulary;
  readonly people: readonly ReferencedPeopleRow[];
  readonly step: ChainStep;
  /** Steps of people before this one, to which the step may return a record. */
  readonly earlier: readonly DiagramUser[];
  /**
   * True for a step on a diagram, where the condition belongs to the line that leads to the step.
   */
  readonly isDrawn?: boolean;
  readonly onChange: (step: ChainStep) => void;
}

const Names = ({ step, onChange }: SettingsProps) => {
  const [zh, en] = [useId(), useId()];
  const { node } = step;
  const named = (name: Partial<Pick<ChainNode, 'name' | 'english'>>) =>
    onChange({ ...step, node: { ...node, ...name } });
  return (
    <>
      <LabelledField id={zh} label={['环节名称', 'Name']} required>
        <Input
          id={zh}
          value={node.name}
          maxLength={50}
          status={node.name.trim() === '' ? 'error' : ''}
          onChange={({ target }) => named({ name: target.value })}
        />
      </LabelledField>
      <LabelledField id={en} label={['英文名称', 'English name']}>
        <Input
          id={en}
          value={node.english ?? ''}
          maxLength={100}
          onChange={({ target }) => named({ english: target.value })}
        />
      </LabelledField>
    </>
  );
};

/** Renders the choice: always, or under a condition. */
const ConditionSetting = ({ words, step, isDrawn, onChange }: SettingsProps) => {
  const { condition, node } = step;
  if (isDrawn) return null;
  return (
    <>
      <Choice
        label={['何时经过', 'When it is taken']}
        value={condition === null ? 'always' : 'when'}
        options={[
          ['always', ['总是经过', 'Always']],
          ['when', ['满足条件时经过', 'Under a condition']],
        ]}
        onChange={(chosen) =>
          onChange({ ...step, condition: chosen === 'always' ? null : firstCondition(words) })
        }
      />
      {condition !== null && (
        <ConditionField
          key={node.id}
          words={words}
          value={condition}
          onChange={(text) => onChange({ ...step, condition: text })}
        />
      )}
    </>
  );
};

interface NodeProps extends SettingsProps {
  readonly node: DiagramUser;
  readonly onNode: (node: DiagramUser) => void;
}

/** Renders the effect of a rejection. */
const AgainstChoice = ({
  value,
  earlier,
  onChange,
}: Pick<SettingsProps, 'earlier'> & {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) => (
  <Choice
    label={['不同意时', 'If someone disagrees']}
    value={value ?? 'applicant'}
    options={[
      ['applicant', ['退回申请人', 'Return to the applicant']],
      ['prev', ['退回上一环节', 'Return to the previous step']],
      ['refuse', ['整个申请不通过', 'Reject the record']],
      ...earlier.map(
        ({ id, name, english }) =>
          [id, [`退回【${name}】`, `Back to “${english || name}”`]] as const,
      ),
    ]}
    onChange={(chosen) => onChange(chosen === 'applicant' ? undefined : chosen)}
  />
);

/**
 * Labels of the rules for a person who has approved already; `inherit` uses the university's
 * parameter.
 */
const repeatRules: readonly (readonly [RepeatRule | 'inherit', Label])[] = [
  ['inherit', ['按参数设置', 'As set by the parameter']],
  ['none', ['再次办理', 'They are asked again']],
  [
    'consecutive',
    ['上一环节已同意的，自动通过', 'Passed automatically if they approved the previous step'],
  ],
  [
    'any',
    ['前面任一环节已同意的，自动通过', 'Passed automatically if they approved any earlier step'],
  ],
];

/**
 * Renders the settings for three cases: nobody can act, the assignee has approved already, somebody
 * rejects.
 */
const Outcomes = ({ node, earlier, onNode }: NodeProps) => (
  <>
    <Choice
      label={['没有办理人时', 'If nobody can act']}
      value={node.empty}
      options={[
        ['toAdmin', ['交管理员办理', 'Administrators act']],
        ['skip', ['自动通过', 'Passed automatically']],
        ['refuse', ['自动不通过', 'Reject automatically']],
      ]}
      onChange={(empty) => onNode({ ...node, empty })}
    />
    <Choice
      label={['办理人在前面环节已同意时', 'If the assignee approved an earlier step']}
      value={node.skipSame ?? 'inherit'}
      options={repeatRules}
      onChange={(skipSame) => {
        const { skipSame: _, ...rest } = node;
        onNode(skipSame === 'inherit' ? rest : { ...rest, skipSame });
      }}
    />
    <AgainstChoice
      value={node.onAgainst}
      earlier={earlier}
      onChange={(onAgainst) => {
        const { onAgainst: _, ...rest } = node;
        onNode(onAgainst === undefined ? rest : { ...rest, onAgainst });
      }}
    />
  </>
);

/** Renders the settings of a step at which people decide. */
const UserSettings = (props: SettingsProps & { readonly node: DiagramUser }) => {
  const { words, people, step, node, onChange } = props;
  const label = useLabel();
  const editable = useId();
  const onNode = (next: DiagramUser) => onChange({ ...step, node: next });
  const shared = { ...props, onNode };
  return (
    <>
      <div className="ky-form-field">
        <div className="ky-label">{label(['办理人', 'Assignees'])}</div>
        <PeopleField
          words={words}
          people={people}
          value={node.people}
          onChange={(references) => onNode({ ...node, people: references })}
        />
      </div>
      <ConditionSetting {...props} />
      <VoteSettings node={node} onNode={onNode} />
      <Outcomes {...shared} />
      <DeadlineSettings words={words} people={people} node={node} onNode={onNode} />
      <Checkbox
        checked={node.refuse}
        onChange={({ target }) => onNode({ ...node, refuse: target.checked })}
      >
        {label(['可以选择“不通过”', 'May reject the record'])}
      </Checkbox>
      <LabelledField id={editable} label={['可修改的字段', 'Editable fields']}>
        <Select
          id={editable}
          className="ky-wide"
          mode="multiple"
          optionFilterProp="label"
          value={[...node.editable]}
          options={words.fields.map(({ name, label: text }) => ({ value: name, label: text }))}
          onChange={(names: string[]) => onNode({ ...node, editable: names })}
        />
      </LabelledField>
      {(node.rejudge || (node.editable.length > 0 && !node.multi)) && (
        <Checkbox
          checked={node.rejudge === true}
          onChange={({ target }) => {
            const { rejudge: _, ...rest } = node;
            onNode(target.checked ? { ...rest, rejudge: true } : rest);
          }}
        >
          {label([
            '修改了判断条件的字段时，重新判断路线',
            'Re-evaluate the route when a field that decides it is changed',
          ])}
        </Checkbox>
      )}
      <div className="ky-form-field">
        <div className="ky-label">{label(['同意后抄送', 'Copied to after approval'])}</div>
        <PeopleField
          words={words}
          people={people}
          value={node.cc ?? []}
          onChange={(cc) => {
            const { cc: _, ...rest } = node;
            onNode(cc.length === 0 ? rest : { ...rest, cc });
          }}
        />
      </div>
    </>
  );
};

type WaitStep = WaitSettings & Extract<ChainNode, { type: 'wait' }>;

/** Renders the end of a wait: a period, or a matter that is completed elsewhere. */
const WaitFields = ({
  words,
  step,
  node,
  earlier,
  onChange,
}: SettingsProps & { readonly node: WaitStep }) => {
  const label = useLabel();
  const count = useId();
  const period = node.period === undefined ? undefined : readPeriod(node.period);
  if (!period) {
    const onNode = (next: WaitStep) => onChange({ ...step, node: next });
    return (
      <>
        <p className="ky-note">{label(nodeKindLabel(words, node))}</p>
        {node.matter !== undefined && (
          <>
            <AgainstChoice
              value={node.onAgainst}
              earlier={earlier}
              onChange={(onAgainst) => {
                const { onAgainst: _, ...rest } = node;
                onNode(onAgainst === undefined ? rest : { ...rest, onAgainst });
              }}
            />
            <Choice
              label={['退回后再次到达时', 'Reached again after a return']}
              value={node.again ?? 'reuse'}
              options={[
                [
                  'reuse',
                  ['判断依据未变时沿用结果', 'Keep the result while its basis is unchanged'],
                ],
                ['ask', ['重新进行', 'Repeat']],
              ]}
              onChange={(again) => {
                const { again: _, ...rest } = node;
                onNode(again === 'ask' ? { ...rest, again } : rest);
              }}
            />
          </>
        )}
      </>
    );
  }
  const put = (next: typeof period) =>
    onChange({ ...step, node: { ...node, period: writePeriod(next) } });
  return (
    <LabelledField id={count} label={['等待时间', 'Waiting time']}>
      <PeriodField id={count} period={period} onChange={put} />
    </LabelledField>
  );
};

/** Renders all settings of a line. Its id never changes, because running processes refer to it. */
export const StepSettings = (props: SettingsProps) => {
  const { words, people, step, onChange } = props;
  const label = useLabel();
  const { node } = step;
  return (
    <div className="ky-chain-settings">
      <Names {...props} />
      {node.type === 'user' && <UserSettings {...props} node={node} />}
      {node.type === 'wait' && <WaitFields {...props} node={node} />}
      {node.type === 'service' && (
        <div className="ky-form-field">
          <div className="ky-label">{label(['抄送给', 'Copied to'])}</div>
          <PeopleField
            words={words}
            people={people}
            value={node.service.people}
            onChange={(references) =>
              onChange({ ...step, node: { ...node, service: { is: 'cc', people: references } } })
            }
          />
        </div>
      )}
      {node.type !== 'user' && <ConditionSetting {...props} />}
    </div>
  );
};
