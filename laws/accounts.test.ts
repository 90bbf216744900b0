import { writeTable } from '@keyan/engine/workbooks/workbook.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';

/** Accounts as clients of the family keep them, on the real server (stock-client calls of `blade-user`). */
const app = await startApplication([home, '100000']);
afterAll(() => app.close());

const admin = await app.as('admin');
const idOf = (account: string): string => app.people[home]?.get(account) ?? '';
const dept = (code: string): string => app.departments[home]?.get(code) ?? '';
const roleId = async (alias: string): Promise<string> => {
  const [row] = await app.database.query<{ id: string }>(
    'select id::text from role where tenant_id = $1 and role_alias = $2',
    [home, alias],
  );
  return row?.id ?? '';
};

const person = (account: string, more: object = {}) => ({
  id: '',
  tenantId: home,
  account,
  password: 'Qinghe#88142',
  password2: 'Qinghe#88142',
  name: '白露',
  realName: '白露',
  userType: '2',
  phone: '',
  email: '',
  birthday: '1990-04-05 00:00:00',
  ...more,
});

describe('an account', () => {
  test('is made with roles and departments, signs in, is changed, leaves and goes', async () => {
    const roles = `${await roleId('teacher')},${await roleId('expert')}`;
    const made = await admin.post('blade-user/submit', {
      ...person('bai_lu'),
      roleId: roles,
      deptId: `${dept('310')},${dept('320')}`,
    });
    expect(made).toMatchObject({ status: 200 });
    const [found] = (await admin.get('blade-system/user/page', { account: 'bai_lu' })).data
      .records as Record<string, string>[];
    expect(found).toMatchObject({
      deptId: `${dept('310')},${dept('320')}`,
      roleName: '科研人员,评审专家',
      birthday: '1990-04-05',
      status: '1',
    });
    const id = found?.id ?? '';
    // The person who typed the password knows it: the account's owner has to choose another first.
    const [secret] = await app.database.query<{ is_initial: boolean }>(
      'select is_initial from user_secret where user_id = $1',
      [id],
    );
    expect(secret?.is_initial).toBe(true);
    const changed = await admin.post('blade-system/user/update', {
      ...found,
      realName: '白鹭',
      roleId: await roleId('teacher'),
      deptId: dept('320'),
    });
    expect(changed).toMatchObject({ status: 200 });
    expect((await admin.get('blade-user/detail', { id })).data).toMatchObject({
      realName: '白鹭',
      deptId: dept('320'),
      roleName: '科研人员',
    });
    // An empty text takes away what the administrator was shown; what is left out stays.
    const cleared = await admin.post('blade-user/update', { id, birthday: '' });
    expect(cleared).toMatchObject({ status: 200 });
    expect((await admin.get('blade-user/detail', { id })).data).toMatchObject({
      realName: '白鹭',
      birthday: '',
      account: 'bai_lu',
    });
    const history = await admin.get('blade-user/account/history', { id });
    expect(JSON.stringify(history.data)).toContain('兼任部门');
    expect(await admin.post('blade-user/remove', { ids: [id] })).toMatchObject({ status: 200 });
    expect((await admin.get('blade-user/detail', { id })).status).toBe(404);
    const counted = await app.database.query('select 1 from user_role where user_id = $1', [id]);
    expect(counted.length).toBe(1);
  });

  test('has a name and a number of its own, and what the form asks for', async () => {
    const given = { ...person('teacher'), roleId: await roleId('teacher'), deptId: dept('310') };
    expect(await admin.post('blade-user/submit', given)).toMatchObject({
      status: 400,
      msg: '当前账号已被使用!',
    });
    const weak = await admin.post('blade-user/submit', {
      ...given,
      account: 'weak_one',
      password: '123456',
    });
    expect(weak.status).toBe(400);
    const bare = await admin.post('blade-user/submit', { ...given, account: 'bare', deptId: '' });
    expect(bare).toMatchObject({ status: 400 });
    expect(bare.msg).toContain('所属部门');
  });

  test('with more rights than the actor is not theirs, nor is a role above them', async () => {
    // A role of the school's own that keeps accounts, and nothing else.
    await app.database.query(
      `insert into role (tenant_id, id, role_name, role_alias, data_scope, sort)
       values ($1, 77, '人事专员', 'hr', '1', 50)`,
      [home],
    );
    await app.database.query(
      `insert into role_menu (tenant_id, role_id, menu_id)
       select tenant_id, 77, id from menu where tenant_id = $1 and (code = 'user' or code like 'user\\_%')`,
      [home],
    );
    await admin.post('blade-user/grant', { userIds: [idOf('teacher320')], roleIds: ['77'] });
    const clerk = await app.as('teacher320');
    const deptId = dept('310');
    const make = async (account: string, alias: string) =>
      clerk.post('blade-user/submit', { ...person(account), roleId: await roleId(alias), deptId });
    expect((await make('too_high', 'administrator')).status).toBe(403);
    expect((await make('too_wide', 'rd_admin')).status).toBe(403);
    expect((await make('my_like', 'hr')).status).toBe(200);
    for (const [call, body] of [
      ['blade-user/update', { id: idOf('admin'), realName: '无名' }],
      ['blade-user/reset-password', { userIds: [idOf('rd_admin')] }],
      ['blade-user/grant', { userIds: [idOf('teacher')], roleIds: ['77'] }],
      ['blade-user/remove', { ids: [idOf('rd_admin')] }],
      ['kh-edu-research/personnelaccount/stopUser', { userIds: [idOf('admin')] }],
    ] as const) {
      expect([call, (await clerk.post(call, body)).status]).toEqual([call, 403]);
    }
    // Through the page's own call it is the same.
    const row = (await clerk.get('blade-user/account/detail', { id: idOf('admin') })).data;
    const { status } = await clerk.post('blade-user/account/submit', { ...row, realName: '无名' });
    expect(status).toBe(403);
  });

  test('of the last administrator stays, with its role', async () => {
    const own = { userIds: [idOf('admin')], roleIds: [await roleId('teacher')] };
    expect(await admin.post('blade-user/grant', own)).toMatchObject({
      status: 400,
      msg: '至少要保留一个可用的管理员账号',
    });
    expect((await admin.post('blade-user/remove', { ids: [idOf('admin')] })).status).toBe(403);
    expect(await app.as('admin')).toBeDefined();
  });

  test('is nobody else’s business', async () => {
    const teacher = await app.as('teacher');
    const abroad = await app.as('admin', '100000');
    for (const path of ['export-user', 'export-template', 'platform-detail?id=1'] as const) {
      expect((await teacher.get(`blade-user/${path}`)).status).toBe(403);
    }
    expect((await abroad.get('blade-user/detail', { id: idOf('teacher') })).status).toBe(404);
    const moved = { id: idOf('teacher'), realName: '他校' };
    expect((await abroad.post('blade-user/update', moved)).status).toBe(404);
    expect((await abroad.post('blade-user/remove', { ids: [idOf('teacher')] })).status).toBe(404);
    const foreign = { ...person('sneaky'), tenantId: '100000', roleId: '1', deptId: '1' };
    expect((await admin.post('blade-user/submit', foreign)).status).toBe(403);
  });
});

