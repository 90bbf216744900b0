import { afterAll, expect, test } from 'vitest';
import { startTestSystem } from '../../testing.ts';
import { sessionEndpoints } from './sessions.server.ts';
import type { SessionRow } from './sessions.ts';

const system = await startTestSystem(({ identity }) => sessionEndpoints(identity));
afterAll(() => system.close());

const signIn = async (account: string): Promise<string> => (await system.token(account)) ?? '';
const admin = await signIn('admin');
const second = await signIn('second');
const teacher = await signIn('teacher');

const listed = async (query: string, token = second): Promise<readonly SessionRow[]> => {
  const { data } = await system.call('GET', `keyan/session/list?${query}`, { token });
  return data.records as SessionRow[];
};
const own = async (token: string): Promise<readonly SessionRow[]> =>
  (await system.call('GET', 'keyan/session/own', { token })).data as unknown as SessionRow[];
const post = (path: string, body: object, token: string) =>
  system.call('POST', `keyan/session/${path}`, { token, body });
const lives = async (token: string): Promise<boolean> =>
  (await system.call('GET', 'keyan/session/own', { token })).status === 200;

test('an administrator sees who is signed in and ends a session at once', async () => {
  const other = await signIn('teacher');
  const found = await listed('state=open&text=林晓');
  expect(found.map(({ account, current }) => [account, current])).toEqual([
    ['teacher', false],
    ['teacher', false],
  ]);
  expect(found[0]).toMatchObject({ realName: '林晓岚', deptName: '计算机学院', clientId: 'saber' });
  expect((await listed('state=open&text=second'))[0]?.current).toBe(true);
  expect(await listed('state=open&address=203.0.113')).toEqual([]);
  expect(await listed('state=open&address=%25')).toEqual([]);

  const [mine] = await own(other);
  expect((await post('end', { ids: [mine?.id] }, second)).status).toBe(200);
  expect([await lives(other), await lives(teacher)]).toEqual([false, true]);
  expect(await listed('state=ended&text=teacher')).toMatchObject([
    { id: mine?.id, reason: 'byAdministrator' },
  ]);
  const events = await system.database.query<{ detail: string }>(
    `select detail from security_event where kind = 'sessionEnded'`,
  );
  expect(events.map(({ detail }) => detail)).toEqual(['byAdministrator second']);
  expect((await post('end', { ids: [mine?.id] }, second)).status).toBe(404);
});

test('nobody ends a session of somebody above them, and only with the right', async () => {
  const [above] = await own(admin);
  expect((await post('end', { ids: [above?.id] }, second)).status).toBe(403);
  expect(await lives(admin)).toBe(true);
  expect((await post('end', { ids: [above?.id] }, teacher)).status).toBe(403);
  expect((await system.call('GET', 'keyan/session/list', { token: teacher })).status).toBe(403);
});

test('people sign out their own devices, never those of others', async () => {
  const [foreign] = await own(second);
  expect((await post('end-own', { ids: [foreign?.id] }, teacher)).status).toBe(404);
  expect(await lives(second)).toBe(true);

  const phone = await signIn('teacher');
  const tablet = await signIn('teacher');
  const rows = await own(phone);
  expect(rows.filter(({ current }) => current)).toHaveLength(1);
  const [tabletRow] = (await own(tablet)).filter(({ current }) => current);
  await post('end-own', { ids: [tabletRow?.id] }, phone);
  expect([await lives(tablet), await lives(teacher)]).toEqual([false, true]);
  await post('end-own', {}, phone);
  expect([await lives(phone), await lives(teacher)]).toEqual([true, false]);
});

test('when somebody was last seen follows them, a write a minute at most', async () => {
  const token = await signIn('teacher');
  const seen = async () => (await own(token)).find(({ current }) => current)?.seenTime ?? '';
  const before = await seen();
  system.pass(40_000);
  await own(token);
  expect(await seen()).toBe(before);
  system.pass(40_000);
  await own(token);
  expect((await seen()) > before).toBe(true);
});

test('what ran out has ended when it did', async () => {
  system.pass(8 * 24 * 3_600_000);
  const token = (await system.token('second')) ?? '';
  const rows = await listed('state=ended&text=admin', token);
  expect(rows.map(({ state, reason, endTime }) => [state, reason, endTime.slice(0, 10)])).toEqual([
    ['ended', '', '2026-11-28'],
  ]);
});
