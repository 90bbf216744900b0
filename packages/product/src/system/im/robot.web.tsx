import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { useState } from 'react';
import { RoleNames, RolePicker } from '../../shared/role-picker.web.tsx';
import { robot } from './robot.ts';

/** Renders 测试: posts a test message to the group. */
const TryRobot = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const mayTry = usePermissions().has('robot_edit');
  const [busy, setBusy] = useState(false);
  if (!mayTry) return null;
  const send = () => {
    setBusy(true);
    void client
      .post('/keyan/robot/try', { id: row.id })
      .then(() => toast.success(['测试消息已发到群里', 'A test message was sent to the group']))
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

/** Presentation of group robots on their list and form. */
export const robotPresentation = present(robot, {
  fields: {
    roles: {
      span: 4,
      Editor: ({ form: _form, ...props }) => (
        <RolePicker {...props} prompt={['群成员共同的角色', 'Roles shared by all group members']} />
      ),
      Text: RoleNames,
      Cell: RoleNames,
    },
    msgTypes: { span: 4 },
  },
  ExtraRowActions: TryRobot,
});