test('an account comes back from the bin only where the tenant has room for it', async () => {
  const abroad = await app.as('admin', '100000');
  const [role] = await app.database.query<{ id: string }>(
    `select id::text from role where tenant_id = '100000' and role_alias = 'teacher'`,
  );
  await abroad.post('blade-user/submit', {
    ...person('comes_back'),
    tenantId: '100000',
    roleId: role?.id ?? '',
    deptId: app.departments['100000']?.get('310') ?? '',
  });
  const [found] = (await abroad.get('blade-user/page', { account: 'comes_back' })).data
    .records as Record<string, string>[];
  expect((await abroad.post('blade-user/remove', { ids: [found?.id] })).status).toBe(200);
  const limit = (more: string) =>
    app.database.query(
      `update tenant set account_number = ${more} + (select count(*) from users
          where tenant_id = '100000' and is_deleted = 0) where tenant_id = '100000'`,
    );
  await limit('0');
  const restore = () => abroad.post('blade-user/account/restore', { ids: [found?.id] });
  expect(await restore()).toMatchObject({ status: 400, msg: '当前租户已到最大账号额度!' });
  await limit('1');
  expect((await restore()).status).toBe(200);
  await app.database.query(`update tenant set account_number = -1 where tenant_id = '100000'`);
});

test('of accounts made at the same moment no more than the tenant’s limit are made', async () => {
  const abroad = await app.as('admin', '100000');
  const [role] = await app.database.query<{ id: string }>(
    `select id::text from role where tenant_id = '100000' and role_alias = 'teacher'`,
  );
  await app.database.query(
    `update tenant set account_number = 2 + (select count(*) from users
        where tenant_id = '100000' and is_deleted = 0) where tenant_id = '100000'`,
  );
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      abroad.post('blade-user/submit', {
        ...person(`limited_${n}`),
        tenantId: '100000',
        roleId: role?.id ?? '',
        deptId: app.departments['100000']?.get('310') ?? '',
      }),
    ),
  );
  await app.database.query(`update tenant set account_number = -1 where tenant_id = '100000'`);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, msg }) => [status, msg])).toEqual(
    Array.from({ length: 4 }, () => [400, '当前租户已到最大账号额度!']),
  );
});

