import {
  anything,
  filled,
  flag,
  ident,
  ids,
  list,
  nodes,
  number,
  row,
  text,
  tree,
} from './shapes.ts';
import { act, get, type Step } from './steps.ts';

/** Requests of the sign-in page of each client. */
export const strangers: readonly Step[] = [
  get(
    'blade-system/tenant/info',
    { domain: 'http://localhost:1888/login' },
    row({
      tenantId: filled,
      tenantName: filled,
      domain: text,
      domainUrl: text,
      backgroundUrl: text,
    }),
  ),
  get('blade-auth/oauth/captcha', {}, row({ key: filled, image: filled }), { flat: true }),
  get('blade-auth/oauth/captcha', {}, row({ key: filled, image: filled })),
  get('blade-auth/captcha', {}, row({ key: filled, image: filled })),
  get('blade-system/menu/routes', {}, list(anything, true)),
  get('blade-system/menu/auth-routes', {}, list(anything, true)),
  get('blade-auth/oauth/clear-cache', {}, anything),
];

/** Shapes of the response of the token call, by its form. */
export const tokens = {
  flat: row({
    tenant_id: filled,
    user_id: ident,
    dept_id: ids,
    post_id: ids,
    role_id: ids,
    oauth_id: text,
    account: filled,
    user_name: filled,
    nick_name: filled,
    real_name: filled,
    role_name: filled,
    avatar: text,
    access_token: filled,
    refresh_token: filled,
    token_type: filled,
    expires_in: number,
    detail: row({ type: filled }),
  }),
  wrapped: row({
    tenantId: filled,
    userId: ident,
    account: filled,
    userName: filled,
    authority: filled,
    oauthId: text,
    avatar: text,
    accessToken: filled,
    refreshToken: filled,
    tokenType: filled,
    expiresIn: number,
  }),
} as const;

const entry = {
  id: ident,
  parentId: ident,
  code: filled,
  name: filled,
  alias: text,
  path: text,
  source: text,
  category: number,
  action: number,
  isOpen: number,
  sort: number,
};

/** Requests of the frame of each client after signing in. */
export const starts: readonly Step[] = [
  get(
    'blade-auth/oauth/user-info',
    {},
    row({ account: filled, name: filled, roles: list(filled) }),
  ),
  get(
    '{users}/info',
    {},
    row({
      id: ident,
      account: filled,
      name: filled,
      realName: filled,
      avatar: text,
      phone: text,
      email: text,
      roleId: ids,
      deptId: ids,
      postId: ids,
    }),
  ),
  {
    ...get(
      'blade-system/menu/top-menu',
      {},
      list(row({ id: ident, code: filled, name: filled, path: text, source: text })),
    ),
    judge: ({ data }, known) => {
      known.top = String((data as { id: string }[])[1]?.id);
    },
  },
  get('blade-system/menu/routes', {}, tree(entry)),
  get('blade-system/menu/routes', ({ top }) => ({ topMenuId: top }), tree(entry)),
  get('blade-system/menu/buttons', {}, tree(entry)),
  get('blade-system/menu/auth-routes', {}, list(anything)),
  get(
    'blade-system/role-ext/myRole',
    {},
    list(row({ id: ident, roleName: filled, roleAlias: filled })),
  ),
  get('blade-system/role-ext/myRoleMenu', {}, tree(entry)),
  get(
    'blade-system/dict/dictionary',
    { code: 'flow' },
    list(row({ dictKey: filled, dictValue: filled, remark: filled })),
  ),
  get(
    'blade-desk/notice/list',
    { current: 1, size: 5 },
    row({ records: list(row({ id: ident, title: filled }), true), total: number }),
  ),
  get('blade-desk/dashboard/notices', {}, list(anything, true)),
  get('blade-desk/dashboard/my-notices', {}, list(anything, true)),
  get('blade-desk/dashboard/activities', {}, list(anything, true)),
  get('blade-user/checkDefaultPassword', {}, row({ isDefault: flag })),
  get('blade-system/dept/tree', {}, nodes),
];

/** Requests with which browsers report errors, at any time. */
export const reports: readonly Step[] = [
  {
    call: 'POST blade-auth/oauth/logout',
    send: (client) =>
      client.grant('blade-auth/oauth/logout', [
        { type: 'vue', url: '/desk', message: 'x is undefined', stack: '', info: '', time: '' },
      ] as never),
  },
];

/** Last requests of each client. */
export const ends: readonly Step[] = [
  get('blade-auth/oauth/logout', {}, anything),
  act('blade-auth/logout', {}),
];
