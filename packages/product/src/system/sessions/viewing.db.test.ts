import { parseQuery } from '@keyan/engine/wire/query.ts';
import { workbookCalls } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { afterAll, expect, test } from 'vitest';
import { startTestSystem } from '../../testing.ts';
import { accountEndpoints } from '../accounts/account.server.ts';
import { user } from '../accounts/user.ts';
import { sessionEndpoints } from './sessions.server.ts';
import type { SessionRow } from './sessions.ts';
import { viewingEndpoints } from './viewing.server.ts';

const resources = new Map([[user.key, untypedResource(user)]]);
const system = await startTestSystem(({ identity, accounts, files }) => [
  ...sessionEndpoints(identity),
  ...viewingEndpoints(identity),
  ...accountEndpoints(identity, accounts),
  ...workbookCalls({ resources }, files, parseQuery).endpoints,
]);
afterAll(() => system.close());

const idOf = async (account: string): Promise<string> => {
  const [row] = await system.database.query<{ id: string }>(
    `select id::text from users where account = '${account}'`,
  );
  return row?.id ?? '';
};
const tokenOf = async (account: string) => (await system.token(account)) ?? '';
const viewAs = async (token: string, userId: string, reason = '核对菜单权限') =>
  system.call('POST', 'keyan/session/view-as', { token, body: { userId, reason } });
/** The answer of the token call has no envelope. */
const flatOf = ({ raw }: { readonly raw: Buffer }) =>
  JSON.parse(raw.toString()) as { access_token: string; viewed_by: string; account: string };
const own = async (token: string) => {
  const answer = await system.call('GET', 'keyan/session/own', { token });
  return { status: answer.status, rows: answer.data as unknown as readonly SessionRow[] };
};

test('an administrator looks at somebody with a reason, and the person sees it', async () => {
  const second = await tokenOf('second');
  const teacher = await idOf('teacher');
  expect((await viewAs(second, teacher, ' ')).status).toBe(400);
  const given = flatOf(await viewAs(second, teacher));
  // The tokens say how long the session lives, and no longer.
  expect(given).toMatchObject({ account: 'teacher', viewed_by: '陆景行', expires_in: 1800 });
  const mine = await tokenOf('teacher');
  const [, looked] = (await own(mine)).rows;
  expect(looked).toMatchObject({ viewer: '陆景行', viewReason: '核对菜单权限', state: 'open' });

  await system.call('GET', 'blade-auth/oauth/logout', { token: given.access_token });
  expect((await own(given.access_token)).status).toBe(401);
  expect((await own(mine)).rows.find(({ id }) => id === looked?.id)?.reason).toBe('viewEnded');
  expect((await own(second)).status).toBe(200);
  const events = await system.database.query<{ kind: string; detail: string }>(
    `select kind, detail from security_event where user_id = ${teacher} and kind like 'view%' order by id`,
  );
  expect(events).toEqual([
    { kind: 'viewBegun', detail: '陆景行: 核对菜单权限' },
    { kind: 'viewEnded', detail: '陆景行' },
  ]);
});

test('every change is refused by name', async () => {
  const second = await tokenOf('second');
  const { access_token: token } = flatOf(await viewAs(second, await idOf('teacher')));
  const [row] = (await own(token)).rows;
  const refused = await system.call('POST', 'keyan/session/end-own', {
    token,
    body: { ids: [row?.id] },
  });
  expect([refused.status, refused.msg]).toEqual([403, '以他人身份查看时不能执行“结束我的登录”']);
  expect((await viewAs(token, await idOf('teacher'))).status).toBe(403);
  // A long one is stored as theirs, and a message tells them of it.
  const exported = await system.call('GET', `${user.path}/export`, { token });
  expect([exported.status, exported.msg]).toEqual([403, '以他人身份查看时不能执行“导出”']);
  // It runs out.
  system.pass(31 * 60_000);
  expect((await own(token)).status).toBe(401);
});

test('nobody looks as somebody above them, or without the right, or as themselves', async () => {
  const second = await tokenOf('second');
  expect((await viewAs(second, await idOf('admin'))).status).toBe(403);
  expect((await viewAs(second, await idOf('second'))).status).toBe(400);
  expect((await viewAs(second, '999')).status).toBe(404);
  expect((await viewAs(await tokenOf('teacher'), await idOf('second'))).status).toBe(403);
});

test('it ends with the session of whoever looks, and the person can end it', async () => {
  const second = await tokenOf('second');
  const teacher = await idOf('teacher');
  const { access_token: token } = flatOf(await viewAs(second, teacher));
  expect((await own(token)).status).toBe(200);
  await system.call('GET', 'blade-auth/oauth/logout', { token: second });
  expect((await own(token)).status).toBe(401);

  const again = await tokenOf('second');
  const looking = flatOf(await viewAs(again, teacher)).access_token;
  const mine = await tokenOf('teacher');
  const row = (await own(mine)).rows.find(({ viewer, state }) => viewer !== '' && state === 'open');
  await system.call('POST', 'keyan/session/end-own', { token: mine, body: { ids: [row?.id] } });
  expect([(await own(looking)).status, (await own(again)).status]).toEqual([401, 200]);
});

test('it ends as soon as the person has more rights than whoever looks', async () => {
  const teacher = await idOf('teacher');
  const { access_token: token } = flatOf(await viewAs(await tokenOf('second'), teacher));
  expect((await own(token)).status).toBe(200);
  await system.database.query(
    `insert into user_role (tenant_id, user_id, role_id)
     select tenant_id, ${teacher}, id from role where role_alias = 'administrator'`,
  );
  await expect.poll(async () => (await own(token)).status).toBe(401);
  await system.database.query(
    `delete from user_role where user_id = ${teacher}
        and role_id in (select id from role where role_alias = 'administrator')`,
  );
});

test('it ends as soon as whoever looks may no longer look, and by an announcement of it', async () => {
  const second = await tokenOf('second');
  const { access_token: token } = flatOf(await viewAs(second, await idOf('teacher')));
  expect((await own(token)).status).toBe(200);
  // As another process of the installation would do it: this one only hears of it.
  await system.database.query(`delete from user_role where user_id = ${await idOf('second')}`);
  await expect.poll(async () => (await own(token)).status).toBe(401);
  expect((await own(second)).status).toBe(200);
});