describe('an import of accounts', () => {
  const heads = ['账号', '昵称', '姓名', '工号', '用户平台', '所属部门', '所属角色'];
  const line = (account: string, name: string, code: string) => [
    ...[account, name, name, code],
    ...['科研人员', '计算机学院', '科研人员'],
  ];
  const sent = async (rows: readonly (readonly string[])[], isCovered = '0') => {
    const maker = { workers: app.parts.engine.workers, person: undefined };
    const content = await writeTable(maker, '用户', heads, rows);
    return admin.upload(`blade-user/import-user?isCovered=${isCovered}`, '用户.xlsx', content);
  };
  const there = async (...accounts: readonly string[]) =>
    (
      await app.database.query<{ account: string }>(
        'select account from users where account = any($1) and is_deleted = 0 order by account',
        [accounts],
      )
    ).map(({ account }) => account);

  test('takes people of one name, and none of a list with two of one number or account', async () => {
    const twice = await sent([line('wang_wei', '王伟', 'W1'), line('wang_wei2', '王维', 'w1')]);
    expect([twice.status, twice.errors]).toEqual([
      400,
      [{ path: expect.any(String), message: expect.stringMatching(/^第 3 行：.*与第 2 行重复/) }],
    ]);
    const same = await sent([line('wang_wei', '王伟', 'W1'), line('Wang_Wei', '王维', 'W2')]);
    expect(same.status).toBe(400);
    expect(await there('wang_wei', 'wang_wei2', 'Wang_Wei')).toEqual([]);
    expect(
      await sent([line('wang_wei', '王伟', 'W1'), line('wangwei', '王伟', 'W2')]),
    ).toMatchObject({
      status: 200,
    });
    expect(await there('wang_wei', 'wangwei')).toEqual(['wang_wei', 'wangwei']);
    const taken = await sent([line('wang_wei3', '王巍', 'W1')]);
    expect([taken.status, taken.errors[0]?.message]).toEqual([
      400,
      expect.stringContaining('该工号已有账号：王伟'),
    ]);
  });

  test('changes those that there are only where it is asked to', async () => {
    const rows = [line('wang_wei', '王炜', 'W1')];
    expect(await sent(rows)).toMatchObject({
      status: 400,
      msg: expect.stringContaining('第 2 行'),
    });
    const name = async () =>
      (
        await app.database.query<{ name: string }>(
          `select real_name as name from users where account = 'wang_wei'`,
        )
      )[0]?.name;
    expect(await name()).toBe('王伟');
    expect(await sent(rows, '1')).toMatchObject({ status: 200 });
    expect(await name()).toBe('王炜');
    // Accounts are one in whatever case; the account keeps its spelling.
    expect(await sent([line('Wang_Wei', '王煒', 'W1')], '1')).toMatchObject({ status: 200 });
    expect([await name(), await there('wang_wei', 'Wang_Wei')]).toEqual(['王煒', ['wang_wei']]);
  });
});
