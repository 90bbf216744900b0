import type { AskedPersonRow } from '@keyan/kernel/wire/tasks.ts';
import { Modal, Radio } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useLabel } from '../../i18n/language.ts';
import '../../form/dialogs.css';
import { askModes } from './AskDialog.tsx';

interface RemoveSignDialogProps {
  /** People who were asked and have not responded. */
  readonly asked: readonly AskedPersonRow[];
  readonly onCancel: () => void;
  readonly onGo: (person: AskedPersonRow) => void;
}

/** Renders 减签: cancels the request to somebody whom the reader asked. */
export const RemoveSignDialog = ({ asked, onCancel, onGo }: RemoveSignDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const [taskId, setTaskId] = useState(asked[0]?.taskId);
  const chosen = asked.find((person) => person.taskId === taskId);
  return (
    <Modal
      open
      width={480}
      title={label(['减签', 'Remove an added person'])}
      okText={label(['减签', 'Remove'])}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onCancel}
      onOk={() => chosen && onGo(chosen)}
    >
      <Radio.Group
        className="ky-choices ky-dialog-lead"
        aria-label={label(['减去的人员', 'Person'])}
        value={taskId}
        onChange={({ target }) => setTaskId(target.value)}
        options={asked.map((person) => ({
          value: person.taskId,
          label: `${person.name} · ${label(askModes[person.how].name)}`,
        }))}
      />
      <p className="ky-note">
        {label([
          '对方不再办理；其余人员都已办理的，流程继续',
          'They no longer act; if everybody else has acted, the approval continues',
        ])}
      </p>
    </Modal>
  );
};
