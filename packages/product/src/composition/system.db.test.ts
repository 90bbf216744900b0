import { Secrets } from '@keyan/engine/base/secrets.ts';
import { createEngine } from '@keyan/engine/engine.ts';
import { Accounts } from '@keyan/engine/identity/accounts.ts';
import { Identity } from '@keyan/engine/identity/identity.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import { createServer } from '@keyan/engine/server/server.ts';
import { Database } from '@keyan/engine/store/connection/database.ts';
import { Notifications } from '@keyan/engine/store/connection/notifications.ts';
import { definedDictionaries } from '@keyan/engine/store/dictionaries.ts';
import { createIds } from '@keyan/engine/store/schema/ids.ts';
import { createNumbers } from '@keyan/engine/store/schema/numbers.ts';
import { testDatabase } from '@keyan/engine/testing/database.ts';
import { workOf } from '@keyan/engine/testing/work.ts';
import { signInPath } from '@keyan/engine/wire/identity/endpoints.ts';
import { createWorkflow } from '@keyan/engine/workflow/runtime/runtime.ts';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { dictionaries } from '../index.server.ts';
import { supplyNational } from '../shared/national.server.ts';
import { TenantDictionaries } from '../system/dictionaries/dictionary.server.ts';
import { sweepLogs } from '../system/logs/logs.server.ts';
import { createAdministrator } from './administrator.server.ts';
import { systemEndpoints } from './endpoints.server.ts';
import { fallbacks } from './fallbacks.server.ts';
import { createDepartments, createUsers, setHeads } from './people.server.ts';
import { setUpTenant } from './setup.server.ts';

supplyNational();

const database = await testDatabase();
const store = new Database(database.appUrl, { connections: 4 });
const notifications = new Notifications(database.appUrl);
await notifications.start();
const parts = { database: store, ids: createIds(5), clock: () => new Date() };
const log = pino({ level: 'silent' });
const identity = new Identity({
  ...parts,
  notifications,
  log,
  secret: Buffer.alloc(32, 3),
  signInPath,
});
const accounts = new Accounts({ ...parts, identity });
const none = {} as never;
const engine = createEngine({
  ...parts,
  resources: [],
  behaviours: [],
  numbers: createNumbers(store),
  dictionaries: definedDictionaries,
  workflow: createWorkflow(fallbacks),
  messages: none,
  files: none,
  jobs: none,
  secrets: new Secrets(Buffer.alloc(32, 3)),
  log,
});
const password = 'Keyan@2026';
const tenant = { tenantId: '000000', name: '江陵大学', nameEn: 'Jiangling University' };
await setUpTenant(parts, tenant, dictionaries.values());
await createDepartments(parts, '000000', [
  { code: '000', name: '江陵大学', category: '1' },
  { code: '310', name: '计算机学院', parent: '000', category: '2', nature: '1' },
  { code: '31001', name: '软件系', parent: '310', category: '2' },
  { code: '101', name: '科研处', parent: '000', category: '3' },
]);
const users = await createUsers(
  parts,
  '000000',
  [
    { account: 'admin', realName: '戚云帆', department: '000', roles: ['administrator', 'admin'] },
    { account: 'rd_admin', realName: '陆景行', department: '101', roles: ['rd_admin', 'admin'] },
    {
      account: 'dept_secretary',
      realName: '何敬之',
      department: '310',
      otherDepartments: ['101'],
      roles: ['dept_secretary', 'teacher'],
      phone: '19900001234',
    },
    {
      account: 'teacher',
      realName: '林晓岚',
      code: '20140326',
      department: '31001',
      roles: ['teacher'],
      phone: '19900004321',
    },
  ],
  await hashPassword(toWire(password)),
  { initial: false },
);
await setHeads(parts, '000000', [{ department: '310', secretary: 'dept_secretary' }]);

const server = await createServer({
  engine,
  endpoints: systemEndpoints({
    identity,
    accounts,
    dictionaries: new TenantDictionaries(store, notifications),
    files: none,
    phoneCodes: none,
    texts: none,
    mail: none,
    im: none,

    robots: none,
    objectStores: none,
    dataSources: none,
    financeSources: none,
    collector: none,
    jobs: [],
    version: '0',
    site: {
      tenantId: '000000',
      demo: { accounts: [{ account: 'teacher', name: '林晓岚', role: '科研人员' }], password },
    },
  }),
  authenticate: (token) => identity.authenticate(token),
  knowsClient: (id, secret) => identity.knowsClient(id, secret),
  isClosed: (token) => identity.isClosed(token),
  onDenied: (actor, denial) => identity.denied(actor, denial),
  trustProxy: true,
  title: 'test',
  version: '0',
});
afterAll(async () => {
  await server.close();
  await notifications.close();
  await store.close();
  await database.drop();
});
beforeEach(async () => {
  await database.query('delete from sign_in_attempt');
  await database.query('delete from call_rate');
});

