import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Budget, Case } from './cases.ts';
import type { Next, Shot } from './load.ts';
import { basic, signIn, tenant } from './people.ts';

/** Size of the university for these cases, as `npm run seed` takes it. */
export const organisation = {
  people: 10_000,
  departments: 5000,
  roles: 1000,
  menus: 2000,
} as const;

const p95 = (limit: number): Budget => ({
  what: 'p95, ms',
  figure: ({ ours }) => ours.p95,
  limit: () => limit,
  is: 'at most',
});

/** Budget of lists, trees and grants. */
const listBudget = p95(150);

/** Makes requests of these paths in turn, by one person. */
const paths = (headers: Shot['headers'], all: readonly string[]): Next => {
  let turn = 0;
  return () => {
    const path = all[turn % all.length] ?? '';
    turn += 1;
    return { method: 'GET', path: `/api/${path}`, headers: headers ?? {} };
  };
};

const idsOf = async (admin: pg.Client, sql: string): Promise<readonly string[]> =>
  (await admin.query<{ id: string }>(sql, [tenant])).rows.map(({ id }) => id);

/** Makes requests that alternately grant a role all menus and half of them. */
const grants = (headers: Shot['headers'], role: string, menus: readonly string[]): Next => {
  let turn = 0;
  return () => {
    turn += 1;
    const menuIds = turn % 2 === 0 ? menus.slice(0, menus.length / 2) : menus;
    return {
      method: 'POST',
      path: '/api/blade-system/role/grant',
      headers: headers ?? {},
      body: JSON.stringify({ roleIds: [role], menuIds }),
    };
  };
};

/**
 * Makes sign-ins with wrong passwords, which cost as much as right ones; accounts differ, so that
 * none is locked.
 */
const signIns = (): Next => {
  let turn = 0;
  const password = createHash('md5').update('Keyan@2026').digest('hex');
  return () => {
    turn += 1;
    const account = ['teacher', 'dept_leader', 'rd_admin', 'rd_achieve'][turn % 4] ?? '';
    const query = new URLSearchParams({
      tenantId: tenant,
      username: account,
      password,
      grant_type: 'password',
      scope: 'all',
      type: 'account',
    });
    return {
      method: 'POST',
      path: `/api/blade-auth/oauth/token?${query}`,
      headers: { authorization: basic, 'tenant-id': tenant },
    };
  };
};

/**
 * Makes the cases of administrators in a large university:
 *
 * - `users`: pages of the accounts, of a department with its descendants, and by name;
 * `users-stock`: as BladeX
 *   clients request them
 * - `departments`: one level of the tree; `department-tree`: all of it, as pickers load it
 * - `role-tree`, `grant-tree`, `grant-keys`: data for the dialog of a role's rights; `grant`:
 * saving it
 * - `menus`: the menu of the administrator, who has all entries
 * - `sign-in`; `permission`: a call that needs the permission check only
 */
export const organisationCases = async (
  site: string,
  admin: pg.Client,
): Promise<readonly Case[]> => {
  const headers = await signIn(site, 'admin');
  const colleges = await idsOf(
    admin,
    `select id::text from dept where tenant_id = $1 and is_deleted = 0 and dept_category = '2' order by id limit 40`,
  );
  const [role = ''] = await idsOf(
    admin,
    `select id::text from role where tenant_id = $1 and role_alias like 'bulk%' order by id limit 1`,
  );
  const menus = await idsOf(
    admin,
    'select id::text from menu where tenant_id = $1 and is_deleted = 0 order by id',
  );
  const pages = Array.from({ length: 50 }, (_, index) => index + 1);
  const one = (name: string, next: () => Next, budget: Budget = listBudget, clients = 4): Case => ({
    name,
    clients,
    ours: async () => next(),
    budgets: [budget],
  });
  const reading = (name: string, all: readonly string[]): Case =>
    one(name, () => paths(headers, all));
  return [
    reading('users', [
      ...pages.map((page) => `blade-user/account/list?view=manage&size=30&current=${page}`),
      ...colleges.map((id) => `blade-user/account/list?view=manage&deptId_equal=${id}`),
    ]),
    reading('users-stock', [
      ...pages.map((page) => `blade-user/page?size=30&current=${page}`),
      ...colleges.map((id) => `blade-user/page?size=30&deptId=${id}`),
      ...['林', '孟', '何', '谢'].map(
        (name) => `blade-user/page?realName=${encodeURIComponent(name)}`,
      ),
    ]),
    reading(
      'departments',
      colleges.map((id) => `blade-system/dept/lazy-list?parentId=${id}`),
    ),
    reading('department-tree', ['blade-system/dept/tree']),
    reading('role-tree', ['blade-system/role/tree', 'blade-system/role/list']),
    reading('grant-tree', ['blade-system/menu/grant-tree']),
    reading('grant-keys', [`blade-system/menu/role-tree-keys?roleIds=${role}`]),
    one('grant', () => grants(headers, role, menus), p95(500), 1),
    reading('menus', ['blade-system/menu/routes']),
    one('sign-in', signIns, p95(500), 2),
    one('permission', () => paths(headers, ['blade-auth/oauth/user-info']), p95(10), 1),
  ];
};
