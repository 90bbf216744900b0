import { afterAll, beforeAll, expect, test } from 'vitest';
import { abroad, home, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';

/** Tenants and packages as the platform's administrator and clients of the family keep them. */
const app = await startApplication([home, abroad]);
afterAll(() => app.close());

const admin = await app.as('admin');
const founding = app.parts.application.jobs.filter(({ name }) => name === 'foundTenant');

interface Row {
  readonly id: string;
  readonly tenantId: string;
  readonly [name: string]: unknown;
}
const rowOf = async (query: Record<string, string>): Promise<Row> => {
  const { data } = await admin.get('blade-system/tenant/list', {
    current: '1',
    size: '10',
    ...query,
  });
  return (data.records as Row[])[0] as Row;
};
const menuIds = async (tenantId: string, ...codes: readonly string[]) =>
  (
    await app.database.query<{ id: string }>(
      'select id::text from menu where tenant_id = $1 and code = any($2)',
      [tenantId, codes],
    )
  ).map(({ id }) => id);

let made: Row;
let own: Client;
/** Password of the administrator of the tenant that is made here. */
let password: string;

beforeAll(async () => {
  app.parts.jobs.start(app.parts.engine, founding);
  await app.parts.jobs.settle();
});

test('a tenant is made as clients send it, set up, and administered by its own people', async () => {
  // tdesign-console: domainUrl; every other client: domain.
  const body = {
    id: '',
    tenantName: '临江大学',
    linkman: '程远',
    contactNumber: '010-1',
    address: '临江路 1 号',
    domainUrl: 'https://LJ.example.edu.cn/login',
    backgroundUrl: '',
  };
  expect(await admin.post('blade-system/tenant/submit', body)).toMatchObject({ status: 200 });
  made = await rowOf({ tenantName: '临江', tenantId: '', linkman: '' });
  expect(made).toMatchObject({
    tenantId: '100001',
    domain: 'lj.example.edu.cn',
    domainUrl: 'lj.example.edu.cn',
    accountNumber: -1,
    expireTime: '',
  });
  expect((await rowOf({ tenantId: '100001' })).id).toBe(made.id);
  await app.parts.jobs.settle();
  const given = await admin.post('blade-system/tenant/administrator', { id: made.id });
  expect(given).toMatchObject({ status: 200, data: { tenantId: '100001', account: 'admin' } });
  password = String(given.data.password);
  const signedIn = await app.nobody.signIn('100001', 'admin', password);
  // An administrator did not choose this password: it is changed first.
  expect((await signedIn.get('blade-user/page')).status).toBe(403);
  await app.database.query(`update user_secret set is_initial = false where tenant_id = '100001'`);
  own = await app.nobody.signIn('100001', 'admin', password);
  expect((await own.get('blade-user/page')).data.total).toBe(1);
  const routes = JSON.stringify((await own.get('blade-system/menu/routes')).data);
  expect(routes).toContain('/system/role');
  expect(routes).not.toContain('/platform');
  const face = await app.nobody.get('blade-system/tenant/info', { domain: 'lj.example.edu.cn' });
  expect(face.data).toMatchObject({ tenantId: '100001', tenantName: '临江大学' });
  expect(
    JSON.stringify((await admin.get('blade-system/tenant/history', { id: made.id })).data),
  ).toContain('设置管理员');
  const [event] = await app.database.query<{ detail: string }>(
    `select detail from security_event where tenant_id = '100001' and kind = 'passwordReset'`,
  );
  expect(event?.detail).toBe('by 000000/admin');
});

test('nobody but who runs the platform sees or keeps tenants', async () => {
  const select = async (who: Client) => (await who.get('blade-system/tenant/select')).data;
  expect(JSON.stringify(await select(admin))).toContain('临江大学');
  expect(await select(own)).toEqual([{ tenantId: '100001', tenantName: '临江大学' }]);
  const stranger = await app.as('admin', abroad);
  const teacher = await app.as('teacher');
  for (const who of [own, stranger, teacher]) {
    expect((await who.get('blade-system/tenant/list')).status).toBe(403);
    for (const [call, body] of [
      ['tenant/submit', { tenantName: '自建' }],
      ['tenant/remove', { ids: [made.id] }],
      ['tenant/setting', { ids: [made.id], accountNumber: 1 }],
      ['tenant/administrator', { id: made.id }],
      ['tenant/package-setting', { tenantId: '100001', packageId: '' }],
      ['tenant-package/submit', { packageName: '自建' }],
    ] as const) {
      const { status } = await who.post(`blade-system/${call}`, body);
      expect([call, [403, 404].includes(status)]).toEqual([call, true]);
    }
  }
  // The page by mistake in another tenant: its almighty role gets in, and finds and changes nothing.
  await app.database.query(
    `insert into menu (tenant_id, id, code, code_key, name, path, category, sort, is_open, is_hidden, origin)
     select $1, 900 + n, code, code, code, '/x', '1', 1, '1', '0', '2'
       from unnest('{tenantFile,tenantFile_add,tenantFile_edit,tenantFile_admin,tenantFile_setting}'::text[])
         with ordinality as given (code, n)`,
    [abroad],
  );
  await app.database.query(
    `insert into role_menu (tenant_id, role_id, menu_id)
     select r.tenant_id, r.id, m.id from role r join menu m on m.tenant_id = r.tenant_id and m.id > 900 and m.id < 910
      where r.tenant_id = $1 and r.role_alias = 'administrator'`,
    [abroad],
  );
  await expect.poll(async () => (await stranger.get('blade-system/tenant/list')).status).toBe(200);
  expect((await stranger.get('blade-system/tenant/list')).data.total).toBe(0);
  const refused = await stranger.post('blade-system/tenant/submit', { tenantName: '自建' });
  expect(refused.status).toBe(403);
  expect(
    (await stranger.post('blade-system/tenant/setting', { ids: [made.id], accountNumber: 1 }))
      .status,
  ).toBe(403);
});

test('a package takes menus, buttons and calls from everybody of the tenant, and gives them back', async () => {
  const role = await menuIds(home, 'paperLib', 'paperLib_view');
  const named = { packageName: '基础版', menuId: role.join(','), remark: '' };
  expect((await admin.post('blade-system/tenant-package/submit', named)).status).toBe(200);
  const select = (await admin.get('blade-system/tenant-package/select')).data as unknown as Row[];
  expect(select).toContainEqual({ id: expect.any(String), packageName: '基础版' });
  const packageId = select.find(({ packageName }) => packageName === '基础版')?.id ?? '';
  expect(
    (await admin.get('blade-system/tenant-package/detail', { id: packageId })).data,
  ).toMatchObject(named);
  // Whatever the role of the administrator grants: both pages, before.
  await app.database.query(
    `insert into role_menu (tenant_id, role_id, menu_id)
     select r.tenant_id, r.id, m.id from role r join menu m on m.tenant_id = r.tenant_id
      where r.tenant_id = '100001' and r.role_alias = 'admin'
     on conflict do nothing`,
  );
  const reads = async (path: string) => (await own.get(`kh-edu-research/${path}/list`)).status;
  await expect.poll(() => reads('patentvo')).toBe(200);
  const given = await admin.post(
    `blade-system/tenant/package-setting?tenantId=100001&packageId=${packageId}`,
    {},
  );
  expect(given.status).toBe(200);
  const detail = await admin.get('blade-system/tenant/package-detail', { tenantId: '100001' });
  expect(detail.data).toMatchObject({ id: packageId, menuId: role.join(',') });
  await expect.poll(() => reads('patentvo')).toBe(403);
  expect(await reads('papers')).toBe(200);
  const routes = JSON.stringify((await own.get('blade-system/menu/routes')).data);
  expect(routes).toContain('papersLib');
  expect(routes).not.toContain('patent');
  // The way to administer stays, and grants stay within the package.
  expect((await own.get('blade-user/page')).status).toBe(200);
  const tree = JSON.stringify((await own.get('blade-system/menu/grant-tree')).data);
  const [outside = ''] = await menuIds('100001', 'patent');
  expect([tree.includes('论文'), tree.includes(outside)]).toEqual([true, false]);
  const [teacher] = await app.database.query<{ id: string }>(
    `select id::text from role where tenant_id = '100001' and role_alias = 'expert'`,
  );
  const beyond = await own.post('blade-system/role/grant', {
    roleIds: [teacher?.id],
    menuIds: [outside],
  });
  expect([beyond.status, beyond.msg]).toEqual([403, expect.stringContaining('不能授予')]);
  // In use it stays; widened, what slept is there again.
  const removed = await admin.post('blade-system/tenant-package/remove', { ids: [packageId] });
  expect(removed).toMatchObject({ status: 400, msg: expect.stringContaining('已被引用') });
  const wider = [...role, ...(await menuIds(home, 'patent'))].join(',');
  const widened = { id: packageId, packageName: '基础版', menuId: wider };
  expect((await admin.post('blade-system/tenant-package/submit', widened)).status).toBe(200);
  await expect.poll(() => reads('patentvo')).toBe(200);
  await admin.post('blade-system/tenant/package-setting?tenantId=100001&packageId=', {});
  await expect.poll(() => reads('collectionThesis')).toBe(200);
});

test('several tenants change together or not at all', async () => {
  const platform = await rowOf({ tenantId: home });
  // The platform's own has no limit: with it, the other gets none either.
  const refused = await admin.post('blade-system/tenant/setting', {
    ids: [made.id, platform.id],
    accountNumber: 7,
  });
  expect([refused.status, (await rowOf({ tenantId: '100001' })).accountNumber]).toEqual([400, -1]);
});

test('its only administrator is not locked out by stop, role, grant, scope or package', async () => {
  const [me] = ((await own.get('blade-user/page')).data.records ?? []) as Row[];
  const ofTenant = async (table: 'role' | 'menu', column: string, value: string) =>
    (
      await app.database.query<{ id: string }>(
        `select id::text from ${table} where tenant_id = '100001' and ${column} = $1`,
        [value],
      )
    )[0]?.id ?? '';
  const role = await ofTenant('role', 'role_alias', 'admin');
  const scope = await own.post('blade-system/data-scope/submit', {
    menuId: await ofTenant('menu', 'code', 'user'),
    scopeName: '本人',
    scopeType: 2,
  });
  const held = (await own.get('blade-system/menu/role-tree-keys', { roleIds: role })).data;
  const keeps = async (...without: readonly string[]) => {
    const gone = await Promise.all(without.map((code) => ofTenant('menu', 'code', code)));
    return (held.menu as string[]).filter((menu) => !gone.includes(menu));
  };
  const users = [me?.id];
  const teacher = await ofTenant('role', 'role_alias', 'teacher');
  const locking: readonly (readonly [call: string, body: object])[] = [
    ['kh-edu-research/personnelaccount/stopUser', { userIds: users }],
    ['blade-user/grant', { userIds: users, roleIds: [teacher] }],
    ['blade-user/update', { id: me?.id, roleId: teacher }],
    ['blade-user/account/submit', { id: me?.id, version: me?.version, roles: ['teacher'] }],
    ['blade-system/role/grant', { roleIds: [role], menuIds: [] }],
    ['blade-system/role/grant', { roleIds: [role], menuIds: await keeps('role_grant') }],
    ['blade-system/role/grant', { roleIds: [role], menuIds: await keeps('user') }],
    ['blade-system/role/grant', { roleIds: [role], dataScopeIds: ['2'] }],
    ['blade-system/role/grant', { roleIds: [role], dataScopeIds: ['1', scope.data.id] }],
  ];
  for (const [call, body] of locking) {
    const { status, msg } = await own.post(call, body);
    const refused = { 400: '管理员', 403: '不能停用自己的账号' }[status];
    expect([call, body, status, msg]).toEqual([
      call,
      body,
      status,
      expect.stringContaining(refused ?? '?'),
    ]);
  }
  for (const ids of [users, [role]]) {
    const path = ids === users ? 'blade-user/remove' : 'blade-system/role/remove';
    expect([path, [400, 403].includes((await own.post(path, { ids })).status)]).toEqual([
      path,
      true,
    ]);
  }
  // A package of nothing leaves the way back, too.
  const none = { packageName: '空', menuId: '' };
  const { data } = await admin.post('blade-system/tenant-package/submit', none);
  await admin.post(`blade-system/tenant/package-setting?tenantId=100001&packageId=${data.id}`, {});
  await expect.poll(async () => (await own.get('kh-edu-research/papers/list')).status).toBe(403);
  for (const path of ['blade-user/page', 'blade-system/role/list', 'blade-system/menu/list']) {
    expect([path, (await own.get(path)).status]).toEqual([path, 200]);
  }
  await admin.post('blade-system/tenant/package-setting?tenantId=100001&packageId=', {});
  // Two who stop each other at the same moment: one of them is left.
  const second = await own.post('blade-user/submit', {
    account: 'second_admin',
    name: '陈舟',
    realName: '陈舟',
    password: 'Qinghe#88142',
    roleId: role,
    deptId: me?.deptId,
  });
  expect([second.status, second.msg]).toEqual([200, expect.any(String)]);
  await app.database.query(`update user_secret set is_initial = false where tenant_id = '100001'`);
  const other = await app.nobody.signIn('100001', 'second_admin', 'Qinghe#88142');
  const stop = 'kh-edu-research/personnelaccount/stopUser';
  const stopped = await Promise.all([
    own.post(stop, { userIds: [second.data.id] }),
    other.post(stop, { userIds: users }),
  ]);
  expect(stopped.filter(({ status }) => status === 200)).toHaveLength(1);
  await app.database.query(
    `update users set status = case when account = 'admin' then '1' else '0' end where tenant_id = '100001'`,
  );
  // Whichever was stopped is signed out.
  own = await app.nobody.signIn('100001', 'admin', password);
});

test('what its administrator takes is given back, and the platform’s own is never given', async () => {
  const [role] = await app.database.query<{ id: string }>(
    `select id::text from role where tenant_id = '100001' and role_alias = 'admin'`,
  );
  const roleIds = [role?.id];
  const keys = async () =>
    (await own.get('blade-system/menu/role-tree-keys', { roleIds: role?.id ?? '' })).data;
  const grant = (body: object) => own.post('blade-system/role/grant', { roleIds, ...body });
  const sessions = () => own.get('keyan/session/list');
  // A test above gave them what is the platform's own, as that one's administrator may.
  await app.database.query(
    `delete from role_menu rm using menu m
      where rm.tenant_id = '100001' and rm.role_id = $1 and m.tenant_id = rm.tenant_id and m.id = rm.menu_id
        and m.code ~ '^(info|develop|datasource|codeModel)'`,
    [role?.id],
  );
  const held = (await keys()).menu as string[];
  // No other role has this page.
  const page = await menuIds('100001', 'session', 'session_end');
  expect((await grant({ menuIds: held.filter((id) => !page.includes(id)) })).status).toBe(200);
  await expect.poll(async () => (await sessions()).status).toBe(403);
  const tree = async () => JSON.stringify((await own.get('blade-system/menu/grant-tree')).data);
  expect(await tree()).toContain('登录会话');
  expect((await grant({ menuIds: held })).status).toBe(200);
  await expect.poll(async () => (await sessions()).status).toBe(200);

  const made = await own.post('blade-system/api-scope/submit', {
    menuId: page[0],
    scopeName: '登录会话列表',
    scopePath: 'keyan/session/list',
    scopeType: 1,
  });
  expect((await grant({ apiScopeIds: [] })).status).toBe(200);
  await expect.poll(async () => (await sessions()).status).toBe(403);
  expect((await grant({ apiScopeIds: [made.data.id] })).status).toBe(200);
  await expect.poll(async () => (await sessions()).status).toBe(200);
  await grant({ apiScopeIds: [] });
  await own.post('blade-system/api-scope/remove', { ids: [made.data.id] });

  // The administrator may grant neither the rights of the platform's administrator alone nor those that the package
  // leaves out.
  expect(await tree()).not.toContain('代码生成');
  for (const code of ['info_state', 'codeModel', 'datasource_edit']) {
    const beyond = await grant({ menuIds: [...held, ...(await menuIds('100001', code))] });
    expect([code, beyond.status, beyond.msg]).toEqual([
      code,
      403,
      expect.stringContaining('不能授予自己没有的权限'),
    ]);
  }
  await grant({ menuIds: held.filter((id) => !page.includes(id)) });
  const none = { packageName: '无会话', menuId: '' };
  const { data } = await admin.post('blade-system/tenant-package/submit', none);
  await admin.post(`blade-system/tenant/package-setting?tenantId=100001&packageId=${data.id}`, {});
  await expect.poll(tree).not.toContain('登录会话');
  expect((await grant({ menuIds: held })).status).toBe(403);
  await admin.post('blade-system/tenant/package-setting?tenantId=100001&packageId=', {});
  await expect.poll(tree).toContain('登录会话');
  expect((await grant({ menuIds: held })).status).toBe(200);
});

test('a tenant whose term ends while its people work says so, and loses nothing', async () => {
  const setting = (query: string) => admin.post(`blade-system/tenant/setting?${query}`, {});
  expect((await setting(`ids=${made.id}&accountNumber=1&expireTime=`)).status).toBe(200);
  const full = await own.post('blade-system/user/submit', {
    account: 'second',
    realName: '陈舟',
    password: 'Qinghe#88142',
  });
  expect(full).toMatchObject({ status: 400 });
  const draft = { key: '/x', title: '草稿', values: { artName: '未提交' } };
  await own.post('keyan/drafts/save', draft);
  expect(
    (await setting(`ids=${made.id}&accountNumber=-1&expireTime=2020-01-01 00:00:00`)).status,
  ).toBe(200);
  await expect.poll(async () => (await own.get('blade-user/page')).status).toBe(403);
  const refused = await own.get('blade-user/page');
  expect(refused.msg).toContain('使用期限已到');
  expect(JSON.parse(refused.raw.toString()).error_code).toBe('tenant_closed');
  await expect(app.nobody.signIn('100001', 'admin', 'x')).rejects.toThrow();
  expect(
    (await app.nobody.get('blade-system/tenant/info', { domain: 'lj.example.edu.cn' })).data,
  ).toEqual({});
  // Extended, everybody goes on where they were.
  expect((await setting(`ids=${made.id}&expireTime=2999-01-01`)).status).toBe(200);
  await expect.poll(async () => (await own.get('blade-user/page')).status).toBe(200);
});

test('a removed tenant is closed, its number is never given again, and the platform stays', async () => {
  expect((await admin.post('blade-system/tenant/remove', { ids: [made.id] })).status).toBe(200);
  await expect.poll(async () => (await own.get('blade-user/page')).status).toBe(403);
  const again = await admin.post('blade-system/tenant/submit', {
    tenantName: '另一所',
    tenantCode: '100001',
  });
  expect(again.status).toBe(400);
  const platform = await rowOf({ tenantId: home });
  expect((await admin.post('blade-system/tenant/remove', { ids: [platform.id] })).status).toBe(400);
  const closing = await admin.post('blade-system/tenant/setting', {
    ids: [platform.id],
    expireTime: '2020-01-01 00:00:00',
  });
  expect(closing).toMatchObject({ status: 400, msg: expect.stringContaining('平台自身') });
  expect((await admin.get('blade-user/page')).status).toBe(200);
  // The row as the list gave it comes back whole.
  expect(
    (await admin.post('blade-system/tenant/submit', { ...platform, linkman: '林' })).status,
  ).toBe(200);
});

test('the last administrator of a tenant is neither removed nor locked out', async () => {
  const role = async (alias: string) =>
    (
      await app.database.query<{ id: string }>(
        'select id::text from role where tenant_id = $1 and role_alias = $2',
        [abroad, alias],
      )
    )[0]?.id ?? '';
  const stranger = await app.as('admin', abroad);
  const id = app.people[abroad]?.get('admin') ?? '';
  const bare = await stranger.post('blade-user/grant', {
    userIds: [id],
    roleIds: [await role('teacher')],
  });
  expect(bare).toMatchObject({ status: 400, msg: expect.stringContaining('管理员') });
  expect((await stranger.post('blade-user/remove', { ids: [id] })).status).toBe(403);
  const grant = await stranger.post('blade-system/role/grant', {
    roleIds: [await role('administrator')],
    menuIds: [],
  });
  expect(grant.status).toBe(400);
});