const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

interface Answer {
  readonly status: number;
  // The shapes differ from call to call; each test names what it expects.
  readonly body: { code?: number; msg?: string; data?: unknown } & Record<string, unknown>;
}

const call = async (
  method: 'GET' | 'POST',
  path: string,
  options: {
    token?: string;
    query?: Record<string, string>;
    body?: object;
    headers?: Record<string, string>;
  } = {},
): Promise<Answer> => {
  const answer = await server.inject({
    method,
    url: `/api/${path}`,
    query: options.query,
    payload: options.body,
    headers: {
      authorization: basic,
      ...(options.token ? { 'blade-auth': `bearer ${options.token}` } : {}),
      ...options.headers,
    },
  });
  return { status: answer.statusCode, body: answer.json() };
};

const signIn = async (
  account: string,
  tenantId = '000000',
  typed = password,
): Promise<Record<string, string>> => {
  const { body } = await call('POST', 'blade-auth/oauth/token', {
    query: {
      tenantId,
      username: account,
      password: toWire(typed),
      grant_type: 'password',
      scope: 'all',
      type: 'account',
    },
    headers: { 'tenant-id': tenantId },
  });
  return body as unknown as Record<string, string>;
};

const tokenOf = async (account: string): Promise<string> =>
  (await signIn(account)).access_token ?? '';

const read = async <T>(token: string, path: string, query?: Record<string, string>): Promise<T> => {
  const { status, body } = await call('GET', path, { token, query });
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data as T;
};

