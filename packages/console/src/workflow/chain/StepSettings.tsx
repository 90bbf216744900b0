import type { Label } from '@keyan/kernel/label.ts';
import type { PeopleTodayRow } from '@keyan/kernel/wire/routes.ts';
import type { ChainNode, ChainStep } from '@keyan/kernel/workflow/chain/chain.ts';
import type { DiagramUser, WaitSettings } from '@keyan/kernel/workflow/diagram.ts';
import { Checkbox, Input, InputNumber, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { LabelledField } from '../../form/LabelledField.tsx';
import { type Text, useLabel } from '../../i18n/language.ts';
import { ConditionField, firstCondition } from './ConditionField.tsx';
import { DeadlineSettings, PeriodField } from './DeadlineSettings.tsx';
import { PeopleField } from './PeopleField.tsx';
import { readPeriod, writePeriod } from './period.ts';
import { kindWords, type Vocabulary } from './words.ts';

export interface SettingsProps {
  readonly words: Vocabulary;
  readonly people: readonly PeopleTodayRow[];
  readonly step: ChainStep;
  /** Steps of people before this one, to which it may send back. */
  readonly earlier: readonly DiagramUser[];
  /** On a drawing the condition stands at the line that leads to the step. */
  readonly isDrawn?: boolean;
  readonly onChange: (step: ChainStep) => void;
}

interface ChoiceProps<V extends string> {
  readonly label: Label;
  readonly value: V;
  readonly options: readonly (readonly [value: V, text: Text])[];
  readonly help?: ReactNode;
  readonly onChange: (value: V) => void;
}

const Choice = <V extends string>(props: ChoiceProps<V>) => {
  const { label: text, value, options, help, onChange } = props;
  const label = useLabel();
  const id = useId();
  return (
    <LabelledField id={id} label={text} help={help}>
      <Select<V>
        id={id}
        className="ky-wide"
        value={value}
        options={options.map(([key, words]) => ({ value: key, label: label(words) }))}
        onChange={onChange}
      />
    </LabelledField>
  );
};

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

/** Always, or under a condition. */
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

type Multi = DiagramUser['multi'];

const ruleOf = (multi: Multi): string => {
  if (!multi) return 'one';
  return typeof multi.agree === 'number' ? 'share' : (multi.agree ?? 'all');
};

const multiOf = (rule: string, before: Multi): Multi => {
  if (rule === 'one') return undefined;
  const sequential = before?.sequential ?? false;
  if (rule === 'share') return { sequential, agree: 60, against: 'count' };
  return rule === 'any'
    ? { sequential, agree: 'any', against: 'count' }
    : { sequential, agree: 'all', against: 'veto' };
};

/** How several people decide: who of them has to agree, in which order, and when it fails. */
const Together = ({ step, node, onNode }: NodeProps) => {
  const label = useLabel();
  const share = useId();
  const { multi } = node;
  if (multi?.collection !== undefined || multi?.completion !== undefined) {
    return (
      <p className="ky-note">
        {label([
          '该环节的会签规则来自流程图，保持不变',
          'Its voting rule comes from a drawing and stays as it is',
        ])}
      </p>
    );
  }
  return (
    <>
      <Choice
        label={['多人办理', 'Several people']}
        value={ruleOf(multi)}
        options={[
          ['one', ['一人办理即可', 'One of them acts']],
          ['all', ['全部同意（会签）', 'All agree']],
          ['any', ['一人同意即通过（或签）', 'One agrees']],
          ['share', ['按比例表决', 'A share of them agrees']],
        ]}
        onChange={(rule) => onNode({ ...node, multi: multiOf(rule, multi) })}
      />
      {multi && typeof multi.agree === 'number' && (
        <LabelledField id={share} label={['同意比例（%）', 'Share that agrees (%)']}>
          <InputNumber
            id={share}
            min={1}
            max={100}
            value={multi.agree}
            onChange={(agree) => onNode({ ...node, multi: { ...multi, agree: agree ?? 60 } })}
          />
        </LabelledField>
      )}
      {multi && (
        <Choice
          key={step.node.id}
          label={['办理顺序', 'Order']}
          value={multi.sequential ? 'turn' : 'together'}
          options={[
            ['together', ['同时办理', 'At once']],
            ['turn', ['依次办理', 'One after the other']],
          ]}
          onChange={(order) =>
            onNode({ ...node, multi: { ...multi, sequential: order === 'turn' } })
          }
        />
      )}
    </>
  );
};

interface NodeProps extends SettingsProps {
  readonly node: DiagramUser;
  readonly onNode: (node: DiagramUser) => void;
}

/** Outcomes where nobody can act, or somebody disagrees. */
const Outcomes = ({ node, earlier, onNode }: NodeProps) => (
  <>
    <Choice
      label={['没有办理人时', 'If nobody can act']}
      value={node.empty}
      options={[
        ['toAdmin', ['交管理员办理', 'The administrators act']],
        ['skip', ['自动通过', 'The step is skipped']],
        ['refuse', ['自动不通过', 'The record is refused']],
      ]}
      onChange={(empty) => onNode({ ...node, empty })}
    />
    <Choice
      label={['不同意时', 'If someone disagrees']}
      value={node.onAgainst ?? 'applicant'}
      options={[
        ['applicant', ['退回申请人', 'Back to the applicant']],
        ['prev', ['退回上一环节', 'Back to the step before']],
        ['refuse', ['整个申请不通过', 'The record is refused']],
        ...earlier.map(
          ({ id, name, english }) =>
            [id, [`退回【${name}】`, `Back to “${english || name}”`]] as const,
        ),
      ]}
      onChange={(chosen) => {
        const { onAgainst: _, ...rest } = node;
        onNode(chosen === 'applicant' ? rest : { ...rest, onAgainst: chosen });
      }}
    />
  </>
);

/** Settings of a step at which people decide. */
const UserSettings = (props: SettingsProps & { readonly node: DiagramUser }) => {
  const { words, people, step, node, onChange } = props;
  const label = useLabel();
  const editable = useId();
  const onNode = (next: DiagramUser) => onChange({ ...step, node: next });
  const shared = { ...props, onNode };
  return (
    <>
      <div className="ky-form-field">
        <div className="ky-label">{label(['办理人', 'Who acts'])}</div>
        <PeopleField
          words={words}
          people={people}
          value={node.people}
          onChange={(references) => onNode({ ...node, people: references })}
        />
      </div>
      <ConditionSetting {...props} />
      <Together {...shared} />
      <Outcomes {...shared} />
      <DeadlineSettings words={words} people={people} node={node} onNode={onNode} />
      <Checkbox
        checked={node.refuse}
        onChange={({ target }) => onNode({ ...node, refuse: target.checked })}
      >
        {label(['可以选择“不通过”', 'May refuse the record'])}
      </Checkbox>
      <LabelledField id={editable} label={['可修改的字段', 'Fields that it may change']}>
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

/** A period, or a matter that is completed elsewhere. */
const WaitFields = ({
  words,
  step,
  node,
  onChange,
}: SettingsProps & { readonly node: WaitStep }) => {
  const label = useLabel();
  const count = useId();
  const period = node.period === undefined ? undefined : readPeriod(node.period);
  if (!period) {
    return <p className="ky-note">{label(kindWords(words, node))}</p>;
  }
  const put = (next: typeof period) =>
    onChange({ ...step, node: { ...node, period: writePeriod(next) } });
  return (
    <LabelledField id={count} label={['等待时间', 'How long it waits']}>
      <PeriodField id={count} period={period} onChange={put} />
    </LabelledField>
  );
};

/** Everything that may be said of a line. Its id stays: running processes know it by that. */
export const StepSettings = (props: SettingsProps) => {
  const { words, people, step, onChange } = props;
  const label = useLabel();
  const { node } = step;
  return (
    <div className="ky-chain-settings">
      <Names {...props} />
      {node.type === 'user' && <UserSettings {...props} node={node} />}
      {node.type === 'wait' && <WaitFields {...props} node={node} />}
      {node.type === 'service' && node.service.is === 'cc' && (
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
      {node.type === 'service' && node.service.is !== 'cc' && (
        <p className="ky-note">{label(kindWords(words, node))}</p>
      )}
      {node.type !== 'user' && <ConditionSetting {...props} />}
    </div>
  );
};
