import { Input, type InputRef, Modal } from 'antd';
import { useId, useRef, useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { useLabel } from '../../i18n/language.ts';
import { keepLockPassword, lockTabs } from './lock.ts';
import { hashLockPassword } from './password.ts';
import { lockTexts } from './words.ts';

/** Renders a dialog that asks for a lock password for this browser session, and locks. */
const LockDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const label = useLabel();
  useFocusReturn();
  const [empty, setEmpty] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useRef<InputRef>(null);
  const id = useId();
  const lock = async () => {
    if (busy) return;
    // Read the input itself: Enter can come before React has rendered the typed text.
    const text = field.current?.input?.value ?? '';
    if (text.trim() === '') {
      setEmpty(true);
      field.current?.focus();
      return;
    }
    setBusy(true);
    keepLockPassword(await hashLockPassword(text));
    onClose();
    lockTabs();
  };
  return (
    <Modal
      open
      width={420}
      title={label(lockTexts.lock)}
      okText={label(lockTexts.lock)}
      cancelText={label(lockTexts.cancel)}
      confirmLoading={busy}
      onOk={lock}
      onCancel={onClose}
      afterOpenChange={(open) => open && field.current?.focus()}
    >
      <label className="ky-lock-label" htmlFor={id}>
        <span aria-hidden="true">*</span>
        {label(lockTexts.password)}
      </label>
      <Input.Password
        id={id}
        ref={field}
        required
        autoComplete="new-password"
        status={empty ? 'error' : undefined}
        aria-invalid={empty}
        aria-describedby={`${id}-help`}
        onChange={() => setEmpty(false)}
        onPressEnter={lock}
      />
      <p id={`${id}-help`} className="ky-lock-help" role={empty ? 'alert' : undefined}>
        {empty ? (
          <span data-fault>
            <Glyph name="warning" tone="error" />
            {label(lockTexts.empty)}
          </span>
        ) : (
          label(lockTexts.hint)
        )}
      </p>
    </Modal>
  );
};

export default LockDialog;
