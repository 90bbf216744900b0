import type { Label } from '@keyan/kernel/label.ts';
import type { DiagramUser } from '@keyan/kernel/workflow/diagram.ts';
import { InputNumber } from 'antd';
import { useId } from 'react';
import { LabelledField } from '../../form/LabelledField.tsx';
import { useLabel } from '../../i18n/language.ts';
import { Choice } from './Choice.tsx';

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

interface ShareProps {
  readonly label: Label;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** Renders an input for a share in percent. */
const Share = ({ label, value, onChange }: ShareProps) => {
  const id = useId();
  return (
    <LabelledField id={id} label={label}>
      <InputNumber
        id={id}
        min={1}
        max={100}
        precision={0}
        value={value}
        onChange={(chosen) => onChange(chosen ?? value)}
      />
    </LabelledField>
  );
};

interface VoteProps {
  readonly node: DiagramUser;
  readonly onNode: (node: DiagramUser) => void;
}

/** Renders how several people decide: who must agree, in which order, and when the step fails. */
export const VoteSettings = ({ node, onNode }: VoteProps) => {
  const label = useLabel();
  const { multi } = node;
  if (multi?.collection !== undefined || multi?.completion !== undefined) {
    return (
      <p className="ky-note">
        {label([
          '该环节的会签规则来自流程图，保持不变',
          'The voting rule of this step comes from the diagram and is kept',
        ])}
      </p>
    );
  }
  return (
    <>
      <Choice
        label={['多人办理', 'Several assignees']}
        value={ruleOf(multi)}
        options={[
          ['one', ['一人办理即可', 'One of them acts']],
          ['all', ['全部同意（会签）', 'All agree']],
          ['any', ['一人同意即通过（或签）', 'One agrees']],
          ['share', ['按比例表决', 'By percentage']],
        ]}
        onChange={(rule) => onNode({ ...node, multi: multiOf(rule, multi) })}
      />
      {multi && typeof multi.agree === 'number' && (
        <Share
          label={['同意比例（%）', 'Approvals needed (%)']}
          value={multi.agree}
          onChange={(agree) => onNode({ ...node, multi: { ...multi, agree } })}
        />
      )}
      {multi && (
        <Choice
          label={['何时不通过', 'Rejected when']}
          value={typeof multi.against === 'number' ? 'share' : (multi.against ?? 'veto')}
          options={[
            ['veto', ['一人不同意即不通过', 'One votes against']],
            ['count', ['达不到同意人数时', 'Enough approvals are out of reach']],
            ...(typeof multi.agree === 'number'
              ? ([['share', ['按不同意的比例', 'A percentage is against']]] as const)
              : []),
          ]}
          onChange={(rule) => {
            const against = rule === 'share' ? 50 : rule;
            onNode({ ...node, multi: { ...multi, against } });
          }}
        />
      )}
      {multi && typeof multi.against === 'number' && (
        <Share
          label={['不同意比例（%）', 'Votes against (%)']}
          value={multi.against}
          onChange={(against) => onNode({ ...node, multi: { ...multi, against } })}
        />
      )}
      {multi && (
        <Choice
          label={['办理顺序', 'Order']}
          value={multi.sequential ? 'turn' : 'together'}
          options={[
            ['together', ['同时办理', 'At the same time']],
            ['turn', ['依次办理', 'In turn']],
          ]}
          onChange={(order) =>
            onNode({ ...node, multi: { ...multi, sequential: order === 'turn' } })
          }
        />
      )}
    </>
  );
};