describe('the token call', () => {
  test('answers flat in dialect B and wrapped in dialect A', async () => {
    expect(await signIn('dept_secretary')).toEqual({
      tenant_id: '000000',
      tenant_name: '江陵大学',
      user_id: users.get('dept_secretary'),
      dept_id: expect.stringMatching(/^\d{19},\d{19}$/),
      post_id: '',
      role_id: expect.stringMatching(/^\d{19},\d{19}$/),
      oauth_id: '',
      account: 'dept_secretary',
      user_name: '何敬之',
      nick_name: '何敬之',
      real_name: '何敬之',
      role_name: 'dept_secretary,teacher',
      avatar: '',
      password_due: false,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      detail: { type: 'web' },
      license: '',
      viewed_by: '',
    });
    const { body } = await call('POST', 'blade-auth/token', {
      query: { tenantId: '000000', account: 'teacher', password, grantType: 'password' },
    });
    expect(body).toMatchObject({
      code: 200,
      data: { account: 'teacher', userName: '林晓岚', authority: 'teacher', tokenType: 'bearer' },
    });
  });

  test.each(['blade-auth/oauth/token', 'blade-auth/token'])(
    'makes the browser known by a cookie, which goes over TLS alone where %s did',
    async (path) => {
      const cookieOver = async (proto: string): Promise<unknown> => {
        const answer = await server.inject({
          method: 'POST',
          url: `/api/${path}`,
          query: {
            tenantId: '000000',
            username: 'teacher',
            password: toWire(password),
            grant_type: 'password',
          },
          headers: { authorization: basic, 'x-forwarded-proto': proto },
        });
        return [answer.headers['set-cookie'] ?? []].flat()[0];
      };
      const plain =
        /^keyan-device-[\da-f]{16}=[\w.-]+; Path=\/api\/blade-auth; Max-Age=7776000; HttpOnly; SameSite=Strict$/;
      expect(await cookieOver('http')).toMatch(plain);
      const secure = String(await cookieOver('https'));
      expect(secure).toMatch(/; Secure$/);
      expect(secure.replace('; Secure', '')).toMatch(plain);
    },
  );

  test('refuses alike, in both readings', async () => {
    for (const username of ['teacher', 'nobody']) {
      const answer = await call('POST', 'blade-auth/oauth/token', {
        query: { tenantId: '000000', username, password: 'wrong', grant_type: 'password' },
      });
      expect(answer).toEqual({
        status: 400,
        body: {
          code: 400,
          success: false,
          data: {},
          msg: expect.stringMatching(/^账号或密码错误，还可再试 \d 次$/),
          error: 'invalid_grant',
          error_code: 'invalid_grant',
          error_description: expect.stringMatching(/^账号或密码错误，还可再试 \d 次$/),
        },
      });
    }
  });

  test.each([
    [{ tenantId: '' }, '请输入租户编号'],
    [{}, '请输入账号'],
    [{ username: 'teacher' }, '请输入密码'],
    [{ grant_type: 'social', source: 'oidc' }, '未配置该登录方式'],
    [{ username: 'teacher', password: 'x', grant_type: 'constructor' }, 'no grantType was found'],
    [{ grant_type: 'refresh_token' }, '登录已过期，请重新登录'],
    [{ grant_type: 'refresh_token', refresh_token: 'a.b.c' }, '登录已过期，请重新登录'],
    [
      { username: 'teacher', password: 'x', tenantId: "'; drop table users" },
      expect.stringContaining('账号或密码错误'),
    ],
  ])('%j: %s', async (query, message) => {
    const { status, body } = await call('POST', 'blade-auth/oauth/token', {
      query: { tenantId: '000000', ...query },
    });
    expect([400, 401]).toContain(status);
    expect(body.error_description).toEqual(message);
  });

  test('takes no client that it does not know', async () => {
    for (const authorization of [
      '',
      'Basic x',
      `Basic ${btoa('saber:wrong')}`,
      `Basic ${btoa('a')}`,
    ]) {
      const { status } = await call('POST', 'blade-auth/oauth/token', {
        query: { username: 'teacher', password: toWire(password) },
        headers: { authorization },
      });
      expect(status).toBe(401);
    }
  });

  test('refreshes, switches the role, signs out', async () => {
    const first = await signIn('dept_secretary');
    const refresh = (token: string | undefined, headers = {}) =>
      call('POST', 'blade-auth/oauth/token', {
        query: { refresh_token: token ?? '', grant_type: 'refresh_token', scope: 'all' },
        headers,
      });
    const myRoles = await read<{ id: string; roleAlias: string; roleName: string }[]>(
      first.access_token ?? '',
      'blade-system/role-ext/myRole',
    );
    expect(myRoles.map((role) => role.roleAlias)).toEqual(['dept_secretary', 'teacher']);
    const teacher = myRoles[1];
    const second = (await refresh(first.refresh_token, { 'role-id': teacher?.id })).body;
    expect(second.role_name).toBe('teacher');
    const stolen = await refresh(first.refresh_token);
    expect(stolen).toMatchObject({ status: 401, body: { error_code: 'invalid_token' } });
    expect(
      (await call('GET', 'blade-user/info', { token: String(second.access_token) })).status,
    ).toBe(401);
    const token = await tokenOf('teacher');
    await call('GET', 'blade-auth/oauth/logout', { token });
    expect(await call('GET', 'blade-user/info', { token })).toMatchObject({
      status: 401,
      body: { code: 401, msg: '请求未授权' },
    });
    expect((await call('GET', 'blade-auth/oauth/logout')).status).toBe(200);
    // The other header that carries a token ends its session as well.
    const headers = { authorization: `Bearer ${await tokenOf('teacher')}` };
    const mine = async () => (await call('GET', 'blade-user/info', { headers })).status;
    expect(await mine()).toBe(200);
    await call('GET', 'blade-auth/oauth/logout', { headers });
    expect(await mine()).toBe(401);
  });

  test('under a flood from one address, sessions and known browsers there go on', async () => {
    const from = (cookie = '') => ({ 'x-forwarded-for': '10.9.9.1', cookie });
    const ask = async (query: Record<string, string>, headers = from()) => {
      const url = '/api/blade-auth/oauth/token';
      const answer = await server.inject({
        method: 'POST',
        url,
        query: { tenantId: '000000', ...query },
        headers: { authorization: basic, ...headers },
      });
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
      return { status: answer.statusCode, cookie, told: answer.json() as Record<string, string> };
    };
    const right = { username: 'teacher', password: toWire(password), grant_type: 'password' };
    const before = await ask(right);
    const wrong = { ...right, username: 'nobody', password: 'wrong' };
    await Promise.all(Array.from({ length: 305 }, () => ask(wrong)));
    expect((await ask(right)).status).toBe(429);
    const refresh_token = before.told.refresh_token ?? '';
    expect((await ask({ refresh_token, grant_type: 'refresh_token' })).status).toBe(200);
    expect((await ask(right, from(before.cookie))).status).toBe(200);
  });

  test('a captcha comes in both readings, and clear-cache and user-info answer', async () => {
    const { body } = await call('GET', 'blade-auth/oauth/captcha');
    expect(body).toMatchObject({ code: 200, key: (body.data as { key: string }).key });
    expect((await call('GET', 'blade-auth/oauth/clear-cache')).body.code).toBe(200);
    const info = await read<{ roles: string[]; permissions: string[]; userId: string }>(
      await tokenOf('teacher'),
      'blade-auth/oauth/user-info',
    );
    expect(info.roles).toEqual(['teacher']);
    expect(info.permissions).toContain('paper_add');
    expect(info).toMatchObject({ account: 'teacher', tenant_id: '000000', user_id: info.userId });
  });
});

