import type { Label } from '@keyan/kernel/label.ts';
import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import '../form/field.css';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';

interface ReasonDialogProps {
  readonly title: Label;
  /** The text of the button, the name of the action. */
  readonly go: Label;
  readonly hint: Label;
  readonly required: boolean;
  readonly onCancel: () => void;
  readonly onGo: (reason: string | undefined) => void;
}

const longest = 500;

/** Asks for the reason of an action. */
export const ReasonDialog = ({ title, go, hint, required, onCancel, onGo }: ReasonDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = required && reason.trim() === '';
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
        if (!missing) onGo(reason.trim() || undefined);
      }}
    >
      <label className="ky-label" htmlFor={id}>
        {required && <b aria-hidden="true">*</b>}
        {label(['原因', 'Reason'])}
      </label>
      <Input.TextArea
        id={id}
        value={reason}
        autoFocus
        autoSize={{ minRows: 3, maxRows: 8 }}
        maxLength={longest}
        status={asked && missing ? 'error' : undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => setReason(event.target.value)}
      />
      <div id={`${id}-help`} className="ky-help" data-tone={asked && missing ? 'error' : undefined}>
        {asked && missing ? (
          <>
            <Glyph name="warning" size={12} />
            {label(['请输入原因', 'Enter the reason'])}
          </>
        ) : (
          label(hint)
        )}
      </div>
    </Modal>
  );
};
