import { impersonateCode } from '@keyan/kernel/access/viewing.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, expect, test } from 'vitest';
import { home, startApplication } from '../support/application.ts';
import { type Answer, Client } from '../support/client.ts';
import { ok } from '../support/filing.ts';

/**
 * Data scopes of the platform's own pages: accounts, departments, posts, notices, logs and sessions; and the figures
 * of the home page, which count what the lists show.
 */
const app = await startApplication([home]);
afterAll(() => app.close());

const admin = await app.as('admin');
const secretary = await app.as('dept_secretary');
const office = await app.as('rd_admin');
const unit = (code: string): string => app.departments[home]?.get(code) ?? '';
const person = (account: string): string => app.people[home]?.get(account) ?? '';

const idOf = async (table: 'menu' | 'role', name: string): Promise<string> =>
  (
    await app.database.query<{ id: string }>(
      `select id::text from ${table} where tenant_id = $1 and ${table === 'menu' ? 'code' : 'role_alias'} = $2`,
      [home, name],
    )
  )[0]?.id ?? '';

const pages = ['user', 'dept', 'post', 'notice', 'log_api', 'log_error', 'session', 'datascope'];
await app.database.query(
  `insert into role_menu (tenant_id, role_id, menu_id)
   select r.tenant_id, r.id, m.id from role r join menu m on m.tenant_id = r.tenant_id
    where r.tenant_id = $1 and r.role_alias = 'dept_secretary' and m.category in ('1', '2')
      and (m.code = any($2) or exists (select from menu p where p.id = m.parent_id and p.code = any($2)))
   on conflict do nothing`,
  [home, pages],
);

/** Makes a data scope of a page and gives a role this one alone. */
const limit = async (page: string, more: object, alias = 'dept_secretary'): Promise<void> => {
  const made = await ok(
    admin.post('blade-system/data-scope/submit', {
      menuId: await idOf('menu', page),
      scopeName: page,
      scopeColumn: '',
      scopeField: '*',
      ...more,
    }),
  );
  await ok(
    admin.post('blade-system/role/grant', {
      roleIds: [await idOf('role', alias)],
      dataScopeIds: [made.id],
    }),
  );
};
const free = async (alias = 'dept_secretary'): Promise<void> => {
  const given = { roleIds: [await idOf('role', alias)], dataScopeIds: [] };
  // A notification tells the server what the administrator may do.
  await expect
    .poll(async () => (await admin.post('blade-system/role/grant', given)).status)
    .toBe(200);
};

const records = async (who: Client, path: string, query = {}) => {
  const { records: found, total } = await ok(who.get(path, { size: '200', ...query }));
  const rows = found as RowLike[];
  expect([path, total]).toEqual([path, rows.length]);
  return rows;
};
const values = async (who: Client, path: string, name: string, query = {}) =>
  (await records(who, path, query)).map((row) => String(row[name])).sort();

const college = ['dept_leader', 'dept_secretary', 'teacher', 'teacher2'];

test('of accounts: lists, details, exports and what is done to them', async () => {
  expect(await values(secretary, 'blade-user/account/list', 'account')).toContain('teacher320');
  await limit('user', { scopeType: 4 });
  for (const path of ['blade-user/page', 'blade-system/user/list', 'blade-user/account/list']) {
    await expect.poll(() => values(secretary, path, 'account')).toEqual(college);
  }
  const all = (await ok(secretary.get('blade-user/user-list'))) as unknown as { account: string }[];
  expect(all.map(({ account }) => account).sort()).toEqual(college);
  const [mine, other] = [person('teacher'), person('teacher320')];
  const asked: readonly (readonly [string, (id: string) => Promise<Answer>])[] = [
    ['detail', (id) => secretary.get('blade-user/detail', { id })],
    ['platform-detail', (id) => secretary.get('blade-user/platform-detail', { id })],
    ['account/detail', (id) => secretary.get('blade-user/account/detail', { id })],
    ['history', (id) => secretary.get('blade-user/account/history', { id })],
    ['unlock', (id) => secretary.post('blade-user/unlock', { userIds: [id] })],
    [
      'openTasks',
      (id) => secretary.get('kh-edu-research/personnelaccount/openTasks', { userIds: id }),
    ],
    ['update', (id) => secretary.post('blade-user/update', { id, email: 'a@example.edu.cn' })],
  ];
  for (const [name, ask] of asked) {
    // Whoever has more rights than they is theirs to see, and not to touch.
    expect([name, [200, 403].includes((await ask(mine)).status)]).toEqual([name, true]);
    expect([name, (await ask(other)).status]).toEqual([name, 404]);
  }
  for (const path of ['blade-user/reset-password', 'blade-user/remove']) {
    const body = { userIds: [other], ids: [other] };
    expect([path, (await secretary.post(path, body)).status]).toEqual([path, 404]);
  }
  expect(await values(office, 'blade-user/page', 'account')).toContain('teacher320');
  // One's own account is never hidden.
  await limit('user', { scopeType: 5, scopeValue: unit('320') });
  await expect
    .poll(() => values(secretary, 'blade-user/page', 'id'))
    .toEqual(['dept_secretary', 'secretary320', 'teacher320', 'expert'].map(person).sort());
  await free();
});

