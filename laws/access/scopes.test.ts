import { afterAll, expect, test } from 'vitest';
import { abroad, home, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { ok } from '../support/filing.ts';
import { complete, sample } from '../support/inputs.ts';

/**
 * Data scopes and API scopes as clients of the family keep and grant them, on the real server; and what explains
 * access says what the server does.
 */
const app = await startApplication([home, abroad]);
afterAll(() => app.close());

const admin = await app.as('admin');
const dept = (code: string): string => app.departments[home]?.get(code) ?? '';
const idOf = async (table: 'menu' | 'role', name: string, tenantId = home): Promise<string> => {
  const column = { menu: 'code', role: 'role_alias' }[table];
  const [row] = await app.database.query<{ id: string }>(
    `select id::text from ${table} where tenant_id = $1 and ${column} = $2`,
    [tenantId, name],
  );
  return row?.id ?? '';
};
const paper = app.resources.find(({ key }) => key === 'papersapp');
if (!paper) throw new Error('no papers');
const inputs = sample(complete(paper, app.targets()), 3);

/** Records of two colleges and three writers; reads as a secretary of 310 does, whose scope is 310. */
const made: Record<string, string> = {};
for (const [name, unit, writer] of [
  ['a310', '310', 'teacher'],
  ['b310', '310', 'dept_secretary'],
  ['c320', '320', 'teacher320'],
] as const) {
  const { id: writerId } = await app.as(writer);
  const actor = await app.parts.actorOf(home, writerId);
  if (!actor) throw new Error(`${writer} is not signed in`);
  const input = { ...inputs[Object.keys(made).length], fkDeptId: dept(unit) };
  const row = await app.parts.engine.as(actor).save(paper, input);
  made[name] = row.id;
  await app.database.query(`update ${paper.table} set audit_status = '2' where id = $1`, [row.id]);
  await app.database.query('update paper_authors set user_id = null where parent_id = $1', [
    row.id,
  ]);
}
const named = (ids: readonly string[]) =>
  Object.keys(made)
    .filter((name) => ids.includes(made[name] ?? ''))
    .sort();
/** Records that somebody finds by list, counts and detail; these have to agree. */
const seen = async (who: Client): Promise<readonly string[]> => {
  const list = await ok(who.get(`${paper.path}/list`, { size: '200' }));
  const found = named((list.records as { id: string }[]).map(({ id }) => id));
  for (const [name, id] of Object.entries(made)) {
    const { status } = await who.get(`${paper.path}/detail`, { id });
    expect([name, status]).toEqual([name, found.includes(name) ? 200 : 404]);
    const history = await who.get(`${paper.path}/history`, { id });
    expect([name, history.status === 200]).toEqual([name, found.includes(name)]);
    const lookup = (await who.get(`${paper.path}/lookup`, { ids: id })).data as unknown;
    expect([name, Array.isArray(lookup) && lookup.length > 0]).toEqual([
      name,
      found.includes(name),
    ]);
  }
  for (const [index, [name, id]] of Object.entries(made).entries()) {
    const q = String(inputs[index]?.artName).slice(0, 90);
    const hits = JSON.stringify((await who.get('keyan/search', { q })).data);
    expect([name, hits.includes(id)]).toEqual([name, found.includes(name)]);
  }
  const counts = await ok(who.get(`${paper.path}/counts`));
  expect(Number(counts['2'] ?? 0)).toBe(Number(list.total));
  return found;
};

const page = Object.values(paper.views).find(({ code }) => code.endsWith('Lib'))?.code ?? '';
const scopeBody = async (more: object) => ({
  id: '',
  menuId: await idOf('menu', page),
  scopeName: '只看本人',
  resourceCode: 'own',
  scopeColumn: 'create_user',
  scopeType: 2,
  scopeField: '*',
  scopeClass: '',
  scopeValue: '',
  remark: '',
  ...more,
});
const scope = async (more: object): Promise<string> =>
  String((await ok(admin.post('blade-system/data-scope/submit', await scopeBody(more)))).id);
const grant = async (alias: string, body: object, who = admin) =>
  who.post('blade-system/role/grant', { roleIds: [await idOf('role', alias)], ...body });

test('a data scope is kept as clients send it, and offered below its page', async () => {
  const id = await scope({});
  const list = await ok(
    admin.get('blade-system/data-scope/list', {
      current: '1',
      size: '10',
      menuId: await idOf('menu', page),
    }),
  );
  expect((list.records as object[])[0]).toMatchObject({
    id,
    scopeName: '只看本人',
    scopeType: '2',
    scopeTypeName: '本人可见',
    scopeColumn: 'createUser',
    scopeValue: '',
  });
  const tree = (await admin.get('blade-system/menu/grant-tree')).data;
  expect(JSON.stringify(tree.dataScope)).toContain('只看本人');
  expect(tree.apiScope).toEqual([]);
  const refused: readonly (readonly [object, string])[] = [
    [{ scopeType: 5, scopeValue: 'create_dept = 1 or 1 = 1' }, '自定义部门'],
    [{ scopeColumn: 'artName' }, '权限字段'],
    [{ scopeType: 3, scopeColumn: 'create_user' }, '权限字段'],
    [{ scopeField: 'a,b' }, '可见字段'],
    [{ menuId: await idOf('menu', 'param') }, '菜单'],
  ];
  for (const [more, words] of refused) {
    const { status, msg } = await admin.post(
      'blade-system/data-scope/submit',
      await scopeBody(more),
    );
    expect([words, status, msg]).toEqual([words, 400, expect.stringContaining(words)]);
  }
});

test('it narrows list, detail, search, counts, history and choices for the role, at once, and opens nothing', async () => {
  const secretary = await app.as('dept_secretary');
  expect(await seen(secretary)).toEqual(['a310', 'b310']);
  const own = await scope({ scopeName: '本人' });
  const chosen = await scope({
    scopeName: '美术学院',
    scopeType: 5,
    scopeValue: dept('320'),
    scopeColumn: '',
  });
  expect(
    await grant('dept_secretary', {
      dataScopeIds: ['4', own, await idOf('menu', page)],
      apiScopeIds: [],
    }),
  ).toMatchObject({ status: 200 });
  const keys = await admin.get('blade-system/menu/role-tree-keys', {
    roleIds: await idOf('role', 'dept_secretary'),
  });
  expect(keys.data.dataScope).toEqual(['4', own]);
  await expect.poll(() => seen(secretary)).toEqual(['b310']);
  // The university's other roles see what they saw.
  expect(await seen(await app.as('rd_admin'))).toEqual(['a310', 'b310', 'c320']);
  // A scope beyond the role opens nothing that the role does not: the other college stays closed.
  await grant('dept_secretary', { dataScopeIds: ['4', chosen] });
  await expect.poll(() => seen(secretary)).toEqual(['b310']);
  await grant('dept_secretary', { dataScopeIds: ['4', own, chosen] });
  const removed = await admin.post('blade-system/data-scope/remove', { ids: [own] });
  expect(removed).toMatchObject({ status: 400, msg: expect.stringContaining('已有角色使用') });
  // Another role of the same person that has the page without a limit opens what it opens alone.
  const roles = await Promise.all(
    ['dept_secretary', 'teacher'].map((alias) => idOf('role', alias)),
  );
  const person = app.people[home]?.get('dept_secretary');
  await admin.post('blade-user/grant', { userIds: [person], roleIds: roles });
  await expect.poll(() => seen(secretary)).toEqual(['b310']);
  await admin.post('blade-user/grant', { userIds: [person], roleIds: roles.slice(0, 1) });
  await grant('dept_secretary', { dataScopeIds: ['4'] });
  await expect.poll(() => seen(secretary)).toEqual(['a310', 'b310']);
  const history = await admin.get('blade-system/roles/history', {
    id: await idOf('role', 'dept_secretary'),
  });
  expect(JSON.stringify(history.data)).toContain('美术学院');
});

test('nobody widens by scopes what they do not see themselves', async () => {
  const own = await scope({ scopeName: '岗位' });
  await app.database.query(
    `insert into role_menu (tenant_id, role_id, menu_id)
     select r.tenant_id, r.id, m.id from role r join menu m on m.tenant_id = r.tenant_id
      where r.tenant_id = $1 and r.role_alias = 'dept_secretary'
        and m.code in ('role', 'role_grant', 'datascope', 'datascope_edit', 'datascope_add')
     on conflict do nothing`,
    [home],
  );
  const secretary = await app.as('dept_secretary');
  await expect
    .poll(async () => (await secretary.get('blade-system/data-scope/list')).status)
    .toBe(200);
  const widened = await secretary.post('blade-system/data-scope/submit', {
    id: own,
    scopeName: '岗位',
    scopeType: 1,
  });
  expect(widened.status).toBe(403);
  await grant('teacher', { dataScopeIds: ['2', own] });
  const taken = await grant('teacher', { dataScopeIds: ['2'] }, secretary);
  expect(taken.status).toBe(403);
  await grant('teacher', { dataScopeIds: ['2'] });
});

test('an API scope closes a path to roles that do not hold it, under each spelling, at once', async () => {
  const rd = await app.as('rd_admin');
  const body = {
    id: '',
    menuId: await idOf('menu', 'user'),
    scopeName: '重置密码',
    resourceCode: 'reset',
    scopePath: '/api/blade-user/reset-password',
    scopeType: 1,
    remark: '',
  };
  const call = () => rd.post('blade-system/user/reset-password', { userIds: ['1'] });
  await app.database.query(
    `insert into role_menu (tenant_id, role_id, menu_id)
     select r.tenant_id, r.id, m.id from role r join menu m on m.tenant_id = r.tenant_id
      where r.tenant_id = $1 and r.role_alias = 'rd_admin' and m.code in ('user', 'user_reset')
     on conflict do nothing`,
    [home],
  );
  await expect.poll(async () => (await call()).status).toBe(404);
  const made = await ok(admin.post('blade-system/api-scope/submit', body));
  await expect.poll(async () => (await call()).status).toBe(403);
  expect((await call()).msg).toContain('接口');
  // The administrators hold it from the beginning.
  expect((await admin.post('blade-user/reset-password', { userIds: ['1'] })).status).toBe(404);
  const list = await ok(admin.get('blade-system/api-scope/list', { scopeName: '重置' }));
  expect((list.records as object[])[0]).toMatchObject({
    scopePath: 'blade-user/reset-password',
    scopeTypeName: '系统接口',
  });
  await grant('rd_admin', { apiScopeIds: [made.id] });
  await expect.poll(async () => (await call()).status).toBe(404);
  const keys = await admin.get('blade-system/menu/role-tree-keys', {
    roleIds: await idOf('role', 'rd_admin'),
  });
  expect(keys.data.apiScope).toEqual([made.id]);
  await grant('rd_admin', { apiScopeIds: [] });
  await expect.poll(async () => (await call()).status).toBe(403);
  for (const scopePath of ['blade-auth/**', 'blade-system/role/*', '/blade-system/**']) {
    const { status, msg } = await admin.post('blade-system/api-scope/submit', {
      ...body,
      scopePath,
    });
    expect([scopePath, status, msg]).toEqual([scopePath, 400, expect.stringContaining('不能限制')]);
  }
  expect(
    (await admin.post('blade-system/api-scope/remove', { ids: [String(made.id)] })).status,
  ).toBe(200);
  await expect.poll(async () => (await call()).status).toBe(404);
  // Another university has its own, or none.
  const stranger = await app.as('admin', abroad);
  expect(
    (await ok(stranger.get('blade-system/api-scope/list', { size: '200' }))).records,
  ).not.toContainEqual(expect.objectContaining({ id: made.id }));
});

const office = await app.as('rd_admin');
const person = (account: string): string => app.people[home]?.get(account) ?? '';

interface Answer {
  readonly sees: boolean;
  readonly roles: readonly { readonly name: string; readonly rules: readonly string[] }[];
}
const why = async (account: string, who = office) =>
  ok(
    who.get('keyan/explain/record', {
      resource: 'http://x/achievement/papersLib/detail',
      id: made.a310 ?? '',
      userId: person(account),
    }),
  ) as Promise<unknown> as Promise<Answer>;

test('for every person it says what the server does, and why', async () => {
  // Whoever reads the records may be given the page.
  await app.database.query(
    `insert into role_menu (tenant_id, role_id, menu_id)
     select r.tenant_id, r.id, m.id from role r join menu m on m.tenant_id = r.tenant_id
      where r.tenant_id = $1 and r.role_alias in ('rd_admin', 'dept_secretary') and m.code = 'explain'
     on conflict do nothing`,
    [home],
  );
  const open = async () => (await office.get('keyan/explain/pages')).status;
  await expect.poll(open).toBe(200);
  for (const account of app.people[home]?.keys() ?? []) {
    const seen = (
      await (await app.as(account)).get(`${paper.path}/detail`, { id: made.a310 ?? '' })
    ).status;
    const answer = await why(account);
    expect([account, answer.sees]).toEqual([account, seen === 200]);
    expect([account, answer.roles.some(({ rules }) => rules.length > 0)]).toEqual([
      account,
      answer.sees,
    ]);
  }
  expect((await why('teacher')).roles).toContainEqual(
    expect.objectContaining({ name: '科研人员', rules: ['本人是「创建人」'] }),
  );
  const secretary = await why('dept_secretary');
  expect(secretary.roles[0]?.rules[0]).toContain('在角色的数据范围内');
  expect(await why('secretary320')).toMatchObject({ sees: false, roles: [{ rules: [] }] });
});

test('whose rights open a page: roles with their people', async () => {
  const answer = await ok(office.get('keyan/explain/page', { code: 'paperLib', size: '200' }));
  const roles = answer.roles as { alias: string; people: number }[];
  const has = async (account: string): Promise<boolean> =>
    JSON.stringify((await (await app.as(account)).get('blade-system/menu/routes')).data).includes(
      'papersLib',
    );
  const named = (answer.people as { id: string }[]).map(({ id }) => id);
  for (const account of app.people[home]?.keys() ?? []) {
    expect([account, named.includes(person(account))]).toEqual([account, await has(account)]);
  }
  expect(roles.find(({ alias }) => alias === 'rd_admin')?.people).toBe(1);
});

test('it is for those who have the page, shows nothing they may not see, and is noted', async () => {
  const teacher = await app.as('teacher');
  expect((await teacher.get('keyan/explain/page', { code: 'paper' })).status).toBe(403);
  const secretary = await app.as('dept_secretary');
  const foreign = await secretary.get('keyan/explain/record', {
    resource: paper.key,
    id: made.c320 ?? '',
    userId: person('teacher'),
  });
  expect(foreign.status).toBe(404);
  const [event] = await app.database.query<{ count: number }>(
    `select count(*)::int as count from security_event
      where tenant_id = $1 and kind = 'accessExplained' and user_id = $2`,
    [home, person('rd_admin')],
  );
  expect(event?.count).toBeGreaterThan(10);
});
