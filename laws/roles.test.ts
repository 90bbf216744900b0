import { afterAll, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';
import { agree, ok, path } from './support/filing.ts';

/** Roles as clients of the family keep and grant them, on the real server. */
const app = await startApplication([home, '100000']);
afterAll(() => app.close());

const admin = await app.as('admin');
const menuIds = async (...codes: readonly string[]): Promise<readonly string[]> =>
  (
    await app.database.query<{ id: string }>(
      'select id::text from menu where tenant_id = $1 and code = any($2)',
      [home, codes],
    )
  ).map(({ id }) => id);

interface RoleNode {
  readonly id: string;
  readonly roleAlias: string;
  readonly children?: readonly RoleNode[];
}
const flat = (nodes: readonly RoleNode[]): readonly RoleNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
const roleOf = async (alias: string): Promise<string> => {
  const { data } = await admin.get('blade-system/role/list', { current: '1', size: '10' });
  return flat(data as unknown as RoleNode[]).find((one) => one.roleAlias === alias)?.id ?? '';
};
const submit = (body: object) => admin.post('blade-system/role/submit', body);

test('a role is made, put below another, granted, and acts on the next click', async () => {
  const top = { id: '', tenantId: home, parentId: '', roleName: '人事处', roleAlias: 'hr_office' };
  expect(await submit({ ...top, sort: 60 })).toMatchObject({ status: 200 });
  const parent = await roleOf('hr_office');
  const low = { roleName: '人事专员', roleAlias: 'hr_clerk', parentId: parent, sort: 1 };
  expect((await submit(low)).status).toBe(200);
  const clerk = await roleOf('hr_clerk');
  expect((await submit({ ...top, id: parent, parentId: clerk, sort: 60 })).msg).toContain(
    '上级不能是自己的下级',
  );
  const nodes = (await admin.get('blade-system/role/tree-by-id', { roleId: parent })).data;
  expect(JSON.stringify(nodes)).not.toContain(clerk);

  const teacher = await app.as('teacher');
  expect((await teacher.get('blade-system/role/list')).status).toBe(403);
  const given = await menuIds('role', 'role_view');
  const granted = await admin.post('blade-system/role/grant', {
    roleIds: [clerk],
    menuIds: given,
    dataScopeIds: ['1'],
    apiScopeIds: [],
  });
  expect(granted.status).toBe(200);
  expect((await admin.get('blade-system/menu/role-tree-keys', { roleIds: clerk })).data).toEqual({
    menu: expect.arrayContaining([...given]),
    dataScope: ['1'],
    apiScope: [],
    dept: [],
  });
  const history = await admin.get('blade-system/roles/history', { id: clerk });
  expect(JSON.stringify(history.data)).toContain('角色管理');
  // The person has the page without signing in again.
  await admin.post('blade-user/grant', {
    userIds: [app.people[home]?.get('teacher') ?? ''],
    roleIds: [await roleOf('teacher'), clerk],
  });
  expect((await teacher.get('blade-system/role/list')).status).toBe(200);
  const routes = JSON.stringify((await teacher.get('blade-system/menu/routes')).data);
  expect(routes).toContain('/system/role');

  expect((await admin.post('blade-system/role/remove', { ids: [clerk] })).msg).toContain('已分配');
  expect((await admin.post('blade-system/role/remove', { ids: [parent] })).status).toBe(400);
});

test('nobody grants what they do not have, nor to whom is above them', async () => {
  const clerk = await roleOf('hr_clerk');
  const teacher = await app.as('teacher');
  const grant = (roleId: string, menus: readonly string[], more: object = {}) =>
    teacher.post('blade-system/role/grant', { roleIds: [roleId], menuIds: menus, ...more });
  expect((await grant(clerk, [])).status).toBe(403);
  const held = await menuIds('role', 'role_view', 'role_grant');
  await admin.post('blade-system/role/grant', { roleIds: [clerk], menuIds: held });
  const wider = await grant(clerk, [...held, ...(await menuIds('user_reset'))]);
  expect([wider.status, wider.msg]).toEqual([403, '不能授予自己没有的权限：重置密码']);
  for (const alias of ['administrator', 'admin', 'rd_admin']) {
    expect([alias, (await grant(await roleOf(alias), held)).status]).toEqual([alias, 403]);
  }
  // Taking what they may not give leaves it.
  await admin.post('blade-system/role/grant', {
    roleIds: [clerk],
    menuIds: [...held, ...(await menuIds('user_reset'))],
  });
  const tree = JSON.stringify((await admin.get('blade-system/menu/grant-tree')).data);
  expect(tree).toContain('重置密码');
  const { topMenus } = (await admin.get('blade-system/menu/grant-tree')).data;
  const group = (topMenus as readonly { title: string; menus: readonly string[] }[]).find(
    ({ menus }) => menus.includes(held[0] ?? ''),
  );
  expect(group?.title).toBe('系统管理');
  const own = await roleOf('administrator');
  expect((await admin.post('blade-system/role/grant', { roleIds: [own] })).status).toBe(400);
});

test('shipped roles stay, aliases stay, and other universities have their own', async () => {
  const id = await roleOf('rd_fund');
  expect((await admin.post('blade-system/role/remove', { ids: [id] })).msg).toContain('内置');
  const renamed = { id, roleName: '经费科', roleAlias: 'fund', parentId: '0', sort: 6 };
  expect((await submit(renamed)).msg).toContain('别名');
  expect((await submit({ ...renamed, roleAlias: 'rd_fund' })).status).toBe(200);
  const abroad = await app.as('admin', '100000');
  expect((await abroad.get('blade-system/role/detail', { id })).status).toBe(404);
  expect(
    (await abroad.post('blade-system/role/submit', { ...renamed, roleAlias: 'x' })).status,
  ).toBe(404);
  expect(
    (await abroad.post('blade-system/role/grant', { roleIds: [id], menuIds: [] })).status,
  ).toBe(404);
});

test('a department moves and merges with its people, and never below itself', async () => {
  const dept = (code: string): string => app.departments[home]?.get(code) ?? '';
  const save = (body: object) => admin.post('blade-system/dept/submit', body);
  const made = await save({
    id: '',
    parentId: dept('320'),
    deptName: '版画系',
    fullName: '版画系',
    sort: 1,
    deptCategory: 2,
  });
  expect(made.status).toBe(200);
  const unit = String(made.data.id);
  // The tree is kept from here on, and follows every change.
  const before = JSON.stringify((await admin.get('blade-system/dept/tree')).data);
  expect([before.includes(unit), before.includes(dept('320'))]).toEqual([true, true]);
  const top = (await admin.get('blade-system/dept/detail', { id: dept('320') })).data;
  expect((await save({ ...top, parentId: unit })).msg).toContain('上级不能是自己的下级');
  const removal = await admin.post('blade-system/dept/remove', { ids: [dept('320')] });
  expect([removal.status, removal.msg]).toEqual([
    400,
    '【美术学院】下还有人员、下级或记录，不能删除，请合并到其他机构',
  ]);
  // Two secretaries: the task waits for either, by role and department.
  await admin.post('blade-user/grant', {
    userIds: [app.people[home]?.get('expert')],
    roleIds: [await roleOf('dept_secretary'), await roleOf('expert')],
  });
  const open = await ok(
    (await app.as('teacher320')).post(path('academicPartTime/submit'), {
      partTimeType: '02',
      orgName: '美术研究',
      orgType: '02',
      post: '08',
      startDate: '2025-01-01',
    }),
  );
  const merge = (id: string, into: string) => admin.post('blade-system/dept/merge', { id, into });
  expect((await merge(dept('320'), unit)).status).toBe(400);
  expect((await merge(dept('320'), dept('310'))).status).toBe(200);
  const person = app.people[home]?.get('teacher320') ?? '';
  const seen = (await admin.get('blade-user/detail', { id: person })).data;
  expect(seen.deptId).toBe(dept('310'));
  const tree = JSON.stringify((await admin.get('blade-system/dept/tree')).data);
  expect([tree.includes(unit), tree.includes(dept('320'))]).toEqual([true, false]);
  const kept = (await admin.get('blade-system/department/detail', { id: dept('320') })).data;
  expect(kept).toMatchObject({ parentId: dept('310'), mergedInto: dept('310'), status: '0' });
  // Nobody holds that role in the merged department any more: it is offered to the secretaries of the one
  // that it went into, at once, not at night.
  const secretary = await app.as('dept_secretary');
  const offered = await ok(secretary.get('blade-flow/work/claim-list', { size: '100' }));
  const task = (offered.records as { businessId?: string; taskId: string }[]).find(
    ({ businessId }) => businessId === open.id,
  );
  await ok(secretary.post('blade-flow/work/claim-task', { taskId: task?.taskId ?? '' }));
  const reasons = await app.database.query<{ reason: string }>(
    `select l.reason ->> 0 as reason from wf_log l join wf_instance i on i.id = l.instance_id
      where i.business_id = $1 and l.operation = 'reassign'`,
    [open.id],
  );
  expect(reasons).toEqual([{ reason: '原候选人无法办理，改由本环节其他人员办理' }]);
  await agree(open, secretary);
  const teacher = await app.as('teacher2');
  expect(
    (await teacher.post('blade-system/dept/merge', { id: unit, into: dept('310') })).status,
  ).toBe(403);
});
