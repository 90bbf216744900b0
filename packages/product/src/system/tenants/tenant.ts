import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { tenantIdShape } from '@keyan/kernel/values/tenant.ts';
import { url } from '../../shared/formats/formats.ts';
import { datasource, tenantPackage } from '../../shared/references/refs.ts';

/**
 * 租户: universities on the platform. The data that sign-in needs are in the table `tenant`, which is read before the
 * user is known and updated from these records (decision 0150).
 */
export const tenant = defineResource({
  key: 'tenantFile',
  label: ['租户', 'Tenant'],
  table: 'tenant_file',
  path: 'blade-system/tenant',
  scarce: { records: 'few', because: 'each is a whole university' },
  title: 'tenantName',
  englishTitle: 'tenantNameEn',
  fields: {
    tenantCode: f
      .text(['租户编号', 'Tenant number'])
      .max(12)
      .format({
        test: (value) => tenantIdShape.test(value),
        message: [
          '租户编号应为 1 到 12 位字母、数字、下划线或连字符',
          'A tenant id takes 1 to 12 letters, digits, underscores or hyphens',
        ],
      })
      .unique((value) => value)
      .searchable()
      .alsoNamed('tenantId')
      .help([
        '不填则自动编号；保存后不能修改',
        'Numbered automatically if empty; cannot be changed once saved',
      ])
      .specimen(({ serial }) => `t${serial}`),
    tenantName: f.text(['租户名称', 'Name']).requiredInDraft().max(50).searchable(),
    tenantNameEn: f.text(['英文名称', 'English name']).max(100),
    domain: f
      .text(['域名', 'Domain'])
      .max(200)
      .unique((value) => value.toLowerCase())
      .alsoNamed('domainUrl')
      .help([
        '打开此域名的登录页即进入该租户',
        'The sign-in page at this domain leads to this tenant',
      ])
      .specimen(() => null),
    linkman: f.text(['联系人', 'Contact']).max(30),
    contactNumber: f.text(['联系电话', 'Phone']).max(30),
    address: f.text(['联系地址', 'Address']).max(200),
    backgroundUrl: f.text(['登录页背景', 'Background']).max(500).format(url),
    logo: f.text(['标志', 'Logo']).max(500).format(url),
    packageId: f
      .ref(['套餐', 'Package'], tenantPackage)
      .help(['不选则可使用全部功能', 'If empty, all functions are available'])
      .specimen(() => null),
    accountNumber: f
      .integer(['账号额度', 'Account limit'])
      .between(-1, 1_000_000, ['不限', 'No limit'])
      .initial(-1)
      .help(['-1 为不限', '-1 for no limit'])
      .specimen(() => -1),
    expireTime: f
      .time(['过期时间', 'Expires'])
      .help([
        '到期后该租户的人员不能登录，正在使用的会收到提示；数据保留',
        'After expiry, people of the tenant cannot sign in, and those signed in are told; data are kept',
      ])
      .specimen(() => null),
    datasourceId: f
      .ref(['数据源', 'Data source'], datasource)
      .computed()
      .help(['空为主数据库', 'Empty: the main database']),
  },
  views: {
    manage: {
      label: ['租户管理', 'Tenants'],
      code: 'tenantFile',
      path: '/platform/tenant',
      note: [
        '新增后系统自动建立菜单、角色、字典和流程；再为其设置管理员',
        'A new tenant gets its menus, roles, dictionaries and routes automatically; then set its administrator',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['platform', 1],
      icon: 'ApartmentOutlined',
      grants: {},
      rights: [
        { code: 'tenantFile_setting', label: ['授权配置', 'Limits and package'], roles: [] },
        { code: 'tenantFile_admin', label: ['设置管理员', 'Set administrator'], roles: [] },
      ],
    },
  },
  list: {
    columns: [
      'tenantName',
      'tenantCode',
      'domain',
      'linkman',
      'contactNumber',
      'packageId',
      'accountNumber',
      'expireTime',
      'datasourceId',
      'address',
      'backgroundUrl',
    ],
    filters: ['tenantCode', 'tenantName', 'linkman', 'domain', 'packageId', 'expireTime'],
    sort: 'tenantCode',
  },
  form: [
    {
      key: 'tenant',
      title: ['租户', 'Tenant'],
      fields: [
        'tenantName',
        'tenantNameEn',
        'tenantCode',
        'domain',
        'linkman',
        'contactNumber',
        'address',
        'logo',
        'backgroundUrl',
      ],
    },
    {
      key: 'limits',
      title: ['授权', 'Limits'],
      fields: ['packageId', 'accountNumber', 'expireTime'],
      shown: ['datasourceId'],
    },
  ],
  access: { read: permission('tenantFile'), write: permission('tenantFile_edit') },
});
