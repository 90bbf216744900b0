import type { Session } from '@keyan/engine/store/connection/database.ts';
import { selectEndpoints } from '@keyan/product/system/accounts/select.server.ts';
import { userEndpoints } from '@keyan/product/system/accounts/user.server.ts';
import { deptEndpoints } from '@keyan/product/system/departments/dept.server.ts';
import { roleEndpoints } from '@keyan/product/system/roles/role.endpoints.server.ts';
import { role } from '@keyan/product/system/roles/role.ts';
import { startTestSystem, testTenant } from '@keyan/product/testing.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { seedOrganisation } from './organisation.ts';

const system = await startTestSystem(
  ({ identity }) => [
    ...userEndpoints,
    ...selectEndpoints,
    ...deptEndpoints,
    ...roleEndpoints(identity, new Set()),
  ],
  { resources: [role] },
);
afterAll(() => system.close());
const admin = (await system.token('admin')) ?? '';

let asked = 0;
const counted = <S extends Session>(session: S): S =>
  new Proxy(session, {
    get: (target, name) => {
      if (name === 'query' || name === 'send') asked += 1;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
const { database } = system.engine;
const [read, transaction] = [database.read.bind(database), database.transaction.bind(database)];
vi.spyOn(database, 'read').mockImplementation((tenant, work) =>
  read(tenant, (session) => work(counted(session))),
);
vi.spyOn(database, 'transaction').mockImplementation((tenant, work) =>
  transaction(tenant, (tx) => work(counted(tx))),
);

/** Answer of a call, and the number of statements that the call made. */
const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
  // Whoever asks is remembered, unless their rights just changed.
  await system.call('GET', 'blade-auth/oauth/user-info', { token: admin });
  asked = 0;
  const { status, msg, data } = await system.call(method, path, {
    token: admin,
    ...(body && { body }),
  });
  expect([path, status, msg]).toEqual([path, 200, expect.any(String)]);
  return { data, statements: asked };
};

const idsOf = async (table: string, where: string) =>
  (
    await system.database.query<{ id: string }>(
      `select id::text from ${table} where tenant_id = $1 and is_deleted = 0 and ${where} order by id`,
      [testTenant],
    )
  ).map(({ id }) => id);

const seed = (people: number, departments: number, roles: number, menus: number) =>
  seedOrganisation(
    system.database.ownerUrl,
    { people, departments, roles, menus },
    String(BigInt(people) * 1_000_000_000n),
    () => undefined,
  );

/** Statements of everything that the pages of a large university load and save. */
const statements = async (): Promise<Readonly<Record<string, number>>> => {
  const [college = ''] = await idsOf('dept', "dept_code like 'B%' and dept_category = '2'");
  const [small = ''] = await idsOf('role', "role_alias like 'bulk%'");
  const menuIds = await idsOf('menu', "code like 'bulk%'");
  const calls = {
    users: `blade-user/page?size=10&deptId=${college}`,
    level: `blade-system/dept/lazy-tree?parentId=${college}`,
    tree: 'blade-system/dept/tree',
    roles: 'blade-system/role/tree',
    grantable: 'blade-system/menu/grant-tree',
    held: `blade-system/menu/role-tree-keys?roleIds=${small}`,
  };
  const counts: Record<string, number> = {};
  for (const [name, path] of Object.entries(calls)) {
    counts[name] = (await call('GET', path)).statements;
  }
  const grant = (ids: readonly string[]) =>
    call('POST', 'blade-system/role/grant', { roleIds: [small], menuIds: ids });
  counts.take = (await grant([])).statements;
  counts.give = (await grant(menuIds)).statements;
  return counts;
};

test('pages of a large university ask as many questions as those of a small one', async () => {
  const shipped = (await idsOf('menu', 'true')).length;
  await seed(30, 30, 20, shipped + 60);
  const few = await statements();
  await seed(600, 1200, 300, shipped + 1300);
  const many = await statements();
  // The log of calls writes beside them.
  const more = Object.entries(many).map(([name, count]) => [name, count - (few[name] ?? 0) < 4]);
  expect(more).toEqual(Object.keys(few).map((name) => [name, true]));
  expect(Math.max(...Object.values(many))).toBeLessThan(20);
  const granted = await idsOf('menu', "code like 'bulk%'");
  expect(granted.length).toBeGreaterThan(1200);
});

test('a level of the tree has no more than that level, and people below a department are found', async () => {
  const [college = ''] = await idsOf('dept', "dept_code like 'B%' and dept_category = '2'");
  const level = (await call('GET', `blade-system/dept/lazy-list?parentId=${college}`))
    .data as unknown as readonly { readonly parentId: string; readonly ancestors: string }[];
  const [root = ''] = await idsOf('dept', 'parent_id is null');
  expect(level.length).toBeLessThan(20);
  expect(new Set(level.map(({ parentId, ancestors }) => `${parentId} ${ancestors}`))).toEqual(
    new Set([`${college} 0,${root},${college}`]),
  );
  const { data: tree } = await call('GET', 'blade-system/dept/lazy-tree');
  expect((tree as unknown as readonly { id: string }[]).map(({ id }) => id)).toEqual([root]);
  const [{ below } = { below: 0 }] = await system.database.query<{ below: number }>(
    `with recursive below as (select id from dept where id = $1
       union select d.id from dept d join below b on d.parent_id = b.id)
     select count(*)::int as below from users where dept_id in (select id from below)`,
    [college],
  );
  const { data: page } = await call('GET', `blade-user/page?size=10&deptId=${college}`);
  expect(page.total).toBe(below);
  expect(below).toBeGreaterThan(20);
  expect(page.records).toHaveLength(10);
});
