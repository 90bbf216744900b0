import { toWire } from '@keyan/engine/identity/password.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openSystem } from './testing.ts';

const system = await openSystem();
const { call, database, password, read, signIn, tokenOf, users } = system;
afterAll(() => system.close());
beforeEach(() => system.forgetAttempts());

const change = (token: string, oldPassword: string, newPassword: string) =>
  call('POST', 'blade-user/update-password-v2', {
    token,
    body: {
      oldPassword: toWire(oldPassword),
      newPassword: toWire(newPassword),
      newPassword1: toWire(newPassword),
    },
  });

describe('departments', () => {
  test('come as a tree, by level, by name, and one by one', async () => {
    const token = await tokenOf('teacher');
    const [root] = await read<{ id: string; title: string; children: { title: string }[] }[]>(
      token,
      'blade-system/dept/tree',
    );
    expect(root).toMatchObject({
      title: '江陵大学',
      children: [{ title: '计算机学院', children: [{ title: '软件系' }] }, { title: '科研处' }],
    });
    const level = await read<{ title: string; hasChildren: boolean }[]>(
      token,
      'blade-system/dept/lazy-tree',
      { parentId: root?.id ?? '' },
    );
    expect(level.map((node) => [node.title, node.hasChildren])).toEqual([
      ['计算机学院', true],
      ['科研处', false],
    ]);
    const found = await read<object[]>(token, 'blade-system/dept/lazy-list', { deptName: '软件' });
    expect(found).toMatchObject([
      { deptName: '江陵大学', children: [{ children: [{ deptName: '软件系' }] }] },
    ]);
    const asked = { deptName: '', fullName: '', parentId: '', current: '1', size: '10' };
    expect(await read<object[]>(token, 'blade-system/dept/lazy-list', asked)).toMatchObject([
      { deptName: '江陵大学', children: [{ children: [{ deptName: '软件系' }] }, {}] },
    ]);
    const first = await read<object[]>(token, 'blade-system/dept/lazy-list', { parentId: '0' });
    expect(first).toMatchObject([{ deptName: '江陵大学', hasChildren: true }]);
    expect(first[0]).not.toHaveProperty('children');
    const detail = await read<object>(token, 'blade-system/dept/detail', { id: root?.id ?? '' });
    expect(detail).toMatchObject({ parentId: '0', ancestors: '0', deptCategoryName: '学校' });
    const missing = await call('GET', 'blade-system/dept/detail', { token, query: { id: '1' } });
    expect(missing.status).toBe(404);
  });
});

