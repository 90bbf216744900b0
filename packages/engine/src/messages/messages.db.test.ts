import type { Readable } from 'node:stream';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { RawAnswer } from '../wire/endpoint.ts';
import { messageEndpoints } from '../wire/messages/endpoints.ts';
import { actorOf, startProgram, stranger, tenant } from '../workflow/testing.ts';
import type { MessagePage } from './service.ts';

const database = await testDatabase();
const one = await startProgram(database, 1);
const two = await startProgram(database, 2);
const streams: Readable[] = [];
/** People who signed out meanwhile. */
const gone = new Set<string>();
afterEach(() => {
  vi.restoreAllMocks();
  for (const stream of streams.splice(0)) stream.destroy();
});
afterAll(async () => {
  await one.close();
  await two.close();
  await database.drop();
});

const send = (title: string, to: readonly string[], program = one) =>
  program.engine.database.transaction(tenant, (tx) =>
    program.messages.send(tx, [
      {
        type: '01',
        title: [title, `${title} (en)`],
        content: ['内容', 'Content'],
        business: { resource: 'request', id: '5' },
        link: '/x',
        to,
      },
    ]),
  );

const call = async <T>(path: string, by: string, input: object = {}, program = one, more = {}) => {
  const found = messageEndpoints(program.messages, program.live).find(
    (item) => item.path === `kh-edu-research/message/${path}`,
  ) as Endpoint;
  return (await found.run(
    input as never,
    {
      engine: program.engine,
      actor: actorOf(by),
      language: 'zh',
      header: () => undefined,
      present: async () => !gone.has(by),
      ...more,
    } as never,
  )) as T;
};

const list = (by: string, input: object = {}, more = {}) =>
  call<MessagePage>('list', by, input, one, more);

test('messages are listed, filtered, read and put away by their receiver alone', async () => {
  await send('甲', ['31', '32', '31']);
  await send('乙', ['31']);
  const all = await list('31');
  expect(all).toMatchObject({ total: 2, unread: 2 });
  expect(all.records.map((row) => row.msgTitle)).toEqual(['乙', '甲']);
  expect(all.records[0]).toMatchObject({ status: '0', bizKind: 'request', bizId: '5', link: '/x' });
  expect((await list('31', {}, { language: 'en' })).records[0]?.msgTitle).toBe('乙 (en)');
  expect((await list('31', { msgTitle: '甲', size: 1 })).total).toBe(1);
  expect((await list('31', { createTime_datele: '2001-01-01' })).total).toBe(0);

  const id = all.records[1]?.id ?? '';
  await call('read', '32', { ids: id });
  expect((await list('31')).unread).toBe(2);
  await call('read', '31', { ids: id });
  expect(await list('31', { status: '0' })).toMatchObject({ total: 1, unread: 1 });
  await call('readAll', '31');
  expect((await list('31')).unread).toBe(0);
  await call('clearAll', '31', { ids: id });
  expect((await list('31')).total).toBe(1);
  await call('clearAll', '31');
  expect((await list('31')).total).toBe(0);
  expect((await list('32')).total).toBe(1);
});

test('another tenant’s person of the same id gets nothing', async () => {
  await send('丙', ['33']);
  const page = await one.engine.database.read(stranger, (session) =>
    one.messages.list(session, '33', 'zh', { current: 1, size: 10 }),
  );
  expect(page.total).toBe(0);
});

test('a page beyond the last tells how many there are all the same', async () => {
  await send('戊', ['39']);
  expect(await list('39', { current: 3 })).toMatchObject({ records: [], total: 1 });
});

test('nothing is told of what was rolled back', async () => {
  const failing = one.engine.database.transaction(tenant, async (tx) => {
    await one.messages.send(tx, [
      { type: '01', title: ['丁', 'D'], content: ['', ''], to: ['34'] },
    ]);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await list('34')).total).toBe(0);
});

/** Titles that a page got, as they came. */
const open = async (by: string, program: typeof one, lastEventId?: string) => {
  const input = lastEventId === undefined ? {} : { lastEventId };
  const answer = await call<RawAnswer>('stream', by, input, program);
  expect(answer).toBeInstanceOf(RawAnswer);
  const stream = answer.body as Readable;
  streams.push(stream);
  let text = '';
  stream.on('data', (part: Buffer) => {
    text += part.toString();
  });
  const titles = () => [...text.matchAll(/"msgTitle":"([^"]*)"/g)].map((match) => match[1]);
  const until = async (holds: () => boolean): Promise<void> => {
    await expect.poll(holds, { message: 'what the page got' }).toBe(true);
  };
  return {
    titles,
    until,
    ended: () => stream.readableEnded,
    text: () => text,
    lastId: () => [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1],
  };
};

test('an open page is told at once, in whichever process it is', async () => {
  const here = await open('35', one);
  const there = await open('35', two);
  const other = await open('36', two);
  for (const page of [here, there, other]) await page.until(() => page.text().includes('unread'));
  await send('新', ['35']);
  for (const page of [here, there]) {
    await page.until(() => page.titles().length === 1);
    expect(page.titles()).toEqual(['新']);
    expect(page.text()).toContain('"unread":1');
  }
  expect(other.titles()).toEqual([]);
});

test('nothing more is told to whoever has signed out', async () => {
  const page = await open('38', one);
  await page.until(() => page.text().includes('unread'));
  await send('之前', ['38']);
  await page.until(() => page.titles().length === 1);
  gone.add('38');
  await send('之后', ['38']);
  await page.until(() => page.ended());
  expect(page.titles()).toEqual(['之前']);
});

test('a stream ends with its session, in whichever process it is', async () => {
  const [page, elsewhere] = [await open('39', one), await open('39', two)];
  const [other, stays] = [await open('33', two), await open('38', two)];
  const all = [page, elsewhere, other, stays];
  gone.delete('38');
  for (const each of all) await each.until(() => each.text().includes('unread'));
  for (const id of ['39', '33']) gone.add(id);
  const tell = (concerned: object) =>
    database.query('select pg_notify($1, $2)', ['identity', JSON.stringify(concerned)]);
  // As the database announces the end of a session, the stop of an account, a changed password.
  await tell({ tenant, user: '39' });
  for (const each of [page, elsewhere]) await each.until(() => each.ended());
  expect(other.ended()).toBe(false);
  // Announcements that concern many are handled in turn, within seconds.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await tell({ tenant });
  await other.until(() => other.ended());
  // Whoever stays looks at menus and buttons anew.
  await stays.until(() => stays.text().includes('event: rights'));
  expect(stays.ended()).toBe(false);
  for (const id of ['39', '33']) gone.delete(id);
});

test('a page that was away gets what it missed, each once', async () => {
  const before = await open('37', two);
  await before.until(() => before.text().includes('unread'));
  await send('一', ['37']);
  await before.until(() => before.titles().length === 1);
  const last = before.lastId() ?? '';
  streams[0]?.destroy();
  await send('二', ['37']);
  await send('三', ['37'], two);
  const after = await open('37', one, last);
  await after.until(() => after.titles().includes('三'));
  // Messages of the last half minute may be repeated; their ids tell.
  expect(after.titles().filter((title) => title !== '一')).toEqual(['二', '三']);
});
