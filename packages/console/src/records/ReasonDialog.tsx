import type { Label } from '@keyan/kernel/label.ts';
import { Modal } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { ReasonField, reasonFault } from '../form/ReasonField.tsx';
import { useLabel } from '../i18n/language.ts';

interface ReasonDialogProps {
  readonly title: Label;
  /** Text of the button: the name of the action. */
  readonly go: Label;
  readonly hint: Label;
  readonly required: boolean;
  readonly onCancel: () => void;
  readonly onGo: (reason: string | undefined) => void;
}

/** Renders a dialog that asks for the reason of an action. */
export const ReasonDialog = ({ title, go, hint, required, onCancel, onGo }: ReasonDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  return (
    <Modal
      open
      width={560}
      title={label(title)}
      okText={label(go)}
      okButtonProps={{ danger: required }}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onCancel}
      onOk={() => {
        setAsked(true);
        if (!reasonFault(required, reason)) onGo(reason.trim() || undefined);
      }}
    >
      <ReasonField
        value={reason}
        required={required}
        asked={asked}
        hint={label(hint)}
        focused
        onChange={setReason}
      />
    </Modal>
  );
};