test('of departments: list and detail, while forms choose from all', async () => {
  await limit('dept', { scopeType: 3 });
  const names = async (path: string) =>
    JSON.stringify(await ok(secretary.get(`blade-system/${path}`))).includes('美术学院');
  await expect.poll(() => names('dept/list')).toBe(false);
  expect(await names('dept/lazy-list')).toBe(false);
  expect(await values(secretary, 'blade-system/department/list', 'id')).toEqual([unit('310')]);
  for (const [path, id, status] of [
    ['dept/detail', '310', 200],
    ['dept/detail', '320', 404],
    ['department/detail', '320', 404],
  ] as const) {
    const answer = await secretary.get(`blade-system/${path}`, { id: unit(id) });
    expect([path, id, answer.status]).toEqual([path, id, status]);
  }
  const merge = await secretary.post('blade-system/dept/merge', {
    id: unit('320'),
    into: unit('310'),
  });
  expect(merge.status).toBe(404);
  const tops = (await ok(
    secretary.get('blade-system/dept/lazy-list', { parentId: '0' }),
  )) as unknown as { id: string }[];
  expect(tops.map(({ id }) => id)).toEqual([unit('310')]);
  for (const path of ['dept/tree', 'dept/select'])
    expect([path, await names(path)]).toEqual([path, true]);
  await free();
});

test('of posts and notices: own ones, and what is published to everybody', async () => {
  const post = (who: Client, postCode: string) =>
    ok(who.post('blade-system/post/submit', { category: '1', postCode, postName: postCode }));
  await post(admin, 'theirs');
  await post(secretary, 'mine');
  const notice = async (who: Client, title: string, releaseTime = '') =>
    ok(
      who.post('blade-desk/notice/submit', {
        title,
        category: '1',
        content: '<p>文</p>',
        releaseTime,
      }),
    );
  await notice(office, '草稿');
  await notice(office, '全校', '2026-03-01 08:00:00');
  await notice(secretary, '本院');
  await limit('post', { scopeType: 2 });
  await expect
    .poll(() => values(secretary, 'blade-system/post/list', 'postCode'))
    .toEqual(['mine']);
  await limit('notice', { scopeType: 2 });
  await expect
    .poll(() => values(secretary, 'blade-desk/notice/list', 'title'))
    .toEqual(['全校', '本院'].sort());
  expect(await values(secretary, 'blade-system/post/list', 'postCode')).toEqual(['mine', 'theirs']);
  await free();
});