interface Node {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly path: string;
  readonly children?: readonly Node[];
}

const leaves = (nodes: readonly Node[]): readonly Node[] =>
  nodes.flatMap((node) => (node.children ? leaves(node.children) : [node]));

const change = (token: string, oldPassword: string, newPassword: string) =>
  call('POST', 'blade-user/update-password-v2', {
    token,
    body: {
      oldPassword: toWire(oldPassword),
      newPassword: toWire(newPassword),
      newPassword1: toWire(newPassword),
    },
  });

describe('menus', () => {
  test('everybody gets the pages and buttons of their roles, by top menu', async () => {
    const token = await tokenOf('teacher');
    const top = await read<Node[]>(token, 'blade-system/menu/top-menu');
    expect(top.map((entry) => entry.name)).toEqual([
      '首页',
      '办事中心',
      '科研成果',
      '学术活动',
      '项目管理',
      '专家评审',
      '经费管理',
      '计分考核',
      '人员团队',
      '综合办公',
    ]);
    const pages = await read<Node[]>(token, 'blade-system/menu/routes', {
      topMenuId: top[2]?.id ?? '',
      flat: '1',
    });
    expect(leaves(pages).map((page) => page.code)).toEqual([
      'paper',
      'paperLib',
      'pclaim',
      'pclaimRecord',
      'journal',
      'book',
      'bookLib',
      'zlsb',
      'zlsbLib',
      'patent',
      'patentLib',
      'copyright',
      'copyrightLib',
      'std',
      'stdLib',
      'variety',
      'varietyLib',
      'drug',
      'drugLib',
      'product',
      'productLib',
      'award',
      'awardLib',
      'pnotice',
      'pdeclare',
      'pdeclareLib',
      'appraisal',
      'appraisalLib',
      'advisory',
      'advisoryLib',
      'art',
      'artLib',
      'wycz',
      'wyczLib',
      'sjyszp',
      'sjyszpLib',
      'yyzp',
      'yyzpLib',
      'webWork',
      'webWorkLib',
      'sport',
      'sportLib',
    ]);
    expect(pages[0]).toMatchObject({ name: '论文成果', nameEn: 'Papers', code: 'paperg' });
    const all = await read<Node[]>(token, 'blade-system/menu/routes');
    expect(leaves(all).map((page) => page.code)).toContain('todo');
    const buttons = leaves(await read<Node[]>(token, 'blade-system/menu/buttons'));
    expect(buttons.map((button) => button.code)).toContain('paper_add');
    expect(buttons.map((button) => button.code)).not.toContain('paperAudit_audit');
  });

  test('clients of the family get every page within a group, and where to go after it', async () => {
    const token = await tokenOf('teacher');
    const top = await read<Node[]>(token, 'blade-system/menu/top-menu');
    expect(top.map(({ path }) => path)).toEqual([
      '/wel/index',
      '/mywork/todo',
      '/achievement/papers',
      '/activity/jbhd',
      '/program/vertical/declareInfo',
      '/review/myAvoid',
      '/funds/arriveClaim',
      '/score/progress/index',
      '/personel/file',
      '/office/warning',
    ]);
    for (const { id, path } of top) {
      const pages = await read<Node[]>(token, 'blade-system/menu/routes', { topMenuId: id });
      expect(pages.filter(({ children }) => !children)).toEqual([]);
      expect(leaves(pages).map((leaf) => leaf.path)).toContain(path);
    }
    const all = await read<Node[]>(token, 'blade-system/menu/routes');
    expect(all.map(({ name, path, code }) => [name, path, code])).toEqual([
      ['首页', '/wel', 'homePages'],
      ['办事中心', '/mywork', 'workPages'],
      ['论文成果', '/achievement/paperGroup', 'paperg'],
      ['著作成果', '/achievement/bookGroup', 'bookg'],
      ['知识产权', '/achievement/ip', 'patg'],
      ['获奖与鉴定', '/achievement/awardGroup', 'awdg'],
      ['艺术与特色成果', '/achievement/artGroup', 'artg'],
      ['举办活动', '/activity/jbhdGroup', 'jbhdg'],
      ['参加活动', '/activity/cjhdGroup', 'cjhdg'],
      ['项目管理', '/program', 'projectPages'],
      ['纵向项目', '/program/vertical', 'vertical'],
      ['横向项目', '/program/horizontal', 'horizontal'],
      ['校级项目', '/program/school', 'school'],
      ['文化基地项目', '/program/cultural', 'cultural'],
      ['专家评审', '/review', 'reviewPages'],
      ['经费管理', '/funds', 'fundsPages'],
      ['我的业绩', '/score/own', 'scoreOwn'],
      ['年度计分', '/score/year', 'scoreYear'],
      ['科研考核', '/score/assess', 'scoreAssess'],
      ['人员团队', '/person', 'personPages'],
      ['综合办公', '/office', 'officePages'],
    ]);
    expect(leaves(all).map(({ code }) => code)).not.toContain('dashboard');
  });

  test('one of my roles has its own pages; a role that is not mine has none for me', async () => {
    const token = await tokenOf('dept_secretary');
    const [secretary, teacher] = await read<{ id: string }[]>(
      token,
      'blade-system/role-ext/myRole',
    );
    const of = async (roleId?: string) =>
      leaves(
        await read<Node[]>(token, 'blade-system/role-ext/myRoleMenu', roleId ? { roleId } : {}),
      ).map((page) => page.code);
    expect(await of(secretary?.id)).toContain('paperAudit');
    expect(await of(teacher?.id)).not.toContain('paperAudit');
    expect(await of()).toContain('paperAudit');
    const [foreign] = await database.query<{ id: string }>(
      `select id from role where role_alias = 'rd_admin'`,
    );
    const { status } = await call('GET', 'blade-system/role-ext/myRoleMenu', {
      token,
      query: { roleId: foreign?.id ?? '' },
    });
    expect(status).toBe(403);
  });

  test('without a token routes are empty and the rest is refused', async () => {
    for (const path of ['blade-system/menu/routes', 'blade-system/menu/auth-routes']) {
      expect((await call('GET', path)).body).toMatchObject({ code: 200, data: [] });
    }
    for (const path of ['menu/buttons', 'menu/top-menu', 'dept/tree', 'role-ext/myRole']) {
      expect((await call('GET', `blade-system/${path}`)).status).toBe(401);
    }
    const routes = await read<Record<string, { authority: string[] }>[]>(
      await tokenOf('teacher'),
      'blade-system/menu/auth-routes',
    );
    expect(routes).toContainEqual({
      '/wel/index': { authority: expect.arrayContaining(['teacher', 'admin']) },
    });
  });

  test.each(['abc', '1 or 1=1', '99999999999999999999'])('topMenuId=%s is refused', async (id) => {
    const { status } = await call('GET', 'blade-system/menu/routes', {
      token: await tokenOf('teacher'),
      query: { topMenuId: id },
    });
    expect(status).toBe(400);
  });
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

describe('dictionaries', () => {
  test('that clients of the family ask for have numbers as keys, in older tenants too', async () => {
    await database.query(
      "delete from dict_entry where code in ('flow', 'sms') and dict_key <> '-1'",
    );
    await setUpTenant(parts, tenant, dictionaries.values());
    const token = await tokenOf('teacher');
    for (const code of [
      ...['flow', 'notice', 'yes_no', 'user_type', 'menu_category', 'button_func', 'org_category'],
      ...['post_category', 'region', 'data_scope_type', 'api_scope_type', 'oss', 'sms', 'sex'],
    ]) {
      const entries = await read<{ code: string; dictKey: string; remark: string }[]>(
        token,
        'blade-system/dict/dictionary',
        { code },
      );
      expect([code, entries.length > 0]).toEqual([code, true]);
      for (const entry of entries) {
        expect([entry.code, entry.dictKey]).toEqual([code, expect.stringMatching(/^\d+$/)]);
      }
    }
    const flows = await read<object[]>(token, 'blade-system/dict/dictionary', { code: 'flow' });
    expect(flows).toHaveLength(60);
    expect(flows[0]).toMatchObject({ dictKey: '1', dictValue: '论文登记', remark: 'papersapp' });
    const declare = { dictKey: '26', dictValue: '纵向项目申报', remark: 'vertical/declare' };
    expect(flows).toContainEqual(expect.objectContaining(declare));
    const all = await read<{ code: string; title: string; key: string; id: string }[]>(
      token,
      'blade-system/dict/tree',
      { code: 'DICT' },
    );
    expect(all.length).toBe(dictionaries.size);
    const sms = all.find(({ code }) => code === 'sms');
    expect(sms).toMatchObject({ title: '短信服务类型', key: sms?.id, hasChildren: false });
  });

  interface Entry {
    readonly dictKey: string;
    readonly dictValue: string;
    readonly children?: readonly Entry[];
  }

  test('come as a list and as a tree, in both languages', async () => {
    const token = await tokenOf('teacher');
    const list = await read<Entry[]>(token, 'blade-system/dict-biz/dictionary', {
      code: 'auditStatus',
    });
    expect(list[0]).toMatchObject({
      code: 'auditStatus',
      dictKey: '0',
      dictValue: '草稿',
      dictValueEn: 'Draft',
      isSealed: 0,
      title: '草稿',
      strKey: '0',
    });
    const tree = await read<Entry[]>(token, 'blade-system/dict-biz/tree', { code: 'discipline' });
    expect(tree[0]).toMatchObject({ dictValue: '自然科学', heading: true });
    expect(tree[0]?.children?.[0]?.dictValue).toBe('数学');
    const level = await read<{ id: string; hasChildren: boolean }[]>(
      token,
      'blade-system/dict-biz-ext/lazy-list',
      { code: 'discipline' },
    );
    expect(level[0]?.hasChildren).toBe(true);
    const below = await read<Entry[]>(token, 'blade-system/dict-biz-ext/lazy-list', {
      code: 'discipline',
      parentId: level[0]?.id ?? '',
    });
    expect(below[0]?.dictValue).toBe('数学');
    const several = await read<{ code: string }[]>(
      token,
      'blade-system/dict-biz-ext/dictionary-multi',
      { code: 'auditStatus,userType,nonsense' },
    );
    expect(new Set(several.map((entry) => entry.code))).toEqual(
      new Set(['auditStatus', 'userType']),
    );
    const keyed = await read<Entry[]>(token, 'blade-system/dict-biz-ext/dict-by-key', {
      code: 'auditStatus',
      dictKey: '2',
    });
    expect(keyed.map((entry) => entry.dictValue)).toEqual(['已通过']);
    const whole = await read<object[]>(token, 'blade-system/dict-biz-ext/dict-by-key', {
      code: 'auditStatus',
    });
    expect(whole).toHaveLength(7);
    expect(whole[2]).toMatchObject({ code: 'auditStatus', title: '已通过', strKey: '2' });
  });

  test('a sealed entry is not offered any more, at once', async () => {
    const token = await tokenOf('teacher');
    const keys = async (query = {}) =>
      (
        await read<Entry[]>(token, 'blade-system/dict/dictionary', { code: 'userType', ...query })
      ).map((entry) => entry.dictKey);
    expect(await keys()).toEqual(['1', '2', '3', '4']);
    await database.query(
      `update dict_entry set is_sealed = 1 where code = 'userType' and dict_key = '3'`,
    );
    await expect.poll(keys).toEqual(['1', '2', '4']);
    expect(await keys({ sealed: '1' })).toEqual(['1', '2', '3', '4']);
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
    // It answers with what became of their open tasks: they have none but records of their own.
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

describe('before signing in', () => {
  test('a page of another site stands in a document whose policy is the tenant’s list', async () => {
    const address = 'https://oa.x.edu.cn/a?b="1"';
    const framed = (headers = {}, tenantId = '000000') =>
      server.inject({ url: '/api/keyan/embedded', query: { tenantId, address }, headers });
    expect((await framed()).statusCode).toBe(404);
    await database.query(
      `update param set param_value = '*.x.edu.cn, *.edu.cn'
        where tenant_id = '000000' and param_key = 'site.embedHosts'`,
    );
    const { statusCode, headers, body } = await framed();
    expect([statusCode, headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining(
        "default-src 'none'; style-src 'unsafe-inline'; frame-src https://*.x.edu.cn;",
      ),
    ]);
    expect(body).toContain('src="https://oa.x.edu.cn/a?b=&quot;1&quot;"');
    expect(body).not.toContain('<script');
    // In a window of its own it would lend our name to another site.
    expect((await framed({ 'sec-fetch-dest': 'document' })).statusCode).toBe(404);
    // Settings of one tenant do not apply to another.
    expect((await framed({}, '999999')).statusCode).toBe(404);
  });

  test('the site and the tenant introduce themselves', async () => {
    expect((await call('GET', 'keyan/site')).body.data).toMatchObject({
      registerUser: false,
      captcha: false,
      name: '江陵大学',
      nameEn: 'Jiangling University',
      tenantId: '000000',
      demo: true,
      accounts: [{ account: 'teacher', name: '林晓岚', role: '科研人员' }],
      password,
    });
    const tenantAt = async (domain: string) =>
      (await call('GET', 'blade-system/tenant/info', { query: { domain } })).body.data;
    expect(await tenantAt('http://localhost:8080/login')).toMatchObject({ tenantId: '000000' });
    await setUpTenant(
      parts,
      { tenantId: '200000', name: '他校', domain: 'ky.other.example' },
      dictionaries.values(),
    );
    expect(await tenantAt('https://KY.other.example:8443')).toMatchObject({ tenantId: '200000' });
    expect(await tenantAt('http://localhost:8080')).toEqual({});
    expect(await tenantAt('::::')).toEqual({});
  });
});

describe('error logs', () => {
  test('are kept as text', async () => {
    const token = await tokenOf('teacher');
    const { body } = await call('POST', 'blade-auth/oauth/logout', {
      token,
      body: [
        {
          type: 'TypeError',
          url: '/x\r\nforged',
          message: '\u001b[31mred',
          stack: 'a\nb',
          time: 'now',
        },
      ],
    });
    expect(body).toMatchObject({ code: 200, msg: '发送成功!' });
    const [entry] = await database.query<{ url: string; message: string; stack: string }>(
      'select url, message, stack from error_log',
    );
    expect(entry).toEqual({ url: '/x forged', message: ' [31mred', stack: 'a\nb' });
    expect((await call('POST', 'blade-auth/oauth/logout', { body: [] })).status).toBe(401);
    expect((await call('POST', 'blade-auth/oauth/logout', { token, body: ['x'] })).status).toBe(
      400,
    );
  });

  test('of one person are taken as far as a page can fail in a day', async () => {
    const token = await tokenOf('teacher');
    const send = (count: number) =>
      call('POST', 'blade-auth/oauth/logout', {
        token,
        body: Array.from({ length: count }, () => ({ type: 'flood', message: 'x' })),
      });
    await database.query(
      `insert into error_log (tenant_id, id, user_id, type, url, message, stack, info, happened_at,
         address, user_agent, create_time)
       select '000000', n, (select id from users where tenant_id = '000000' and account = 'teacher'),
         'flood', '', '', '', '', '', '', '', now() from generate_series(1, 1940) n`,
    );
    expect((await send(50)).status).toBe(200);
    const refused = await send(50);
    expect([refused.status, refused.body.msg]).toEqual([429, '请求过于频繁，请稍后再试']);
    await database.query("delete from error_log where type = 'flood'");
  });

  test('are listed for administrators only, and swept after 90 days', async () => {
    const token = await tokenOf('teacher');
    const send = (entries: readonly object[]) =>
      call('POST', 'blade-auth/oauth/logout', { token, body: entries });
    await send([
      { type: 'call', message: 'GET /x: 100% wrong', url: '/x', stack: 's' },
      { type: 'ChunkLoadError', message: 'no chunk' },
    ]);
    const admin = await tokenOf('admin');
    const list = (query: string) => read(admin, `blade-log/error/list?${query}`);
    const found = (await list('message=100%25%20w')) as {
      records: { id: string; createUserName: string }[];
      total: number;
      more: boolean;
    };
    expect(found).toMatchObject({
      total: 1,
      more: false,
      records: [{ type: 'call', url: '/x', createUserName: '林晓岚' }],
    });
    expect(await list('type=ChunkLoadError')).toMatchObject({ total: 1 });
    expect(await list('message=100_&createTime_datege=2020-01-01')).toMatchObject({ total: 0 });
    const id = found.records[0]?.id ?? '';
    expect(await read(admin, `blade-log/error/detail?id=${id}`)).toMatchObject({ stack: 's' });
    const refused = await call('GET', 'blade-log/error/list', { token });
    expect(refused.status).toBe(403);
    expect((await call('GET', `blade-log/error/detail?id=${id}`, { token })).status).toBe(403);
    expect((await call('GET', 'blade-log/error/detail?id=1', { token: admin })).status).toBe(404);

    await database.query(
      `update error_log set create_time = now() - interval '91 days' where id = $1`,
      [id],
    );
    expect(await sweepLogs.run(workOf('000000', {}), engine)).toEqual({ done: 1 });
    expect(await list('type=call')).toMatchObject({ total: 0 });
    expect(await list('type=ChunkLoadError')).toMatchObject({ total: 1 });
    // Nothing but the call that sweeps may remove an entry.
    await expect(
      store.transaction('000000', (tx) => tx.query('delete from error_log')),
    ).rejects.toThrow(/permission denied/);
  });
});

describe('preferences', () => {
  const path = 'keyan/preferences';

  test("are each person's own: kept, changed and removed by key", async () => {
    const [one, two] = [await tokenOf('teacher'), await tokenOf('dept_secretary')];
    const keep = (token: string, key: string, value?: unknown) =>
      call('POST', path, { token, body: { key, value } });
    await keep(one, 'theme', 'dark');
    await keep(one, 'columns:paper.register', { hidden: ['dj'], wide: false, count: 0 });
    await keep(two, 'theme', 'lte');
    expect(await read(one, path)).toEqual({
      theme: 'dark',
      'columns:paper.register': { hidden: ['dj'], wide: false, count: 0 },
    });
    await keep(one, 'theme', 'white');
    await keep(one, 'columns:paper.register');
    expect(await read(one, path)).toEqual({ theme: 'white' });
    expect(await read(two, path)).toEqual({ theme: 'lte' });
    expect((await call('GET', path)).status).toBe(401);
  });

  test("have bounds: the key's shape, 16 KB for one, 200 of them", async () => {
    const token = await tokenOf('rd_admin');
    const keep = (key: unknown, value: unknown) =>
      call('POST', path, { token, body: { key, value } });
    for (const key of ['', '1a', 'a b', `a${'b'.repeat(120)}`, '__proto__', { a: 1 }, undefined]) {
      expect([key, (await keep(key, 1)).status]).toEqual([key, 400]);
    }
    expect((await keep('large', '汉'.repeat(5461))).body.msg).toBe('偏好设置的内容不能超过 16 KB');
    expect((await keep('large', '汉'.repeat(5460))).status).toBe(200);
    // Nested deeper than anybody who reads it level by level could follow.
    expect((await keep('deep', JSON.parse('['.repeat(4000) + ']'.repeat(4000)))).status).toBe(400);
    await database.query(
      `insert into preference (tenant_id, user_id, key, value, update_time)
       select '000000', $1, 'k' || n, '1', now() from generate_series(1, 199) n`,
      [users.get('rd_admin')],
    );
    expect((await keep('one-more', 1)).body.msg).toBe('偏好设置不能超过 200 项');
    expect((await keep('k7', 2)).status).toBe(200);
  });
});

describe('setting up', () => {
  const count = async (table: string) =>
    (await database.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;

  test('runs again without a trace, and keeps what administrators changed', async () => {
    const tables = [
      'role',
      'menu',
      'role_menu',
      'top_menu_menu',
      'dict_entry',
      'param',
      'client_app',
    ];
    await database.query(`update menu set name = '我的论文' where code = 'paper'`);
    await database.query(
      `delete from role_menu rm using menu m, role r where m.id = rm.menu_id and r.id = rm.role_id
         and m.code = 'paper_export' and r.role_alias = 'teacher'`,
    );
    const before = await Promise.all(tables.map(count));
    await Promise.all([
      setUpTenant(parts, tenant, dictionaries.values()),
      setUpTenant(parts, tenant, dictionaries.values()),
    ]);
    expect(await Promise.all(tables.map(count))).toEqual(before);
    const [menu] = await database.query<{ name: string }>(
      `select name from menu where code = 'paper' and tenant_id = '000000'`,
    );
    expect(menu?.name).toBe('我的论文');
  });

  test('a new menu of a newer version gets its default grants', async () => {
    await database.query(
      `delete from role_menu where menu_id in (select id from menu where code = 'paper_add')`,
    );
    await database.query(`delete from menu where code = 'paper_add'`);
    await setUpTenant(parts, tenant, dictionaries.values());
    const roles = await database.query<{ role_alias: string }>(
      `select r.role_alias from role_menu rm join menu m on m.id = rm.menu_id
         join role r on r.id = rm.role_id
        where m.code = 'paper_add' and rm.tenant_id = '000000'`,
    );
    expect(roles.map((role) => role.role_alias)).toEqual(
      expect.arrayContaining(['administrator', 'teacher']),
    );
  });

  test('the first administrator is made by one call, with a strong password, once', async () => {
    const make = (given: { account?: string; password?: string }) =>
      createAdministrator(
        parts,
        {
          tenant: { tenantId: '300000', name: '某大学' },
          account: 'boss',
          password: 'Strong#2026',
          ...given,
        },
        dictionaries.values(),
      );
    await expect(make({ password: 'weak' })).rejects.toThrow('密码长度应为 8 到 64 个字符');
    await expect(make({ account: 'a b' })).rejects.toThrow('【账号】');
    expect(await database.query(`select 1 from tenant where tenant_id = '300000'`)).toEqual([]);
    await make({});
    await expect(make({})).rejects.toThrow('当前账号已被使用!');
    const { body } = await call('POST', 'blade-auth/oauth/token', {
      query: {
        tenantId: '300000',
        username: 'boss',
        password: toWire('Strong#2026'),
        grant_type: 'password',
      },
    });
    expect(body.role_name).toBe('administrator,admin');
  });

  test('ten thousand accounts are made at once', async () => {
    const hash = await hashPassword(toWire(password));
    await createUsers(
      parts,
      '200000',
      Array.from({ length: 10_000 }, (_, index) => ({
        account: `staff${index}`,
        realName: `教师${index}`,
        roles: ['teacher' as const],
      })),
      hash,
      { initial: true },
    );
    const [made] = await database.query<{ n: number }>(
      `select count(*)::int as n from users where tenant_id = '200000' and account like 'staff%'`,
    );
    expect(made?.n).toBe(10_000);
  });
});
