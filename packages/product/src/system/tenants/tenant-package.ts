import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { menu } from '../../shared/references/refs.ts';

/**
 * 租户套餐: menus and buttons available to tenants with this package, chosen from the platform's own. All others are hidden
 * from every user of such a tenant.
 */
export const tenantPackage = defineResource({
  key: 'tenantPackage',
  label: ['租户套餐', 'Tenant package'],
  table: 'tenant_package',
  path: 'blade-system/tenant-package',
  scarce: { records: 'few', because: 'a platform offers few packages' },
  title: 'packageName',
  fields: {
    packageName: f
      .text(['套餐名称', 'Name'])
      .requiredInDraft()
      .max(50)
      .unique()
      .searchable()
      .specimen(({ serial }) => `套餐${serial}`),
    menuId: f
      .refs(['菜单与按钮', 'Menus and buttons'], menu)
      .max(5000)
      .help([
        '租户只能使用这些菜单与按钮；角色、用户、菜单管理总是保留',
        'Tenants can only use these menus and buttons; managing roles, users and menus is always included',
      ])
      .specimen(() => null),
    remark: f.text(['备注', 'Remark']).max(200),
  },
  views: {
    manage: {
      label: ['租户套餐', 'Packages'],
      code: 'tenantPackage',
      path: '/platform/package',
      note: [
        '保存后对使用该套餐的租户立即生效；套餐外的授权保留，套餐放宽后恢复',
        'Effective immediately for tenants with this package; permissions beyond it are kept and return when the package is extended',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['platform', 2],
      icon: 'FolderOutlined',
      grants: {},
    },
  },
  list: {
    columns: ['packageName', 'remark', 'updateTime'],
    filters: ['packageName'],
    sort: 'packageName',
  },
  form: [
    {
      key: 'package',
      title: ['套餐', 'Package'],
      fields: ['packageName', 'remark', 'menuId'],
    },
  ],
  access: { read: permission('tenantPackage'), write: permission('tenantPackage_edit') },
});
