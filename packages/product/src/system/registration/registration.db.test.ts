import { readFileSync } from 'node:fs';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import { workOf } from '@keyan/engine/testing/work.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createUsers } from '../../composition/people.server.ts';
import { setUpTenant } from '../../composition/setup.server.ts';
import { dictionaries } from '../../index.server.ts';
import {
  testPassword as password,
  startTestSystem,
  type TestAnswer,
  testTenant as tenantId,
} from '../../testing.ts';
import { registrationEndpoints } from './registration.endpoints.server.ts';
import {
  applyForAccount,
  forgetApplicantsJob,
  registrationParam,
} from './registration-apply.server.ts';

const system = await startTestSystem(({ identity }) => registrationEndpoints(identity));
afterAll(() => system.close());
const { database, engine, token } = system;
const dept = system.departments.get('310') ?? '';
await setUpTenant(engine, { tenantId: '100000', name: '未开放的大学' }, dictionaries.values());
await database.query(
  `update param set param_value = 'true' where tenant_id = $1 and param_key = $2`,
  [tenantId, registrationParam],
);

let address = 1;
/** Everybody comes from a place of their own. */
beforeEach(() => {
  address += 1;
});

const call = (path: string, body: object, bearer?: string): Promise<TestAnswer> =>
  system.call('POST', path, { body, token: bearer, address: `10.0.0.${address}` });

const given = (account: string, change: object = {}) => ({
  tenantId,
  name: '周砚秋',
  account,
  password: 'Tanyuan-2026',
  password2: 'Tanyuan-2026',
  ...change,
});
const register = (account: string, change: object = {}): Promise<TestAnswer> =>
  call('blade-user/register-guest', given(account, change));

const rowOf = async (account: string) =>
  (
    await database.query<{ id: string; status: string; roles: string[]; reason: string }>(
      'select id::text, status, roles, reason from register_guest where account = $1 order by id desc',
      [account],
    )
  )[0];
const idOf = async (account: string): Promise<string> => (await rowOf(account))?.id ?? '';

const admin = (await token('admin')) ?? '';
const second = (await token('second')) ?? '';

test('what is missing is asked for in the order of the specification', async () => {
  const empty = { tenantId: '', account: '', password: '', password2: '' };
  const steps: readonly (readonly [object, string])[] = [
    [{}, '请先输入租户编号'],
    [{ tenantId }, '请先输入账号名称'],
    [{ account: 'newcomer' }, '请先输入密码'],
    [{ password: 'Tanyuan-2026' }, '请先输入密码'],
    [{ password2: 'Tanyuan-2027' }, '两次密码输入不一致'],
    [{ account: 'a b', password2: 'Tanyuan-2026' }, '【账号】应为 4 到 50 位字母、数字或下划线'],
    [{ account: 'newcomer', password: 'short', password2: 'short' }, '密码长度应为 8 到 64 个字符'],
  ];
  let filled = given('', empty);
  for (const [step, message] of steps) {
    filled = { ...filled, ...step };
    expect(await call('blade-user/register-guest', filled)).toMatchObject({
      status: 400,
      msg: message,
    });
  }
});

test('a department that is not there and a staff number that is too long are refused', async () => {
  const steps: readonly (readonly [object, string])[] = [
    [{ deptId: '1', jobNum: '1'.repeat(21) }, '【工号】长度不能超过 20 个字符'],
    [{ deptId: '1', jobNum: '20260001' }, '部门不存在，请重新选择'],
  ];
  for (const [change, message] of steps) {
    expect(await register('nowhere_at_all', change)).toMatchObject({ status: 400, msg: message });
  }
});

