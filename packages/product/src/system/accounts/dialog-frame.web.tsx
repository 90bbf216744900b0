import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';

/** Props of a dialog about one account. */
export interface DialogProps {
  readonly row: WireRow;
  readonly onClose: () => void;
}

/** Returns the name of an account for dialog titles. */
export const accountNameOf = (row: WireRow): string =>
  `${String(row.realName)}（${String(row.account)}）`;

interface FrameProps extends Pick<DialogProps, 'onClose'> {
  readonly title: Label;
  readonly go: Label;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Sends the input and returns the message for the user; if the call throws, the dialog stays open. */
  readonly send: () => Promise<Label | undefined>;
  readonly children: ReactNode;
}

/** Renders a dialog with content, a cancel button and a button that sends one call. */
export const DialogFrame = ({
  title,
  go,
  danger,
  disabled,
  send,
  onClose,
  children,
}: FrameProps) => {
  const label = useLabel();
  const [busy, setBusy] = useState(false);
  useFocusReturn();
  const run = async () => {
    setBusy(true);
    try {
      const done = await send();
      if (done) toast.success(done);
      if (done) onClose();
    } catch (fault) {
      // `useClient` has already shown an `ApiFault` to the user.
      if (!(fault instanceof ApiFault)) throw fault;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={label(title)}
      okText={label(go)}
      okButtonProps={{ danger, disabled }}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => void run()}
    >
      {children}
    </Modal>
  );
};
