import type { Label } from '@keyan/kernel/label.ts';
import type { NextStepRow } from '@keyan/kernel/wire/tasks.ts';
import { Modal } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useLabel } from '../i18n/language.ts';
import './dialogs.css';
import { type Person, PersonField } from './PersonField.tsx';

/** Choice of the assignee of one step. */
export interface OneChoiceProps {
  readonly step: NextStepRow;
  /** Text of the button that completes the choice. */
  readonly go: Label;
  readonly onCancel: () => void;
  /**
   * Called with the id of the chosen user; undefined gives the task to all candidates, to be
   * claimed.
   */
  readonly onChosen: (userId: string | undefined) => void;
}

/** Renders 选择办理人 for a step whose route lets the sender name anybody. */
export const NamedAssigneeDialog = ({ step, go, onCancel, onChosen }: OneChoiceProps) => {
  const label = useLabel();
  useFocusReturn();
  const [chosen, setChosen] = useState<Person | null>(null);
  const [asked, setAsked] = useState(false);
  return (
    <Modal
      open
      width={420}
      title={label(['选择办理人', 'Choose the assignee'])}
      okText={label(go)}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onCancel}
      onOk={() => {
        setAsked(true);
        if (chosen) onChosen(chosen.id);
      }}
    >
      <p className="ky-dialog-lead">{step.taskName}</p>
      <PersonField
        label={['办理人', 'Assignee']}
        value={chosen}
        asked={asked}
        missing={['请选择办理人', 'Choose the assignee']}
        hint={['该环节的办理人由提交人指定', 'You choose the assignee of this step']}
        onChange={setChosen}
      />
    </Modal>
  );
};