test('an applicant chooses among the names of departments, and reads nothing else of them', async () => {
  const departments = (tenant: string) =>
    system.call('GET', `blade-user/register-guest/departments?tenantId=${tenant}`, {
      address: `10.0.0.${address}`,
    });
  const { data } = await departments(tenantId);
  expect(data).toContainEqual({ id: dept, title: expect.any(String), level: expect.any(Number) });
  expect(new Set((data as unknown as object[]).flatMap(Object.keys))).toEqual(
    new Set(['id', 'title', 'level']),
  );
  for (const closed of ['100000', 'nowhere']) {
    expect(await departments(closed)).toMatchObject({ status: 400, msg: '该租户未开放账号注册' });
  }
});

test('the account has the department and the staff number that were asked for', async () => {
  const guessed = { password: 'Abc20269001', password2: 'Abc20269001' };
  expect(
    await register('with_number', { deptId: dept, jobNum: '20269001', ...guessed }),
  ).toMatchObject({
    status: 400,
    msg: '密码不能由账号、姓名、工号、手机号、邮箱或生日组成',
  });
  await register('with_number', { deptId: dept, jobNum: ' 20269001 ' });
  await register('same_number', { deptId: dept, jobNum: '20269001' });
  const id = await idOf('with_number');
  expect(await call('blade-user/register/accept', { id }, admin)).toMatchObject({ status: 200 });
  const [made] = await database.query<object>(
    `select code, dept_id::text as dept, real_name as name from users where account = 'with_number'`,
  );
  expect(made).toEqual({ code: '20269001', dept, name: '周砚秋' });
  const other = { id: await idOf('same_number') };
  expect(await call('blade-user/register/accept', other, admin)).toMatchObject({
    status: 400,
    msg: '该工号已有账号：周砚秋（with_number）',
  });
  const mended = { ...other, jobNum: '20269002' };
  expect(await call('blade-user/register/accept', mended, admin)).toMatchObject({ status: 200 });
});

test('a closed tenant and one that does not exist answer alike', async () => {
  for (const closed of ['100000', 'nowhere', "' or 1=1"]) {
    expect(await register('newcomer', { tenantId: closed })).toMatchObject({
      status: 400,
      msg: '该租户未开放账号注册',
    });
  }
});

test('an applicant cannot sign in until accepted, and then at once', async () => {
  expect(await register('zhou_yq')).toMatchObject({
    status: 200,
    msg: '注册申请已提交,请耐心等待管理员通过!',
  });
  expect(await token('zhou_yq', 'Tanyuan-2026')).toBeUndefined();
  const id = await idOf('zhou_yq');
  expect(await call('blade-user/register/accept', { id }, admin)).toMatchObject({
    status: 400,
    msg: '请选择分配部门',
  });
  expect(await call('blade-user/register/accept', { id, deptId: '1' }, admin)).toMatchObject({
    status: 400,
    msg: '部门不存在，请重新选择',
  });
  expect(await rowOf('zhou_yq')).toMatchObject({ status: '0' });
  const accepted = await call('blade-user/register/accept', { id, deptId: dept }, admin);
  expect(accepted).toMatchObject({ status: 200, msg: '已通过' });
  expect(await token('zhou_yq', 'Tanyuan-2026')).toBeDefined();
  expect(await rowOf('zhou_yq')).toMatchObject({ status: '1', roles: ['teacher'] });
  const [secret] = await database.query(
    'select password_hash from register_guest_secret where registration_id = $1',
    [id],
  );
  expect(secret).toEqual({ password_hash: null });
  const acts = await database.query<{ resource: string; action: string; changes: unknown }>(
    'select resource, action, changes from history where business_id = any($1) order by id',
    [[id, accepted.data.userId]],
  );
  expect(acts.map(({ resource, action }) => `${resource} ${action}`)).toEqual([
    'registerGuest create',
    'user create',
    'user update',
    'registerGuest accept',
  ]);
  expect(JSON.stringify(acts)).not.toMatch(/argon2|Tanyuan/);
});