test('of logs and sessions: those of the people of the departments', async () => {
  await app.database.query(
    `insert into api_log (tenant_id, server_host, server_ip, id, user_id, user_name, title, method, path, status,
       time, address, user_agent, request_id, create_time)
     select $1, 'law', '', n, p, 'x', 'law', 'GET', '/law', 200, 1, '', '', '', now()
       from unnest($2::bigint[]) with ordinality given (p, n)`,
    [home, [person('teacher'), person('teacher320')]],
  );
  await app.database.query(
    `insert into error_log (tenant_id, id, user_id, type, url, message, stack, info, happened_at, address,
       user_agent, create_time)
     select $1, n, p, 'law', '', '', '', '', '', '', '', now()
       from unnest($2::bigint[]) with ordinality given (p, n)`,
    [home, [person('teacher'), person('teacher320'), null]],
  );
  await app.as('teacher320');
  const ids = (log: string) =>
    values(secretary, `blade-log/${log}/list`, 'id', { type: 'law', requestUri: '' });
  const law = () => values(secretary, 'blade-log/api/list', 'id', { title: 'law' });
  expect(await law()).toEqual(['1', '2']);
  await limit('log_api', { scopeType: 3 });
  await expect.poll(law).toEqual(['1']);
  expect((await secretary.get('blade-log/api/detail', { id: '1' })).status).toBe(200);
  expect((await secretary.get('blade-log/api/detail', { id: '2' })).status).toBe(404);
  expect(await ids('error')).toEqual(['1', '2', '3']);
  await limit('log_error', { scopeType: 3 });
  await expect.poll(() => ids('error')).toEqual(['1']);
  expect((await secretary.get('blade-log/error/detail', { id: '3' })).status).toBe(404);
  await limit('session', { scopeType: 2 });
  await expect
    .poll(() => values(secretary, 'keyan/session/list', 'account'))
    .toEqual(['dept_secretary']);
  const [foreign] = await records(admin, 'keyan/session/list', { text: 'teacher320' });
  const ended = await secretary.post('keyan/session/end', { ids: [foreign?.id] });
  expect(ended.status).toBe(404);
  await free();
});

/** Gives somebody exactly these roles. @returns their id */
const give = async (account: string, aliases: readonly string[]): Promise<string> => {
  const roleIds = await Promise.all(aliases.map((alias) => idOf('role', alias)));
  await ok(admin.post('blade-user/grant', { userIds: [person(account)], roleIds }));
  return person(account);
};

test('looking as somebody ends when a data scope no longer reaches them', async () => {
  await app.database.query(
    `insert into role_menu (tenant_id, role_id, menu_id)
     select r.tenant_id, r.id, m.id from role r join menu m on m.tenant_id = r.tenant_id and m.code = $2
      where r.tenant_id = $1 and r.role_alias = 'dept_secretary' on conflict do nothing`,
    [home, impersonateCode],
  );
  // A user without a role is above nobody.
  await app.database.query(`delete from user_role where tenant_id = $1 and user_id = $2`, [
    home,
    person('expert'),
  ]);
  const view = () =>
    secretary.post('keyan/session/view-as', { userId: person('expert'), reason: '核对菜单权限' });
  await expect.poll(async () => (await view()).status).toBe(200);
  const { access_token: token } = JSON.parse((await view()).raw.toString()) as {
    access_token: string;
  };
  const looking = new Client(app.server, token);
  const own = async () => (await looking.get('keyan/session/own')).status;
  expect(await own()).toBe(200);
  await limit('user', { scopeType: 5, scopeValue: unit('310') });
  await expect.poll(own).toBe(401);
  expect((await secretary.get('keyan/session/own')).status).toBe(200);
  await free();
});

test('who is limited cannot take the last way back: no role, no account', async () => {
  const chief = await give('rd_fund', ['admin']);
  await give('rd_project', ['admin', 'dept_secretary']);
  const deputy = await app.as('rd_project');
  // One role limits posts, the other opens all of them: a list has what any role opens, and so has the rank.
  await limit('post', { scopeType: 2 });
  expect(await values(deputy, 'blade-system/post/list', 'id')).toEqual(
    await values(admin, 'blade-system/post/list', 'id'),
  );
  const decide = async () =>
    deputy.post('blade-system/data-scope/submit', {
      menuId: await idOf('menu', 'post'),
      scopeName: '全部岗位',
      scopeType: 1,
    });
  expect((await decide()).status).toBe(200);
  // The administrators' role has no page of papers: what limits them limits the deputy.
  await limit('paper', { scopeType: 2 });
  await expect.poll(async () => (await decide()).status).toBe(403);
  // Only the chief of the administrators is without limits: the others have papers by the limited role alone.
  const paper = await idOf('menu', 'paper');
  const top = await idOf('role', 'administrator');
  await app.database.query(
    'delete from role_menu where tenant_id = $1 and role_id = $2 and menu_id = $3',
    [home, top, paper],
  );
  const others = `select u.tenant_id, u.id, r.id from users u join role r on r.tenant_id = u.tenant_id
     and r.role_alias = 'dept_secretary' where u.tenant_id = $1 and u.account in ('admin', 'finance')`;
  await app.database.query(
    `insert into user_role (tenant_id, user_id, role_id) ${others} on conflict do nothing`,
    [home],
  );
  const [teacher, adminRole, secretaryRole] = await Promise.all(
    ['teacher', 'admin', 'dept_secretary'].map((alias) => idOf('role', alias)),
  );
  const stop = 'kh-edu-research/personnelaccount/stopUser';
  const attempts = [
    ['blade-user/grant', { userIds: [chief], roleIds: [teacher] }],
    ['blade-user/grant', { userIds: [chief], roleIds: [adminRole, secretaryRole] }],
    [stop, { userIds: [chief] }],
    ['blade-user/remove', { ids: [chief] }],
    ['blade-user/update', { id: chief, roleId: teacher }],
  ] as const;
  for (const [call, body] of attempts) {
    const { status, msg } = await deputy.post(call, body);
    expect([call, status, msg]).toEqual([call, 400, '至少要保留一个可用的管理员账号']);
  }
  // With another way back the same is an ordinary change.
  const second = await give('finance', ['admin']);
  await ok(deputy.post(stop, { userIds: [chief] }));
  expect((await deputy.post(stop, { userIds: [second] })).status).toBe(400);
  await app.database.query(
    `delete from user_role where tenant_id = $1 and user_id = $2
        and role_id in (select id from role where role_alias = 'dept_secretary')`,
    [home, person('admin')],
  );
  await app.database.query(
    'insert into role_menu (tenant_id, role_id, menu_id) values ($1, $2, $3)',
    [home, top, paper],
  );
  await free();
});

