import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, expect, test } from 'vitest';
import { exhibit } from './fixtures/exhibit.ts';
import { abroad, home, startApplication } from './support/application.ts';
import { Client } from './support/client.ts';
import { ok } from './support/filing.ts';
import { complete, sample } from './support/inputs.ts';

/** Facts that a stranger who holds a printed sheet learns, and facts that nobody learns. */
const app = await startApplication([home, abroad]);
afterAll(() => app.close());

const writer = await app.as('teacher');
const colleague = await app.as('teacher2');
const office = await app.as('rd_admin');
const stranger = new Client(app.server);
const path = (call: string): string => `${exhibit.path}/${call}`;

const [drawn = {}]: readonly RowLike[] = sample(complete(exhibit, app.targets()), 1).map(
  (input) => {
    const { insured: _secret, ...rest } = input;
    return { ...rest, fkDeptId: app.departments[home]?.get('310') ?? '', secretLevel: '0' };
  },
);
const [line = {}] = drawn.authors as readonly RowLike[];
const authors = [
  {
    ...line,
    sort: 1,
    personType: '01',
    userId: app.people[home]?.get('teacher'),
    authorType: '01',
    contributionRate: '100%',
  },
];

let serial = 0;
const saved = (more: RowLike = {}) => {
  serial += 1;
  const title = { [exhibit.title]: `打印的展览 ${serial}` };
  return ok(writer.post(path('save'), { ...drawn, authors, ...title, ...more }));
};
const print = (who: Client, { id, version }: RowLike) =>
  who.post('keyan/prints/make', { resource: exhibit.key, id, version });
const verify = (token: unknown) => stranger.post('keyan/prints/verify', { token });
const sheets = async (who: Client, { id }: RowLike): Promise<readonly RowLike[]> =>
  (await ok(
    who.get('keyan/prints/list', { resource: exhibit.key, id: String(id) }),
  )) as unknown as RowLike[];

test('a share is stored as a decimal, however its sign was typed', async () => {
  const { authors: lines } = await saved();
  expect(lines).toMatchObject([{ contributionRate: '100.00' }]);
});

test('a sheet says without signing in what it is of and whether that still holds', async () => {
  const record = await saved();
  const { token } = await ok(print(writer, record));
  const first = await ok(verify(token));
  expect(first).toMatchObject({
    state: 'same',
    site: `大学 ${home}`,
    kind: exhibit.label[0],
    title: record[exhibit.title],
    printedStatus: '0',
    status: '0',
    version: record.version,
  });
  expect(Object.keys(first).toSorted()).toEqual(
    'kind number owner printTime printedStatus site state status title version'.split(' '),
  );
  expect(String(first.owner)).toMatch(/^.\*{1,3}$/u);

  const { id, version } = record;
  const submitted = await ok(writer.post(path('submit'), { id, version }));
  expect(await ok(verify(token))).toMatchObject({ state: 'progressed', status: '1' });
  const { token: later } = await ok(print(writer, submitted));
  expect(await ok(verify(later))).toMatchObject({ state: 'same', printedStatus: '1' });

  const recalled = await ok(writer.post(path('recall'), { id }));
  const title = '换了名字的展览';
  await ok(writer.post(path('save'), { id, version: recalled.version, [exhibit.title]: title }));
  // The answer has the values on the paper, not those that the record has now.
  expect(await ok(verify(later))).toMatchObject({
    state: 'changed',
    title: record[exhibit.title],
    changeTime: expect.any(String),
  });
  await ok(writer.post(path('remove'), { ids: [id] }));
  const removed = await ok(verify(later));
  expect(removed).toMatchObject({ state: 'removed', title: record[exhibit.title] });
  expect(removed).not.toHaveProperty('status');
});

test('of a record under secrecy there is no code, and an earlier one tells nothing any more', async () => {
  const secret = await saved({ secretLevel: '2', attachments: [] });
  expect((await print(writer, secret)).status).toBe(400);
  expect(await sheets(writer, secret)).toEqual([]);

  const record = await saved();
  const { token } = await ok(print(writer, record));
  const { id, version } = record;
  await ok(writer.post(path('save'), { id, version, secretLevel: '1' }));
  const answer = await verify(token);
  expect(answer.status).toBe(404);
  expect(answer.raw.toString()).not.toContain(String(record[exhibit.title]));
});

test('whoever printed it, its writer and the office revoke a code; then it says nothing else', async () => {
  const record = await saved();
  const { token, id } = await ok(print(writer, record));
  // A draft is its writer's alone: others know neither it nor its sheets.
  expect((await print(colleague, record)).status).toBe(404);
  expect((await colleague.post('keyan/prints/revoke', { id })).status).toBe(404);
  expect((await office.post('keyan/prints/revoke', { id })).status).toBe(404);
  const { version } = record;
  await ok(writer.post(path('submit'), { id: record.id, version }));
  expect(await sheets(office, record)).toMatchObject([{ id, revocable: true, revokeTime: '' }]);
  await ok(office.post('keyan/prints/revoke', { id }));
  await ok(writer.post('keyan/prints/revoke', { id }));
  expect(await sheets(writer, record)).toMatchObject([
    { id, revocable: false, revokedBy: expect.stringMatching(/./) },
  ]);
  const revoked = await verify(token);
  expect(revoked.data).toMatchObject({ state: 'revoked', title: '', kind: '', owner: '' });
  expect(revoked.raw.toString()).not.toContain(String(record[exhibit.title]));
});

test('a page that is out of date is not printed with a code', async () => {
  const record = await saved();
  const { id, version } = record;
  await ok(writer.post(path('save'), { id, version, [exhibit.title]: '更新后的展览' }));
  expect((await print(writer, record)).status).toBe(400);
});

test('tokens are hashed, belong to one tenant, and are not guessed', async () => {
  const { token } = await ok(print(writer, await saved()));
  const rows = await app.database.query<{ all: string }>(
    'select printed_sheet::text as all from printed_sheet',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some((row) => row.all.includes(String(token).slice(home.length + 1)))).toBe(false);
  const moved = String(token).replace(home, abroad);
  for (const wrong of [moved, `${token}x`, `${home}-`, 'x', `${home}-${'A'.repeat(22)}`]) {
    expect((await verify(wrong)).status, wrong).toBe(404);
  }
  expect((await verify('')).status).toBe(400);
});

test('what has no approval is not printed with a code', async () => {
  const wanted = { resource: 'user', id: String(app.people[home]?.get('teacher')), version: 1 };
  expect((await office.post('keyan/prints/make', wanted)).status).toBe(404);
});

test('trying tokens ends in 429', async () => {
  const answers = await Promise.all(
    Array.from({ length: 70 }, () => verify(`${home}-${'B'.repeat(22)}`)),
  );
  expect(answers.at(-1)?.status).toBe(429);
});