describe('people', () => {
  interface Person {
    readonly id: string;
    readonly account: string;
    readonly phone?: string;
  }

  test('are found by page, by department and below, by name', async () => {
    const token = await tokenOf('teacher');
    const [college] = await database.query<{ id: string }>(
      `select id from dept where dept_code = '310'`,
    );
    const page = await read<{ total: number; pages: number; records: Person[] }>(
      token,
      'blade-user/page',
      { current: '1', size: '2', _t: '1' },
    );
    expect(page).toMatchObject({ total: 4, pages: 2, size: 2, current: 1 });
    expect(page.records).toHaveLength(2);
    const inCollege = await read<Person[]>(token, 'blade-user/user-list', {
      deptId: college?.id ?? '',
    });
    expect(inCollege).toHaveLength(2);
    const percent = await read<Person[]>(token, 'blade-user/user-list', { realName: '%' });
    expect(percent).toEqual([]);
  });

  test('of other departments show name and department, and filters tell no more', async () => {
    const token = await tokenOf('teacher');
    const page = async (filter: Record<string, string>) =>
      (await read<{ records: Person[] }>(token, 'blade-user/page', { size: '50', ...filter }))
        .records;
    const all = await page({});
    const known = all.filter(({ account }) => account !== '');
    expect(known.map(({ account }) => account)).toEqual(['teacher']);
    const secretary = await read<Person[]>(await tokenOf('dept_secretary'), 'blade-user/user-list');
    const reached = secretary.map(({ account }) => account).filter((account) => account !== '');
    expect(reached.sort()).toEqual(['dept_secretary', 'rd_admin', 'teacher']);
    for (const person of all.filter(({ account }) => account === '')) {
      expect(person).toMatchObject({ account: '', code: '', email: '', roleName: '', sex: '' });
      expect(person).toMatchObject({ realName: expect.stringMatching(/./) });
    }
    const admin = await read<Person[]>(await tokenOf('admin'), 'blade-user/user-list');
    expect(admin.every(({ account }) => account !== '')).toBe(true);
    const hidden = admin.filter(({ id }) => !known.some((one) => one.id === id));
    expect(hidden.length).toBeGreaterThan(0);
    for (const { account } of hidden) expect(await page({ account })).toEqual([]);
    expect(await page({ account: 'teacher' })).toHaveLength(1);
    const [other] = hidden;
    expect(await read<Person>(token, 'blade-user/detail', { id: other?.id ?? '' })).toMatchObject({
      account: '',
      email: '',
    });
  });

  test('ids that no column holds are named as the parameters that they are', async () => {
    const token = await tokenOf('teacher');
    const id = '9223372036854775808';
    const asked = [
      ['blade-user/page', 'deptId'],
      ['blade-user/detail', 'id'],
      ['blade-system/dept/detail', 'id'],
      ['blade-system/menu/routes', 'topMenuId'],
      ['blade-system/role-ext/myRoleMenu', 'roleId'],
    ] as const;
    for (const [path, name] of asked) {
      const { status, body } = await call('GET', path, { token, query: { [name]: id } });
      expect([path, status, body.msg]).toEqual([path, 400, `请求参数格式错误: ${name}`]);
    }
  });

  test('phone numbers are for their owners, and cannot be guessed by filtering', async () => {
    const token = await tokenOf('teacher');
    const all = await read<Person[]>(token, 'blade-user/user-list', { phone: '19900001234' });
    expect(all).toHaveLength(4);
    expect(all.filter((person) => person.phone !== undefined).map((one) => one.account)).toEqual([
      'teacher',
    ]);
    expect(JSON.stringify(all)).not.toMatch(/password|argon2/);
  });

  test('change their own profile and nobody else their account', async () => {
    const token = await tokenOf('teacher');
    const good = await call('POST', 'blade-user/update-info', {
      token,
      body: {
        id: users.get('admin'),
        name: '晓岚',
        account: 'admin',
        roleId: '1',
        email: 'a@b.cn',
      },
    });
    expect(good.body).toMatchObject({ code: 200, msg: '更新成功' });
    const info = await read<object>(token, 'blade-user/info');
    expect(info).toMatchObject({
      account: 'teacher',
      name: '晓岚',
      email: 'a@b.cn',
      phone: '19900004321',
      deptName: '软件系',
      roleName: '科研人员',
    });
    const [entry] = await database.query<{ changes: { path: string }[]; actor_name: string }>(
      `select changes, actor_name from history where resource = 'user' and action = 'update'`,
    );
    expect(entry?.changes.map((change) => change.path)).toEqual(['name', 'email']);
    const bad = await call('POST', 'blade-user/update-info', {
      token,
      body: { phone: '123', email: 'x', avatar: 'javascript:alert(1)' },
    });
    expect(bad.status).toBe(400);
    expect((bad.body.data as { errors: { path: string }[] }).errors.map((one) => one.path)).toEqual(
      ['avatar', 'phone', 'email'],
    );
  });

  test('are called what the office says, and not what they like', async () => {
    const [token, admin] = [await tokenOf('teacher'), await tokenOf('admin')];
    const own = (realName: string) =>
      call('POST', 'blade-user/update-info', { token, body: { realName, email: 'c@d.cn' } });
    const spoofed = await own('校长办公室');
    expect(spoofed).toMatchObject({
      status: 400,
      body: { data: { errors: [{ path: 'realName', message: expect.stringContaining('姓名') }] } },
    });
    // Stock clients send their whole form.
    expect((await own(' 林晓岚')).status).toBe(200);
    const id = users.get('teacher');
    const rename = (by: string, realName: string) =>
      call('POST', 'blade-user/update-name', { token: by, body: { id, realName } });
    expect((await rename(await tokenOf('dept_secretary'), '林晓')).status).toBe(403);
    expect((await rename(admin, '林\u200b晓')).body.msg).toBe('【姓名】不能包含不可见字符');
    expect((await rename(admin, '林晓')).status).toBe(200);
    expect(await read(token, 'blade-user/info')).toMatchObject({ realName: '林晓', name: '晓岚' });
    expect((await rename(admin, '林晓岚')).status).toBe(200);
  });

  test('choose a password of their own', async () => {
    const token = await tokenOf('teacher');
    expect(await read(token, 'blade-user/checkDefaultPassword')).toEqual({ isDefault: false });
    expect((await change(token, 'Wrong@2026', 'Other@2027')).body.msg).toBe('原密码不正确!');
    expect((await change(token, password, 'Other@2027')).body.code).toBe(200);
    expect((await change(token, 'Other@2027', password)).body.code).toBe(200);
  });

  test('choose one that is not guessed first, whichever call they use', async () => {
    const token = await tokenOf('teacher');
    for (const [chosen, told] of [
      ['a', '密码过于常见'],
      ['123456', '密码过于常见'],
      ['Teacher@1985', '密码不能由账号'],
      ['abc20140326', '密码不能由账号'],
    ] as const) {
      expect([chosen, (await change(token, password, chosen)).body.msg]).toEqual([
        chosen,
        expect.stringContaining(told),
      ]);
    }
    // As the older dialect sends it.
    const typed = await call('POST', 'blade-user/update-password', {
      token,
      query: { oldPassword: password, newPassword: 'kurz', newPassword1: 'kurz' },
    });
    expect(typed.body.msg).toBe('密码长度应为 8 到 64 个字符');
  });

  test('with a password that was given to them do nothing but choose their own', async () => {
    const admin = await tokenOf('admin');
    const query = { userIds: users.get('dept_secretary') ?? '' };
    const { body } = await call('POST', 'blade-user/reset-password', { token: admin, query });
    const [{ password: given }] = body.data as [{ password: string }];
    const signedIn = await signIn('dept_secretary', '000000', given);
    expect(signedIn).toMatchObject({ password_due: true });
    const token = signedIn.access_token ?? '';
    for (const path of ['blade-user/page', 'blade-system/menu/buttons', 'keyan/preferences']) {
      const refused = await call('GET', path, { token });
      expect([path, refused]).toMatchObject([
        path,
        {
          status: 403,
          body: { code: 403, msg: '当前为初始密码，请先修改密码', error_code: 'password_due' },
        },
      ]);
    }
    const saved = { key: 'theme', value: 'x' };
    expect((await call('POST', 'keyan/preferences', { token, body: saved })).status).toBe(403);
    // Public calls answer as to a stranger; of the session, what it takes to leave this state.
    expect((await call('GET', 'blade-system/menu/routes', { token })).body.data).toEqual([]);
    for (const path of ['blade-auth/oauth/user-info', 'blade-user/info']) {
      expect((await call('GET', path, { token })).status).toBe(200);
    }
    expect(await read(token, 'blade-user/checkDefaultPassword')).toEqual({ isDefault: true });
    const refreshed = await call('POST', 'blade-auth/oauth/token', {
      query: { refresh_token: signedIn.refresh_token ?? '', grant_type: 'refresh_token' },
    });
    expect(refreshed.body).toMatchObject({ password_due: true });
    expect((await change(token, given, password)).status).toBe(200);
    expect(await read(token, 'blade-user/checkDefaultPassword')).toEqual({ isDefault: false });
    expect((await call('GET', 'blade-user/page', { token })).status).toBe(200);
  });

  test('only administrators administer', async () => {
    const userIds = users.get('teacher') ?? '';
    const token = await tokenOf('dept_secretary');
    for (const path of [
      'blade-user/reset-password',
      'blade-user/unlock',
      'blade-user/grant',
      'kh-edu-research/personnelaccount/stopUser',
    ]) {
      const { status } = await call('POST', path, { token, query: { userIds, roleIds: '1' } });
      expect([path, status]).toEqual([path, 403]);
    }
    const denials = () =>
      database.query<{ account: string; detail: string }>(
        `select account, detail from security_event where kind = 'denied' and detail like '%grant'`,
      );
    await expect
      .poll(denials)
      .toEqual([{ account: 'dept_secretary', detail: 'POST blade-user/grant' }]);
  });

  test('an administrator stops and starts accounts, and the person is out at once', async () => {
    const admin = await tokenOf('rd_admin');
    const token = await tokenOf('teacher');
    const userIds = users.get('teacher') ?? '';
    const act = (name: string) =>
      call('POST', `kh-edu-research/personnelaccount/${name}`, {
        token: admin,
        query: { userIds },
      });
    const path = 'kh-edu-research/personnelaccount/openTasks';
    const open = await call('GET', path, { token: admin, query: { userIds } });
    expect(open.body.code).toBe(200);
    expect((await call('GET', path, { token, query: { userIds } })).status).toBe(403);
    const self = await call('POST', 'kh-edu-research/personnelaccount/stopUser', {
      token: admin,
      query: { userIds, successor: userIds },
    });
    expect(self.body.msg).toBe('接办人不存在或已停用');
    // It answers with the outcome of their open tasks: they have none but records of their own.
    const stopped = await act('stopUser');
    expect(stopped.body.code).toBe(200);
    expect(stopped.body.data).toEqual(
      (open.body.data as { userId: string; own: number }[]).map(({ userId, own }) => ({
        userId,
        handedOver: 0,
        left: 0,
        own,
      })),
    );
    expect((await call('GET', 'blade-user/info', { token })).status).toBe(401);
    expect((await signIn('teacher')).error_description).toBe('该账号已停用，请联系管理员');
    expect((await act('startUser')).body.code).toBe(200);
    expect((await signIn('teacher')).access_token).toBeDefined();
    expect(
      (await call('POST', 'kh-edu-research/personnelaccount/stopUser', { token: admin })).status,
    ).toBe(400);
  });

  test('the accounts of the highest are touched by the highest only', async () => {
    const token = await tokenOf('rd_admin');
    const userIds = `${users.get('teacher')},${users.get('admin')}`;
    for (const path of ['blade-user/reset-password', 'kh-edu-research/personnelaccount/stopUser']) {
      const { status, body } = await call('POST', path, { token, query: { userIds } });
      expect([path, status, body.msg]).toEqual([path, 403, '无权限操作超管账号！']);
    }
    expect((await signIn('admin')).access_token).toBeDefined();
  });

  test('roles are granted and taken, the highest by the highest only', async () => {
    const role = async (alias: string) =>
      (
        await database.query<{ id: string }>('select id from role where role_alias = $1', [alias])
      )[0]?.id ?? '';
    const grant = async (by: string, userIds: string, roleIds: string) =>
      call('POST', 'blade-user/grant', { token: await tokenOf(by), query: { userIds, roleIds } });
    const teacher = users.get('teacher') ?? '';
    const token = await tokenOf('teacher');
    const both = `${await role('teacher')},${await role('dept_leader')}`;
    expect((await grant('rd_admin', teacher, both)).body.code).toBe(200);
    const info = await read<{ roles: string[] }>(token, 'blade-auth/oauth/user-info');
    expect(info.roles).toEqual(['dept_leader', 'teacher']);
    const high = await grant('rd_admin', teacher, await role('administrator'));
    expect(high).toMatchObject({ status: 403, body: { msg: '无权限创建超管角色！' } });
    const low = await grant('rd_admin', users.get('admin') ?? '', await role('teacher'));
    expect(low.status).toBe(403);
    expect((await grant('admin', teacher, await role('teacher'))).body.code).toBe(200);
    expect((await grant('admin', teacher, '1')).status).toBe(404);
  });
});
