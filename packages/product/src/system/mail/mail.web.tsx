import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { useState } from 'react';
import { mail } from './mail.ts';

/** Renders 测试: sends a test mail to the user. */
const TryMail = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const permissions = usePermissions();
  const [busy, setBusy] = useState(false);
  if (!permissions.has('mail_edit')) return null;
  const send = () => {
    setBusy(true);
    void client
      .post('/keyan/mail/try', { id: row.id })
      .then(() =>
        toast.success(['测试邮件已发到自己的邮箱', 'A test e-mail was sent to your own address']),
      )
      // `useClient` has already shown the fault.
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <button type="button" className="ky-link" disabled={busy} onClick={send}>
      {label(['测试', 'Test'])}
    </button>
  );
};

/** Presentation of mail services on their list and form. */
export const mailPresentation = present(mail, { ExtraRowActions: TryMail });
