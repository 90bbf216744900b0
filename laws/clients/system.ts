import { expect } from 'vitest';
import { filled, flag, ident, ids, key, list, number, page, row, text, time } from './shapes.ts';
import { act, get, keeping, keeps, type Step, save } from './steps.ts';

/** Requests of the pages of posts, clients and parameters. */
export const rows: readonly Step[] = [
  ...keeps({
    path: 'blade-system/post',
    typed: ({ tag }) => ({
      tenantId: '000000',
      category: 1,
      postCode: `p_${tag}`,
      postName: `岗位${tag}`,
      sort: 1,
      remark: '',
    }),
    filters: ['category', 'postCode', 'postName'],
    finds: ({ tag }) => ({ postCode: `p_${tag}` }),
    reads: {
      id: ident,
      tenantId: filled,
      category: key,
      categoryName: filled,
      postCode: filled,
      postName: filled,
      sort: number,
      remark: text,
    },
    changes: { postName: '改名', remark: '注' },
  }),
  ...keeps({
    path: 'blade-system/client',
    typed: ({ tag }) => ({
      clientId: `c_${tag}`,
      clientSecret: `secret_${tag}`,
      authorizedGrantTypes: 'password,refresh_token',
      scope: 'all',
      accessTokenValidity: 3600,
      refreshTokenValidity: 604800,
      webServerRedirectUri: 'https://a.example.edu.cn',
      resourceIds: 'keyan',
      authorities: 'user',
      autoapprove: 'true',
      additionalInformation: '{"a":1}',
    }),
    filters: ['clientId', 'clientSecret'],
    finds: ({ tag }) => ({ clientId: `c_${tag}` }),
    reads: {
      id: ident,
      clientId: filled,
      clientSecret: filled,
      authorizedGrantTypes: filled,
      scope: text,
      accessTokenValidity: number,
      refreshTokenValidity: number,
      webServerRedirectUri: text,
      resourceIds: text,
      authorities: text,
      autoapprove: text,
    },
    detail: { resourceIds: filled, authorities: filled, additionalInformation: filled },
    changes: { accessTokenValidity: 1800, autoapprove: 'false' },
  }),
  ...keeps({
    path: 'blade-system/param',
    typed: ({ tag }) => ({
      paramName: `参数${tag}`,
      paramKey: `stock.${tag}`,
      paramValue: '1',
      remark: '',
    }),
    filters: ['paramName', 'paramKey', 'paramValue'],
    finds: ({ tag }) => ({ paramKey: `stock.${tag}` }),
    reads: { id: ident, paramName: filled, paramKey: filled, paramValue: filled },
    detail: { remark: text },
    changes: { paramValue: '2' },
  }),
];

/**
 * Requests for data scopes and API scopes of a menu, whose tree S49 and TD expand level by level.
 */
export const scopes: readonly Step[] = [
  get(
    'blade-system/menu/lazy-menu-list',
    { parentId: 0 },
    list(row({ id: ident, name: filled, hasChildren: flag })),
  ),
  ...keeps({
    path: 'blade-system/data-scope',
    typed: ({ tag, menu }) => ({
      menuId: menu,
      scopeName: `范围${tag}`,
      resourceCode: `r_${tag}`,
      scopeColumn: 'create_user',
      scopeType: 2,
      scopeField: '*',
      scopeClass: 'org.example.Mapper.selectPage',
      scopeValue: '',
      remark: '',
    }),
    filters: ['menuId', 'scopeName', 'resourceCode'],
    finds: ({ tag }) => ({ scopeName: `范围${tag}` }),
    reads: {
      id: ident,
      menuId: ident,
      scopeName: filled,
      resourceCode: filled,
      scopeColumn: filled,
      scopeType: key,
      scopeTypeName: filled,
      scopeField: filled,
      scopeClass: text,
      scopeValue: ids,
      remark: text,
    },
    changes: { remark: '注' },
  }),
  ...keeps({
    path: 'blade-system/api-scope',
    typed: ({ tag, menu }) => ({
      menuId: menu,
      scopeName: `接口${tag}`,
      resourceCode: `a_${tag}`,
      scopePath: `/blade-stock/${tag}`,
      scopeType: 1,
      remark: '',
    }),
    filters: ['menuId', 'scopeName', 'resourceCode'],
    finds: ({ tag }) => ({ scopeName: `接口${tag}` }),
    reads: {
      id: ident,
      menuId: ident,
      scopeName: filled,
      resourceCode: filled,
      scopePath: filled,
      scopeType: key,
      scopeTypeName: filled,
      remark: text,
    },
    changes: { remark: '注' },
  }),
];