test('of two administrators one wins, and the other is told who was first', async () => {
  await register('double');
  const id = await idOf('double');
  const answers = await Promise.all([
    call('blade-user/register/accept', { id, deptId: dept }, admin),
    call('blade-user/register/refuse', { id, reason: '查无此人' }, second),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = answers.find(({ status }) => status === 409);
  expect(late?.data).toMatchObject({
    current: { status: expect.stringMatching(/^[12]$/), handlerName: expect.any(String) },
  });
  const made = await database.query(`select 1 from users where account = 'double'`);
  expect(made.length).toBe((await rowOf('double'))?.status === '1' ? 1 : 0);
});

test('a refusal has its reason, and the name is free again', async () => {
  await register('refused');
  const id = await idOf('refused');
  expect(await call('blade-user/register/refuse', { id, reason: ' ' }, admin)).toMatchObject({
    status: 400,
    msg: '请输入拒绝原因',
  });
  await call('blade-user/register/refuse', { id, reason: '请使用工号登录' }, admin);
  expect(await rowOf('refused')).toMatchObject({ status: '2', reason: '请使用工号登录' });
  expect(await token('refused', 'Tanyuan-2026')).toBeUndefined();
  expect(await register('refused')).toMatchObject({ status: 200 });
});

test('a name is asked for once, whoever has it', async () => {
  expect(await register('Teacher')).toMatchObject({ status: 400, msg: '当前账号已被使用!' });
  const answers = await Promise.all([register('same_name'), register('SAME_name')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  // Somebody else got the name while the application waited.
  await register('late_name');
  await createUsers(
    engine,
    tenantId,
    [{ account: 'late_name', realName: '韩书白', department: '310', roles: ['teacher'] }],
    await hashPassword(toWire(password)),
    { initial: false },
  );
  const id = await idOf('late_name');
  expect(await call('blade-user/register/accept', { id, deptId: dept }, admin)).toMatchObject({
    status: 400,
    msg: '当前账号已被使用!',
  });
  expect(await rowOf('late_name')).toMatchObject({ status: '0' });
});

test('nobody decides without the right, nor gives a role above their own', async () => {
  await register('upstart');
  const id = await idOf('upstart');
  const teacher = await token('teacher');
  for (const deed of ['accept', 'refuse']) {
    const body = { id, deptId: dept, reason: '试' };
    expect(await call(`blade-user/register/${deed}`, body, teacher)).toMatchObject({ status: 403 });
  }
  const [top] = await database.query<{ id: string }>(
    `select id::text from role where tenant_id = $1 and role_alias = 'administrator'`,
    [tenantId],
  );
  const body = { id, deptId: dept, roleIds: [top?.id] };
  expect(await call('blade-user/register/accept', body, second)).toMatchObject({ status: 403 });
  expect(await database.query(`select 1 from users where account = 'upstart'`)).toEqual([]);
  const tree = await system.call('GET', 'blade-system/role-ext/tree', { token: second });
  expect(tree.raw.toString()).toContain('科研人员');
  expect(tree.raw.toString()).not.toContain('"administrator"');
});

test('a role below one that may not be given, or that is gone, may still be given', async () => {
  await database.query(
    `update role set parent_id = (select id from role where tenant_id = $1 and role_alias = 'administrator')
      where tenant_id = $1 and role_alias = 'expert'`,
    [tenantId],
  );
  const tree = await system.call('GET', 'blade-system/role-ext/tree', { token: second });
  expect(tree.raw.toString()).toContain('"expert"');
  await database.query('update role set parent_id = null where tenant_id = $1', [tenantId]);
});

test('a tenant that is full takes no more', async () => {
  await register('one_more');
  const id = await idOf('one_more');
  await database.query('update tenant set account_number = 1 where tenant_id = $1', [tenantId]);
  const body = { id, deptId: dept };
  expect(await call('blade-user/register/accept', body, admin)).toMatchObject({
    status: 400,
    msg: '当前租户已到最大账号额度!',
  });
  await database.query('update tenant set account_number = -1 where tenant_id = $1', [tenantId]);
  expect(await call('blade-user/register/accept', body, admin)).toMatchObject({ status: 200 });
});

test('one address may not flood the administrators', async () => {
  // Past the hour of the tests before.
  system.pass(2 * 3_600_000);
  const answers: number[] = [];
  for (let n = 0; n < 22; n += 1) {
    // The share of a minute is the server's own clock; this is about the hour's.
    const origin = { address: '10.9.9.9', userAgent: 'test' };
    answers.push(
      await applyForAccount(engine, given(`flood_${n}`), origin).then(
        () => 200,
        (fault: { status: number }) => fault.status,
      ),
    );
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(20);
  expect(answers.slice(20)).toEqual([429, 429]);
  expect(await register('from_elsewhere')).toMatchObject({ status: 200 });
});

test('after 90 days nobody knows any more where an applicant was', async () => {
  await register('long_ago');
  await register('still_waits');
  const decided = await idOf('long_ago');
  const refusal = { id: decided, reason: '查无此人' };
  // The tokens of the tests before ran out with the clock.
  await call('blade-user/register/refuse', refusal, await token('admin'));
  const secrets = () =>
    database.query<{ account: string; address: string; agent: string; kept: boolean }>(
      `select g.account, s.address, s.user_agent as agent, s.password_hash is not null as kept
         from register_guest_secret s
         join register_guest g on g.tenant_id = s.tenant_id and g.id = s.registration_id
        where g.account in ('long_ago', 'still_waits') order by g.account`,
    );
  system.pass(89 * 24 * 3_600_000);
  await forgetApplicantsJob.run(workOf('000000', {}), engine);
  expect(await secrets()).toHaveLength(2);
  system.pass(2 * 24 * 3_600_000);
  await register('of_today');
  await forgetApplicantsJob.run(workOf('000000', {}), engine);
  expect(await secrets()).toEqual([{ account: 'still_waits', address: '', agent: '', kept: true }]);
  // Applicants who waited so long can still be accepted, and today's application keeps all its data.
  const body = { id: await idOf('still_waits'), deptId: dept };
  const later = await token('admin');
  expect(await call('blade-user/register/accept', body, later)).toMatchObject({ status: 200 });
  const [today] = await database.query<{ address: string }>(
    `select address from register_guest_secret where registration_id = $1`,
    [await idOf('of_today')],
  );
  expect(today?.address).toBe(`10.0.0.${address}`);
});

test('an upgrade keeps the roles that were given under their Chinese names', async () => {
  const change = new URL(
    '../../../../../apps/api/migrations/0075_registration_roles.sql',
    import.meta.url,
  );
  await database.query(`drop trigger tell_name on role`);
  await database.query('alter table register_guest drop column roles, add column role_name text');
  const [{ id } = { id: '' }] = await database.query<{ id: string }>(
    `update register_guest set role_name = '科研人员、校外顾问' where account = 'zhou_yq' returning id::text`,
  );
  await database.query(readFileSync(change, 'utf8'));
  const rows = await database.query<{ id: string; roles: string[] | null }>(
    'select id::text, roles from register_guest where roles is not null',
  );
  expect(rows).toEqual([{ id, roles: ['teacher', '校外顾问'] }]);
});

test('whoever comes from a provider without an account is a guest, whose token opens nothing', async () => {
  const query = new URLSearchParams({ tenantId, grant_type: 'register', oauth_id: 'wx-1' });
  const { raw } = await system.call('POST', `blade-auth/oauth/token?${query}`);
  const guest = JSON.parse(raw.toString()) as Record<string, string>;
  expect(guest).toMatchObject({
    user_id: '-1',
    tenant_id: tenantId,
    oauth_id: 'wx-1',
    role_id: '',
  });
  const refused = await system.call('GET', 'blade-auth/oauth/user-info', {
    token: guest.access_token ?? '',
  });
  expect(refused.status).toBe(401);
  expect((await register('wx_guest', { oauthId: guest.oauth_id })).status).toBe(200);
});
