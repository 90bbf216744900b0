import { SendOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { useState } from 'react';
import { MovePanel } from './MovePanel.web.tsx';
import { oss } from './oss.ts';

/** Renders 测试: writes a test object and reads it back. */
const TryStore = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const permissions = usePermissions();
  const [busy, setBusy] = useState(false);
  if (!permissions.has('oss_edit')) return null;
  const attempt = () => {
    setBusy(true);
    void client
      .post('/keyan/oss/try', { id: row.id })
      .then(() => toast.success(['存储可用', 'The storage is available']))
      // `useClient` has already shown the fault.
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <button type="button" className="ky-link" disabled={busy} onClick={attempt}>
      {label(['测试', 'Test'])}
    </button>
  );
};

/** Presentation of object stores on their list and form. */
export const ossPresentation = present(oss, {
  ExtraRowActions: TryStore,
  toolbarPanels: [
    {
      key: 'move',
      label: ['文件迁移', 'Move files'],
      icon: <SendOutlined />,
      Panel: MovePanel,
    },
  ],
  fields: {
    ossCode: { width: 150 },
    endpoint: { span: 2, width: 280 },
    accessKey: { span: 2 },
    secretKey: { span: 2 },
    remark: { span: 4 },
  },
});
