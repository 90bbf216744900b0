import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect } from 'vitest';
import { filled, ident, ids, list, nodes, page, row, text } from './shapes.ts';
import { act, get, keeping, type Step, save } from './steps.ts';

const account = {
  id: ident,
  tenantId: filled,
  tenantName: filled,
  account: text,
  name: text,
  realName: filled,
  code: text,
  email: text,
  avatar: text,
  userType: text,
  userTypeName: text,
  sex: text,
  sexName: text,
  roleId: ids,
  roleName: text,
  deptId: ids,
  deptName: text,
  postId: ids,
  postName: text,
  userExt: text,
  createTime: filled,
};

const filters = { account: '', realName: '', userType: '', deptId: '' };
const paging = { current: 1, size: 10 };
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const mine = (data: { readonly records: readonly RowLike[] }): unknown => {
  expect(data.records).toHaveLength(1);
  return data.records[0]?.id;
};

let seen: RowLike = {};

/** Requests of the page of accounts, from its first request to deleting its records. */
export const accounts: readonly Step[] = [
  get('blade-system/tenant/select', {}, list(row({ tenantId: filled, tenantName: filled }))),
  get(
    'blade-system/dict/dictionary',
    { code: 'user_type' },
    list(row({ dictKey: filled, dictValue: filled })),
  ),
  get('blade-system/dict/dictionary', { code: 'sex' }, list(row({ dictKey: filled }))),
  get(
    'blade-system/dept/lazy-list',
    { deptName: '', parentId: '' },
    list(row({ id: ident, deptName: filled })),
  ),
  get('blade-system/role/tree', { tenantId: '000000' }, nodes),
  get('blade-system/dept/tree', { tenantId: '000000' }, nodes),
  get(
    'blade-system/post/select',
    { tenantId: '000000' },
    list(row({ id: ident, postName: filled })),
  ),
  get('{users}/page', { ...paging, ...filters }, page(row(account))),
  get('{users}/list', { ...paging, ...filters }, page(row(account))),
  get('{users}/user-list', filters, list(row(account))),
  save('{users}/submit', ({ tag, role, unit, other, post }) => ({
    id: '',
    tenantId: '000000',
    account: `stock_${tag}`,
    userType: 1,
    password: 'Qinghe#88142',
    password2: 'Qinghe#88142',
    name: '程远',
    realName: '程远',
    phone: '13800005678',
    email: 'a@example.edu.cn',
    sex: 1,
    birthday: '1985-06-07 00:00:00',
    code: `S${tag}`,
    roleId: role,
    deptId: `${unit},${other}`,
    postId: post,
  })),
  keeping(
    get(
      '{users}/page',
      ({ tag }) => ({ ...paging, ...filters, account: `stock_${tag}` }),
      page(row(account)),
    ),
    'made',
    mine,
  ),
  {
    ...get('{users}/detail', ({ made }) => ({ id: made }), row(account)),
    judge: ({ data }, { unit, other, role, post }) => {
      seen = data as RowLike;
      expect([row(account)(data, 'data'), seen]).toEqual([
        [],
        expect.objectContaining({
          deptId: `${unit},${other}`,
          roleId: role,
          postId: post,
          sex: '1',
        }),
      ]);
      for (const name of ['roleId', 'deptId', 'postId']) String(seen[name]).split(',');
    },
  },
  save('{users}/update', () => ({ ...seen, realName: '程远航', $cellEdit: false, postId: '' })),
  {
    ...get('{users}/detail', ({ made }) => ({ id: made }), row(account)),
    judge: ({ data }) => expect(data).toMatchObject({ realName: '程远航', postId: '' }),
  },
  save('blade-user/submitV2', () => ({ ...seen, realName: '程远帆' })),
  get(
    '{users}/platform-detail',
    ({ made }) => ({ id: made }),
    row({ userType: filled, userExt: text, account: filled }),
  ),
  act('{users}/update-platform', ({ made }) => ({ userId: made, userType: 2, userExt: '{"a":1}' })),
  {
    ...get('{users}/platform-detail', ({ made }) => ({ id: made }), row({})),
    judge: ({ data }) => expect(data).toMatchObject({ userType: '2', userExt: '{"a":1}' }),
  },
  act('{users}/grant', ({ made, role }) => ({ userIds: [made], roleIds: [role] })),
  act('{users}/reset-password', ({ made }) => ({ userIds: [made] })),
  act('{users}/unlock', ({ made }) => ({ userIds: [made] })),
  {
    call: 'GET {users}/export-user',
    send: (client, path) =>
      client.open(path, {
        'blade-auth': client.manner.name === 'S40' ? client.token : `bearer ${client.token}`,
        account: '',
        realName: '程远',
      }),
    judge: ({ status, type, bytes }) =>
      expect([status, type, bytes.subarray(0, 2).toString()]).toEqual([200, xlsx, 'PK']),
  },
  {
    call: 'GET {users}/export-template',
    send: (client, path) => client.open(path, { 'blade-auth': `bearer ${client.token}` }),
    judge: ({ status, type, bytes }, known) => {
      expect([status, type]).toEqual([200, xlsx]);
      known.template = bytes.toString('base64');
    },
  },
  {
    call: 'POST {users}/import-user',
    send: (client, path, { template = '' }) =>
      client.upload(path, new File([Buffer.from(template, 'base64')], '用户.xlsx'), {
        isCovered: 0,
      }),
    // A template without rows imports nobody.
    judge: ({ status, code, msg }) =>
      expect([status, code, msg]).toEqual([400, 400, expect.any(String)]),
  },
  {
    ...save('{users}/update-info', () => ({})),
    send: async (client, path) => {
      const { data } = await client.get(`${client.manner.users}/info`);
      return client.save(path, { ...(data as RowLike), email: 'admin@example.edu.cn' });
    },
  },
  {
    ...act('{users}/update-password', {
      oldPassword: 'wrong',
      newPassword: 'Qinghe#88142',
      newPassword1: 'Qinghe#88142',
    }),
    judge: ({ code, msg }) => expect([code, msg]).toEqual([400, '原密码不正确!']),
  },
  act('{users}/remove', ({ made }) => ({ ids: [made] })),
  {
    ...get(
      '{users}/page',
      ({ tag }) => ({ ...paging, ...filters, account: `stock_${tag}` }),
      row({}),
    ),
    judge: ({ data }) => expect(data).toMatchObject({ total: 0, records: [] }),
  },
];
