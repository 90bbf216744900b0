import { inProcessBookMaker } from '@keyan/engine/testing/books.ts';
import { sheetPlans } from '@keyan/engine/workbooks/plan.ts';
import { writeWorkbook } from '@keyan/engine/workbooks/workbook.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import { user } from '@keyan/product/system/accounts/user.ts';
import { department } from '@keyan/product/system/departments/department.ts';
import { expect, onTestFinished, test } from 'vitest';
import { agreeTo, type Caller, caller, callerWith, freshTitle, paperOf } from './support/api.ts';
import { field, pane } from './support/form.ts';
import { person, stranger } from './support/page.ts';
import { demoTenant, password, signInByCall, wirePassword } from './support/session.ts';

const ownPassword = 'Zhiyuan#2026k';

/** A workbook of these rows, by the names of the fields. */
const bookOf = async (
  resource: Resource,
  rows: readonly Readonly<Record<string, string>>[],
): Promise<File> => {
  const reader = {
    dictionaries: dictionariesAsDefined,
    permissions: new Set<string>(),
    language: 'zh',
  } as const;
  const [own] = sheetPlans(resource, reader);
  const body = rows.map((row, index) => [
    String(index + 1),
    ...(own?.columns ?? []).map(({ name }) => row[name] ?? ''),
  ]);
  const book = await writeWorkbook(inProcessBookMaker, resource, reader, [body]);
  return new File([Uint8Array.from(book)], 'rows.xlsx');
};

/** Imports rows as the page does: judged, then stored. */
const importRows = async (
  who: Caller,
  resource: Resource,
  rows: readonly Readonly<Record<string, string>>[],
): Promise<void> => {
  const judged = await who.send<{ batchId: string; errors: readonly unknown[] }>(
    `${resource.path}/import`,
    await bookOf(resource, rows),
  );
  expect(judged.errors).toEqual([]);
  const { saved } = await who.post<{ saved: number }>(`${resource.path}/importSure`, {
    batchId: judged.batchId,
  });
  expect(saved).toBe(rows.length);
};

const inTenant = async (tenantId: string, account: string, typed = ownPassword): Promise<Caller> =>
  callerWith(await signInByCall(account, { tenantId, typed }));

/** Whoever has a password of somebody else's making chooses their own. */
const chooseOwn = async (
  tenantId: string,
  account: string,
  given: string,
  own = ownPassword,
): Promise<Caller> => {
  const first = await inTenant(tenantId, account, given);
  const body = new URLSearchParams({
    oldPassword: wirePassword(given),
    newPassword: wirePassword(own),
    newPassword1: wirePassword(own),
  });
  await first.post(`blade-user/update-password?${body}`);
  return inTenant(tenantId, account, own);
};

/** A tenant with every menu in its package, and the one-time password of its administrator. */
const foundTenant = async () => {
  const platform = await caller('admin');
  const name = freshTitle('临湖大学');
  const tree = await platform.get<{ menu: readonly { id: string; children?: [] }[] }>(
    'blade-system/menu/grant-tree',
  );
  const idsIn = (nodes: typeof tree.menu): readonly string[] =>
    nodes.flatMap(({ id, children = [] }) => [id, ...idsIn(children)]);
  await platform.post('blade-system/tenant-package/submit', {
    packageName: name,
    menuId: idsIn(tree.menu).join(','),
  });
  const packages = await platform.get<readonly { id: string; packageName: string }[]>(
    'blade-system/tenant-package/select',
  );
  await platform.post('blade-system/tenant/submit', {
    tenantName: name,
    packageId: packages.find(({ packageName }) => packageName === name)?.id,
  });
  const { records } = await platform.get<{ records: readonly { id: string; tenantId: string }[] }>(
    `blade-system/tenant/list?tenantName=${encodeURIComponent(name)}`,
  );
  const { id = '', tenantId = '' } = records[0] ?? {};
  // The sign-in page knows its tenant again for the journeys that follow.
  onTestFinished(() => platform.post('blade-system/tenant/remove', { ids: [id] }));
  const administrator = () =>
    platform.post<{ password: string }>('blade-system/tenant/administrator', { id }).then(
      ({ password }) => password,
      () => '',
    );
  let password = '';
  await expect
    .poll(async () => (password ||= await administrator()), { timeout: 15_000, interval: 500 })
    .not.toBe('');
  return { tenantId, name, password };
};