const tenant = {
  id: ident,
  tenantId: filled,
  tenantName: filled,
  linkman: text,
  contactNumber: text,
  address: text,
  accountNumber: number,
  expireTime: time,
  domain: text,
  domainUrl: text,
  backgroundUrl: text,
};

/** Requests of the pages of tenants and their packages, for the platform. */
export const tenants: readonly Step[] = [
  get('blade-develop/datasource/select', {}, list(row({ id: ident, name: filled }), true)),
  get(
    'blade-system/tenant-package/select',
    {},
    list(row({ id: ident, packageName: filled }), true),
  ),
  ...keeps({
    path: 'blade-system/tenant-package',
    typed: ({ tag, menu }) => ({ packageName: `套餐${tag}`, menuId: menu, remark: '' }),
    filters: ['packageName'],
    finds: ({ tag }) => ({ packageName: `套餐${tag}` }),
    reads: { id: ident, packageName: filled, remark: text },
    detail: { menuId: ids },
    changes: { remark: '注' },
  }),
  save('blade-system/tenant-package/submit', ({ tag, menu }) => ({
    packageName: `套餐${tag}`,
    menuId: menu,
  })),
  keeping(
    get('blade-system/tenant-package/select', {}, list(row({ id: ident, packageName: filled }))),
    'package',
    (all: readonly { readonly id: string }[]) => all.at(-1)?.id,
  ),
  ...keeps({
    path: 'blade-system/tenant',
    typed: ({ tag }) => ({
      tenantName: `大学${tag}`,
      linkman: '程远',
      contactNumber: '010-1',
      address: '路',
      domainUrl: `${tag}.example.edu.cn`,
      backgroundUrl: '',
    }),
    filters: ['tenantId', 'tenantName', 'linkman'],
    finds: ({ tag }) => ({ tenantName: `大学${tag}` }),
    reads: tenant,
    detail: { datasourceId: text },
    changes: { linkman: '林' },
  }),
  save('blade-system/tenant/submit', ({ tag }) => ({
    id: '',
    tenantName: `学院${tag}`,
    domain: '',
  })),
  keeping(
    get(
      'blade-system/tenant/list',
      ({ tag }) => ({ current: 1, size: 10, tenantName: `学院${tag}` }),
      page(row(tenant)),
    ),
    'tenant',
    ({ records }: { readonly records: readonly { readonly id: string }[] }) => records[0]?.id,
  ),
  keeping(
    get('blade-system/tenant/detail', ({ tenant: id }) => ({ id }), row(tenant)),
    'tenantId',
    ({ tenantId }: { tenantId: string }) => tenantId,
  ),
  act('blade-system/tenant/setting', ({ tenant: id }) => ({
    ids: [id],
    accountNumber: 50,
    expireTime: '2999-01-01 00:00:00',
  })),
  act('blade-system/tenant/package-setting', ({ tenantId, package: packageId }) => ({
    tenantId,
    packageId,
  })),
  {
    ...get(
      'blade-system/tenant/package-detail',
      ({ tenantId }) => ({ tenantId }),
      row({ id: ident, menuId: ids }),
    ),
    judge: ({ data }, known) =>
      expect(data).toMatchObject({ id: known.package, menuId: known.menu }),
  },
  {
    ...get('blade-system/tenant/detail', ({ tenant: id }) => ({ id }), row(tenant)),
    judge: ({ data }) =>
      expect(data).toMatchObject({ accountNumber: 50, expireTime: '2999-01-01 00:00:00' }),
  },
  act('blade-system/tenant/remove', ({ tenant: id }) => ({ ids: [id] })),
];
