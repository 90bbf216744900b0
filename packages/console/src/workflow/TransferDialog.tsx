import type { Label } from '@keyan/kernel/label.ts';
import type { WaitingTaskRow } from '@keyan/kernel/wire/tasks.ts';
import { Modal, Radio } from 'antd';
import { useState } from 'react';
import '../form/dialogs.css';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { type Person, PersonField } from '../form/PersonField.tsx';
import { useLabel } from '../i18n/language.ts';

interface TransferDialogProps {
  /** Tasks of others that may be reassigned; if empty, the reader's own is. */
  readonly waiting?: readonly WaitingTaskRow[];
  readonly onCancel: () => void;
  readonly onGo: (person: Person, taskId: string) => void;
}

const none: readonly WaitingTaskRow[] = [];

/** Renders 转办: reassigns the task permanently. */
export const TransferDialog = ({ waiting = none, onCancel, onGo }: TransferDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const [chosen, setChosen] = useState<Person | null>(null);
  const [asked, setAsked] = useState(false);
  const [taskId, setTaskId] = useState(waiting[0]?.taskId ?? '');
  const nameOf = (task: WaitingTaskRow | undefined): string =>
    task ? `${task.nodeName} · ${task.assigneeName || label(['待签收', 'Unclaimed'])}` : '';
  const hint: Label =
    waiting.length > 0
      ? ['转办后由对方办理，原办理人不再办理', 'The new assignee acts instead of the current one']
      : [
          '转办后由对方办理，不再回到您这里',
          'The new assignee decides; the task does not return to you',
        ];
  return (
    <Modal
      open
      width={560}
      title={label(['转办', 'Reassign'])}
      okText={label(['转办', 'Reassign'])}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onCancel}
      onOk={() => {
        setAsked(true);
        if (chosen) onGo(chosen, taskId);
      }}
    >
      {waiting.length === 1 && <p className="ky-dialog-lead">{nameOf(waiting[0])}</p>}
      {waiting.length > 1 && (
        <Radio.Group
          className="ky-choices ky-dialog-lead"
          value={taskId}
          aria-label={label(['转办的任务', 'Task'])}
          onChange={(event) => setTaskId(event.target.value)}
          options={waiting.map((task) => ({
            value: task.taskId,
            label: nameOf(task),
          }))}
        />
      )}
      <PersonField
        label={['转办给', 'Reassign to']}
        value={chosen}
        asked={asked}
        missing={['请选择转办人', 'Select a new assignee']}
        hint={hint}
        onChange={setChosen}
      />
    </Modal>
  );
};
