import { Modal, Radio } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useLabel } from '../i18n/language.ts';
import { type AssigneeDialogProps, NamedAssigneeDialog } from './NamedAssigneeDialog.tsx';
import './dialogs.css';

/** One of the people who may get the step, or all of them. */
const CandidateDialog = ({ step, onCancel, onChosen }: AssigneeDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const [chosen, setChosen] = useState('');
  return (
    <Modal
      open
      width={420}
      title={label(['选择下一环节办理人', 'Choose the next assignee'])}
      okText={label(['提交审核', 'Submit'])}
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

/** 选择下一环节办理人: where several people may get the step, or whoever submits names anybody. */
export const AssigneeDialog = (props: AssigneeDialogProps) =>
  props.step.anyone ? <NamedAssigneeDialog {...props} /> : <CandidateDialog {...props} />;
