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

/** Administrators of the platform itself are kept on the page of accounts. */
const platform = '000000';

const useAdministrator = (row: WireRow, button: (open: () => void) => ReactNode): ReactNode => {
  const permissions = usePermissions();
  const [open, setOpen] = useState(false);
  if (!permissions.has('tenantFile_admin') || row.tenantCode === platform) return null;
  return (
    <>
      {button(() => setOpen(true))}
      <Suspense>{open && <Administrator row={row} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
};

/** 账号 in the row of a tenant: its administrator. */
const TenantTools = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  return useAdministrator(row, (open) => (
    <button type="button" className="ky-link" tabIndex={-1} onClick={open}>
      {label(['账号', 'Admin'])}
    </button>
  ));
};

/** The same in the head of its page. */
const TenantActions = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  return useAdministrator(row, (open) => (
    <Button onClick={open}>{label(['设置管理员', 'Set administrator'])}</Button>
  ));
};

/** How tenants differ from plain records on their pages. */
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

/** How packages differ from plain records on their pages. */
export const tenantPackagePresentation = present(tenantPackage, {
  fields: {
    packageName: { span: 2, width: 220 },
    remark: { span: 2 },
    menuId: { span: 4, Editor: PackageMenusEditor, Text: PackageMenusText },
  },
});
