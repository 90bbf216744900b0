import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { dictionaries } from '../index.server.ts';
import { createAdministrator } from './administrator.server.ts';
import { createUsers } from './people.server.ts';
import { setUpTenant } from './setup.server.ts';
import { basicClientHeader, openSystem, tenant } from './testing.ts';

const system = await openSystem();
const { call, database, parts, password, read, server, signIn, tokenOf, users } = system;
afterAll(() => system.close());
beforeEach(() => system.forgetAttempts());

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
          headers: { authorization: basicClientHeader, 'x-forwarded-proto': proto },
        });
        const cookies = [answer.headers['set-cookie'] ?? []].flat();
        const host = proto === 'https' ? '__Host-' : '';
        expect(cookies[1]).toMatch(new RegExp(`^${host}keyan-pictures=[\\w.-]+; Path=/; `));
        return cookies[0];
      };
      const plain =
        /^keyan-device-[\da-f]{16}=[\w.-]+; Path=\/api\/blade-auth; Max-Age=7776000; HttpOnly; SameSite=Strict$/;
      expect(await cookieOver('http')).toMatch(plain);
      const secure = String(await cookieOver('https'));
      expect(secure).toMatch(/^__Secure-.*; Secure$/);
      expect(secure.replace('; Secure', '').replace('__Secure-', '')).toMatch(plain);
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
        headers: { authorization: basicClientHeader, ...headers },
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

interface TopNode extends Node {
  readonly pages: readonly Node[];
}

const leaves = (nodes: readonly Node[]): readonly Node[] =>
  nodes.flatMap((node) => (node.children ? leaves(node.children) : [node]));

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
    const withPages = await read<TopNode[]>(token, 'blade-system/menu/top-menu', { pages: '1' });
    const pages = withPages[2]?.pages ?? [];
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
      'mycase',
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
    const codesIn = (nodes: readonly Node[]) => leaves(nodes).map(({ code }) => code);
    const withPages = await read<TopNode[]>(token, 'blade-system/menu/top-menu', { pages: '1' });
    for (const { id, pages } of withPages) {
      const grouped = await read<Node[]>(token, 'blade-system/menu/routes', { topMenuId: id });
      expect(codesIn(grouped).toSorted()).toEqual(codesIn(pages).toSorted());
    }
    expect(withPages.map(({ id }) => id)).toEqual(top.map(({ id }) => id));
    const [first, ...rest] = await read<TopNode[]>(token, 'blade-system/menu/top-menu', {
      pages: '1',
      without: '/wel/index',
    });
    expect(first).not.toHaveProperty('pages');
    expect(rest).toEqual(withPages.slice(1));
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
      ['科研诚信', '/achievement/integrity', 'integrity'],
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