test('a new university begins with nothing and approves its first paper', async () => {
  const { tenantId, name, password } = await foundTenant();
  const who = await stranger();
  const { page, faults } = who;
  await who.visit('/login');
  await page.getByLabel('租户编号').fill(tenantId);
  await page.locator('input[name=username]').fill('admin');
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  for (const [name, typed] of [
    ['原密码', password],
    ['新密码', ownPassword],
    ['确认密码', ownPassword],
  ] as const) {
    await page.getByRole('textbox', { name }).fill(typed);
  }
  await page.getByRole('button', { name: '修改密码' }).click();
  await page.locator('.ky-frame').waitFor();

  const admin = await inTenant(tenantId, 'admin');
  const unit = (deptCode: string, deptName: string, parentId: string, deptCategory: string) => ({
    deptCode,
    deptName,
    fullName: deptName,
    parentId,
    deptCategory,
    sort: '1',
  });
  await importRows(admin, department as unknown as Resource, [
    unit('310', '水利学院', name, '教学院系'),
    // Below a row of the same file.
    unit('31001', '水文系', '水利学院', '教学院系'),
    unit('020', '科研处', name, '职能部门'),
  ]);
  const account = (code: string, realName: string, deptId: string, roles: string) => ({
    account: code,
    name: realName,
    realName,
    code,
    userType: '科研人员',
    deptId,
    roles,
  });
  await importRows(admin, user as unknown as Resource, [
    account('2026001', '卫知秋', '水文系', '科研人员'),
    account('2026002', '阮成蹊', '水利学院', '院系科研秘书'),
    account('2026003', '柯望舒', '科研处', '科研处成果科'),
  ]);
  const { records } = await admin.get<{ records: readonly { id: string; account: string }[] }>(
    'blade-user/page?size=50',
  );
  const given = await admin.post<readonly { account: string; password: string }[]>(
    'blade-user/reset-password',
    { userIds: records.filter((row) => row.account !== 'admin').map((row) => row.id) },
  );
  const [teacher, secretary, officer] = await Promise.all(
    ['2026001', '2026002', '2026003'].map((code) =>
      chooseOwn(tenantId, code, given.find((one) => one.account === code)?.password ?? ''),
    ),
  );
  if (!teacher || !secretary || !officer) throw new Error('three people have come');
  const title = freshTitle('湖泊湿地的水量平衡');
  const paper = await paperOf(teacher, title, [{ account: teacher, name: '卫知秋', rate: '100' }]);
  const { id } = await teacher.post<{ id: string }>('kh-edu-research/papers/submit', paper);
  await agreeTo(secretary, id);
  await agreeTo(officer, id);

  await who.visit('/system/dept');
  await pane(page).getByText('水利学院').first().waitFor();
  const stored = await officer.get<{ auditStatus: string }>(
    `kh-edu-research/papers/detail?id=${id}`,
  );
  expect(stored.auditStatus).toBe('2');
  expect(faults).toEqual([]);
});

/** A role with these pages and buttons alone, and an account that has it. */
const keeperOf = async (admin: Caller, codes: readonly string[]) => {
  const name = `keeper_${Date.now().toString(36)}`;
  const { id: roleId } = await admin.post<{ id: string }>('blade-system/role/submit', {
    roleName: name,
    roleAlias: name,
    sort: 900,
  });
  interface MenuNode {
    readonly id: string;
    readonly code: string;
    readonly children?: readonly MenuNode[];
  }
  const chosen = (nodes: readonly MenuNode[]): readonly string[] =>
    nodes.flatMap(({ id, code, children = [] }) => {
      const below = chosen(children);
      return below.length > 0 || codes.includes(code) ? [id, ...below] : [];
    });
  const menuIds = chosen(await admin.get<readonly MenuNode[]>('blade-system/menu/list'));
  const grant = (given: readonly string[]) =>
    admin.post('blade-system/role/grant', { roleIds: [roleId], menuIds: given });
  await grant(menuIds);
  const [{ id: deptId } = { id: '' }] = await admin.get<readonly { id: string }[]>(
    'blade-system/dept/lazy-tree',
  );
  await admin.post('blade-user/submit', {
    account: name,
    name,
    realName: '严守一',
    userType: '1',
    deptId,
    roleId,
    password: ownPassword,
  });
  await chooseOwn(demoTenant, name, ownPassword, password);
  return { name, give: () => grant(menuIds), take: () => grant([]) };
};

test('a role that loses a page while it is open says so, and nothing that was typed is lost', async () => {
  const keeper = await keeperOf(await caller('admin'), ['post', 'post_add', 'post_view']);
  const { page, visit, faults } = await person(keeper.name);
  await visit('/system/post/add');
  const typed = '水文观测岗';
  await field(page, '岗位名称').fill(typed);
  await keeper.take();
  await pane(page).getByRole('heading', { name: '您没有权限打开这个页面' }).waitFor();
  expect(await field(page, '岗位名称').count()).toBe(0);
  await keeper.give();
  await field(page, '岗位名称').waitFor();
  expect(await field(page, '岗位名称').inputValue()).toBe(typed);
  expect(faults).toEqual([]);
});
