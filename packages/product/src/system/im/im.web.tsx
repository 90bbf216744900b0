import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { useState } from 'react';
import { im } from './im.ts';

/** Renders 测试: sends a message to the user by this application. */
const TryApp = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const permissions = usePermissions();
  const [busy, setBusy] = useState(false);
  if (!permissions.has('im_edit')) return null;
  const send = () => {
    setBusy(true);
    void client
      .post('/keyan/im/try', { id: row.id })
      .then(() =>
        toast.success(['测试消息已发到自己的账号', 'A test message was sent to your account']),
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

/** Presentation of message applications on their list and form. */
export const imPresentation = present(im, { ExtraRowActions: TryApp });