test('settings of the whole university take none, and say so', async () => {
  for (const page of ['role', 'param', 'client', 'oss', 'log_usual', 'menu']) {
    const { status, msg } = await admin.post('blade-system/data-scope/submit', {
      menuId: await idOf('menu', page),
      scopeName: page,
      scopeType: 2,
    });
    expect([page, status, msg]).toEqual([page, 400, expect.stringContaining('全校共用的设置')]);
  }
});

test('the figures of the home page count what the lists show', async () => {
  await app.database.query(
    `update personnel p set zzzt = '1', fk_dept_id = given.unit
       from (select id, case when row_number() over (order by id) = 1 then $2::bigint else $3::bigint end as unit
               from personnel where tenant_id = $1) given
      where p.tenant_id = $1 and p.id = given.id`,
    [home, unit('310'), unit('320')],
  );
  interface Cards {
    readonly cards: readonly { readonly code: string; readonly value: string }[];
  }
  const figure = async (code: string) => {
    const { cards } = (await ok(
      office.get('kh-edu-research/wel/index/v1/queryMyInfo'),
    )) as unknown as Cards;
    return Number(cards.find((card) => card.code === code)?.value);
  };
  const all = (await records(office, 'kh-edu-research/personnel/list', { zzzt: '1' })).length;
  expect([all > 1, await figure('person.active')]).toEqual([true, all]);
  await limit('personnel', { scopeType: 5, scopeValue: unit('310') }, 'rd_admin');
  await expect.poll(() => figure('person.active')).toBe(1);
  expect(await records(office, 'kh-edu-research/personnel/list', { zzzt: '1' })).toHaveLength(1);
  const school = await ok(office.get('kh-edu-research/wel/index/v1/querySchoolInfo'));
  const ranks = school.personByRank as { value: number }[];
  expect(ranks.reduce((sum, { value }) => sum + value, 0)).toBe(1);
  // Tasks of papers that the reader no longer sees are not among those that wait.
  const waiting = async () =>
    (
      (await ok(office.get('kh-edu-research/wel/index/v1/queryBacklog'))) as unknown as {
        waiting: number;
      }[]
    ).reduce((sum, one) => sum + one.waiting, 0);
  const filed = await (await app.as('teacher')).post('kh-edu-research/academicPartTime/submit', {
    partTimeType: '02',
    orgName: '美术研究',
    orgType: '02',
    post: '08',
    startDate: '2025-01-01',
  });
  expect(filed.status).toBe(200);
  const before = await waiting();
  const [page] = await app.database.query<{ code: string }>(
    `select code from menu where tenant_id = $1 and path like '%academicPartTime%' and category = '1' limit 1`,
    [home],
  );
  await limit(page?.code ?? '', { scopeType: 5, scopeValue: unit('320') }, 'rd_admin');
  await expect.poll(waiting).toBe(before - 1);
  await free('rd_admin');
});
