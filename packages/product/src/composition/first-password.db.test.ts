import { afterAll, expect, test } from 'vitest';
import { personnel } from '../people/personnel.ts';
import { accountEndpoints } from '../system/accounts/account.server.ts';
import { accountEditEndpoints } from '../system/accounts/account-edit.endpoints.server.ts';
import { user } from '../system/accounts/user.ts';
import { userBehaviour } from '../system/accounts/user-behaviour.server.ts';
import { department } from '../system/departments/department.ts';
import { defaultPassword } from '../system/parameters/params.ts';
import { roleEndpoints } from '../system/roles/role.endpoints.server.ts';
import { role } from '../system/roles/role.ts';
import { startTestSystem, testTenant } from '../testing.ts';

const system = await startTestSystem(
  ({ identity, accounts }) => [
    ...accountEndpoints(identity, accounts),
    ...accountEditEndpoints(identity, accounts),
    ...roleEndpoints(identity, new Set()),
  ],
  { resources: [user, department, personnel, role], behaviours: [userBehaviour] },
);
afterAll(() => system.close());
const admin = (await system.token('admin')) ?? '';

const choose = (value: string) =>
  system.database.query(
    'update param set param_value = $1 where tenant_id = $2 and param_key = $3',
    [value, testTenant, defaultPassword.key],
  );

const roleOf = async (alias: string): Promise<string> => {
  const [role] = await system.database.query<{ id: string }>(
    `select id::text from role where tenant_id = '${testTenant}' and role_alias = '${alias}'`,
  );
  return role?.id ?? '';
};
const made = async (account: string, password?: string, role = 'teacher'): Promise<string> => {
  const body = {
    account,
    realName: '周若澜',
    name: '若澜',
    userType: '2',
    password,
    deptId: system.departments.get('310'),
    roleId: await roleOf(role),
  };
  const { data, msg } = await system.call('POST', 'blade-user/submit', { token: admin, body });
  if (!data.id) throw new Error(msg);
  return String(data.id);
};
const reset = async (userId: string) => {
  const body = { userIds: [userId] };
  const { data } = await system.call('POST', 'blade-user/reset-password', { token: admin, body });
  return (data as unknown as readonly { readonly password: string }[])[0]?.password ?? '';
};
const due = async (account: string, password: string) => {
  const token = await system.token(account, password);
  if (!token) return undefined;
  return (await system.call('GET', 'blade-auth/oauth/user-info', { token })).data.password_due;
};

test('new and reset accounts get the first password of the school, which must be changed', async () => {
  await choose('Jiangling#2026x');
  const id = await made('ruolan');
  expect(await due('ruolan', 'Jiangling#2026x')).toBe(true);
  await made('typed', 'Another#Pass77');
  expect(await due('typed', 'Another#Pass77')).toBe(true);
  expect(await due('typed', 'Jiangling#2026x')).toBeUndefined();
  expect(await reset(id)).toBe('Jiangling#2026x');
});

test('without one a reset draws it, and so it does where the account is part of it', async () => {
  const id = await made('jiangling');
  expect(await reset(id)).toMatch(/^.{12}$/);
  await choose('none');
  expect(await reset(id)).toMatch(/^.{12}$/);
});

test('whoever administers never has it: made, reset, or risen before the first sign-in', async () => {
  await choose('Jiangling#2026x');
  const keeper = await made('keeper', undefined, 'admin');
  expect(await due('keeper', 'Jiangling#2026x')).toBeUndefined();
  expect(await reset(keeper)).toMatch(/^.{12}$/);
  const office = await made('office', undefined, 'rd_admin');
  expect(await reset(office)).toMatch(/^.{12}$/);

  const risen = await made('risen');
  expect(await due('risen', 'Jiangling#2026x')).toBe(true);
  const body = { userIds: [risen], roleIds: [await roleOf('admin')] };
  expect((await system.call('POST', 'blade-user/grant', { token: admin, body })).status).toBe(200);
  expect(await due('risen', 'Jiangling#2026x')).toBeUndefined();
  const drawn = await reset(risen);
  expect([drawn.length, await due('risen', drawn)]).toEqual([12, true]);
});

test('a role that comes to administer takes it from those who have the role, and ends their sessions', async () => {
  await choose('Jiangling#2026x');
  await made('lowly', undefined, 'expert');
  const chosen = await made('chosen', undefined, 'expert');
  const token = (await system.token('lowly', 'Jiangling#2026x')) ?? '';
  // Another first password does not make the earlier one less known.
  await choose('Hanjiang#2027y');
  const menuOf = async (code: string) =>
    (
      await system.database.query<{ id: string }>(
        `select id::text from menu where tenant_id = '${testTenant}' and code = '${code}'`,
      )
    )[0]?.id;
  await system.database.query(
    `update user_secret set is_initial = false, is_shared = false where user_id = ${chosen}`,
  );
  const roleId = await roleOf('expert');
  const keys = await system.call('GET', `blade-system/menu/role-tree-keys?roleIds=${roleId}`, {
    token: admin,
  });
  const body = {
    roleIds: [roleId],
    menuIds: [...(keys.data.menu as string[]), await menuOf('user_reset')],
  };
  expect(
    (await system.call('POST', 'blade-system/role/grant', { token: admin, body })).status,
  ).toBe(200);
  expect(await due('lowly', 'Jiangling#2026x')).toBeUndefined();
  expect((await system.call('GET', 'blade-auth/oauth/user-info', { token })).status).toBe(401);
  // One that its person chose stays.
  expect(await due('chosen', 'Jiangling#2026x')).toBe(false);
});

test('a weak one is refused', () => {
  const { format } = defaultPassword.field.spec;
  expect(
    ['none', 'Jiangling#2026x', '123456', 'Admin@123'].map((one) => format?.test(one)),
  ).toEqual([true, true, false, false]);
});
