import { queryKeysOf, type WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { role } from './role.ts';

const GrantDialog = lazy(() => import('./role-grants.web.tsx'));

interface ToolsProps {
  readonly row: WireRow;
  readonly view: View;
}

/** Alias of the platform administrator's role, which has every right and needs no grants. */
const complete = 'administrator';

const useGrants = ({ row }: ToolsProps, button: (open: () => void) => ReactNode): ReactNode => {
  const permissions = usePermissions();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  if (!permissions.has('role_grant') || row.roleAlias === complete) return null;
  return (
    <>
      {button(() => setOpen(true))}
      <Suspense>
        {open && (
          <GrantDialog
            row={row}
            onClose={() => {
              setOpen(false);
              void queries.invalidateQueries({ queryKey: queryKeysOf(role).all });
            }}
          />
        )}
      </Suspense>
    </>
  );
};

/** Renders 权限 in the row of a role. */
const RoleTools = (props: ToolsProps) => {
  const label = useLabel();
  return useGrants(props, (open) => (
    <button type="button" className="ky-link" tabIndex={-1} onClick={open}>
      {label(['权限', 'Permissions'])}
    </button>
  ));
};

/** Renders 权限 in the header of a role's page. */
const RoleActions = (props: ToolsProps) => {
  const label = useLabel();
  return useGrants(props, (open) => (
    <Button type="primary" onClick={open}>
      {label(['权限设置', 'Permissions'])}
    </Button>
  ));
};

/** Presentation of roles on their list and form. */
export const rolePresentation = present(role, {
  ExtraRowActions: RoleTools,
  ExtraRecordActions: RoleActions,
  rowFields: ['roleAlias', 'dataScope', 'roleName'],
  fields: {
    roleName: { width: 220 },
    roleAlias: { width: 150 },
    dataScope: { width: 170 },
    sort: { width: 80 },
    remark: { span: 4 },
  },
});
