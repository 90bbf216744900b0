import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { PackageMenusEditor, PackageMenusText } from './PackageMenus.web.tsx';
import { tenant } from './tenant.ts';
import { tenantPackage } from './tenant-package.ts';

const Administrator = lazy(() => import('./TenantAdministrator.web.tsx'));
const Source = lazy(() => import('./TenantSource.web.tsx'));

/** Number of the platform's own tenant, which has no such actions. */
const platform = '000000';

/** Actions on a tenant that open a dialog. The first is shown in its row, the others on its page. */
const tools = [
  {
    permission: 'tenantFile_admin',
    label: ['设置管理员', 'Set administrator'],
    Dialog: Administrator,
  },
  {
    permission: 'tenantFile_setting',
    label: ['数据源', 'Data source'],
    Dialog: Source,
  },
] as const;

type Tool = (typeof tools)[number];

const Tools = ({
  row,
  offered,
  button,
}: {
  readonly row: WireRow;
  readonly offered: readonly Tool[];
  readonly button: (tool: Tool, open: () => void) => ReactNode;
}) => {
  const permissions = usePermissions();
  const [open, setOpen] = useState<Tool>();
  if (row.tenantCode === platform) return null;
  const close = () => setOpen(undefined);
  return (
    <>
      {offered
        .filter(({ permission }) => permissions.has(permission))
        .map((tool) => button(tool, () => setOpen(tool)))}
      <Suspense>{open && <open.Dialog row={row} onClose={close} />}</Suspense>
    </>
  );
};

/** Renders the button 账号 in the row of a tenant: the first of `tools`. */
const TenantTools = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  return (
    <Tools
      row={row}
      offered={tools.slice(0, 1)}
      button={({ permission }, open) => (
        <button key={permission} type="button" className="ky-link" tabIndex={-1} onClick={open}>
          {label(['账号', 'Admin'])}
        </button>
      )}
    />
  );
};

/** Renders 设置管理员 and 数据源 in the header of a tenant's page. */
const TenantActions = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  return (
    <Tools
      row={row}
      offered={tools}
      button={({ permission, label: text }, open) => (
        <Button key={permission} onClick={open}>
          {label(text)}
        </Button>
      )}
    />
  );
};

/** Presentation of tenants on their list and form. */
export const tenantPresentation = present(tenant, {
  ExtraRowActions: TenantTools,
  ExtraRecordActions: TenantActions,
  rowFields: ['tenantCode', 'tenantName'],
  fields: {
    tenantName: { width: 200 },
    tenantCode: { width: 110 },
    domain: { width: 180 },
    accountNumber: { width: 116 },
    packageId: { width: 140 },
    address: { span: 2 },
    logo: { span: 2 },
    backgroundUrl: { span: 2, width: 160 },
  },
});

/** Presentation of packages on their list and form. */
export const tenantPackagePresentation = present(tenantPackage, {
  fields: {
    packageName: { span: 2, width: 220 },
    remark: { span: 2 },
    menuId: { span: 4, Editor: PackageMenusEditor, Text: PackageMenusText },
  },
});
