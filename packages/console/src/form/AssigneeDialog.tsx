import type { Label } from '@keyan/kernel/label.ts';
import type { NextStepRow } from '@keyan/kernel/wire/tasks.ts';
import { Modal, Radio } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useLabel } from '../i18n/language.ts';
import { NamedAssigneeDialog, type OneChoiceProps } from './NamedAssigneeDialog.tsx';
import './dialogs.css';

/** Renders a choice of one candidate of a step, or of all candidates. */
const CandidateDialog = ({ step, go, onCancel, onChosen }: OneChoiceProps) => {
  const label = useLabel();
  useFocusReturn();
  const [chosen, setChosen] = useState('');
  return (
    <Modal
      open
      width={420}
      title={label(['选择下一环节办理人', 'Choose the next assignee'])}
      okText={label(go)}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onCancel}
      onOk={() => onChosen(chosen === '' ? undefined : chosen)}
    >
      <p className="ky-dialog-lead">{step.taskName}</p>
      <Radio.Group
        className="ky-choices"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={[
          {
            value: '',
            label: label(['全部（先签收者办理）', 'All candidates (the first to claim it)']),
          },
          ...step.users.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Modal>
  );
};

interface AssigneeDialogProps {
  /** Steps whose assignees are chosen, one after another. */
  readonly steps: readonly NextStepRow[];
  /** Text of the button that completes the last choice. */
  readonly go: Label;
  readonly onCancel: () => void;
  /** Called with ids separated by commas; undefined if the tasks go to all candidates. */
  readonly onChosen: (userIds: string | undefined) => void;
}

/**
 * Renders 选择下一环节办理人, if several people may get a step or the sender names anybody; one choice per
 * step.
 */
export const AssigneeDialog = ({ steps, go, onCancel, onChosen }: AssigneeDialogProps) => {
  const [picked, setPicked] = useState<readonly (string | undefined)[]>([]);
  const step = steps[picked.length];
  if (!step) return null;
  const isLast = picked.length === steps.length - 1;
  const OneChoice = step.anyone ? NamedAssigneeDialog : CandidateDialog;
  return (
    <OneChoice
      key={step.taskDefinitionKey}
      step={step}
      go={isLast ? go : ['下一个', 'Next']}
      onCancel={onCancel}
      onChosen={(userId) => {
        const all = [...picked, userId];
        if (!isLast) return setPicked(all);
        onChosen(all.filter((id) => id !== undefined).join() || undefined);
      }}
    />
  );
};
