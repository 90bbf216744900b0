import { Denied, Invalid, Missing } from '@keyan/kernel/errors.ts';
import type { NamedPerson, ThreadRow } from '@keyan/kernel/wire/talk.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notice } from '../../messages/port.ts';
import { testDatabase } from '../../testing/database.ts';
import {
  actorOf,
  furnishSamples,
  places,
  samples,
  startEngine,
  stranger,
} from '../../testing/sample.ts';
import { talkEndpoints } from './endpoints.ts';

const database = await testDatabase();
const clock = { now: new Date('2026-11-29T02:00:00Z') };
const plain = startEngine(database, 1, { clock: () => clock.now });
const sent: Notice[] = [];
const engine = {
  ...plain,
  messages: {
    ...plain.messages,
    send: async (_tx: unknown, notices: readonly Notice[]) => void sent.push(...notices),
  },
};
beforeAll(() => furnishSamples(database, plain));
afterAll(async () => {
  await plain.database.close();
  await database.drop();
});

/** 31 writes records, 32 may be in their lines, 33 is of another unit. */
const endpoints = talkEndpoints(async (tenantId, id) => actorOf(id, tenantId));
const writer = actorOf('31');
const colleague = actorOf('32');
const outsider = actorOf('33');

const call = async <T>(verb: string, input: object, actor = writer): Promise<T> => {
  const found = endpoints.find(({ path }) => path === `keyan/talk/${verb}`);
  return (await found?.run(input as never, { engine, actor } as never)) as T;
};
const threads = (id: string, actor = writer) =>
  call<readonly ThreadRow[]>('list', { resource: 'sample', id }, actor);
const said = async (id: string, more: object, actor = writer): Promise<string> =>
  (await call<{ id: string }>('say', { resource: 'sample', id, ...more }, actor)).id;

const record = async (people: readonly string[]): Promise<string> => {
  // A draft is its writer's alone.
  const { id } = await plain.as(writer).submit(samples, {
    title: '石英样品',
    price: '1.00',
    parts: people.map((userId) => ({ userId, label: '部件' })),
  });
  return id;
};

test('a talk is read and led by whoever may read the record, by nobody else', async () => {
  const id = await record([]);
  await said(id, { content: '附件第 2 页缺签字' });
  expect(await threads(id)).toMatchObject([
    {
      settledBy: '',
      remarks: [{ author: '张明', content: '附件第 2 页缺签字', isOwn: true, isRemoved: false }],
    },
  ]);
  const [thread] = await threads(id);
  const remark = thread?.id ?? '';
  for (const other of [outsider, actorOf('31', stranger)]) {
    await expect(threads(id, other)).rejects.toThrow(Missing);
    await expect(said(id, { content: '看得到吗' }, other)).rejects.toThrow(Missing);
    await expect(call('settle', { id: remark, on: true }, other)).rejects.toThrow(Missing);
    await expect(call('remove', { id: remark }, other)).rejects.toThrow(Missing);
  }
  // Kinds without a course have no talk.
  const place = await plain.asSystem('test', '000000').save(places, { name: '东区' });
  await expect(call('list', { resource: 'samplePlace', id: place.id })).rejects.toThrow(Missing);
});

test('only readers are mentioned; they and the others of the thread are told, without its words', async () => {
  const id = await record(['32']);
  const people = (name: string) =>
    call<readonly NamedPerson[]>('people', { resource: 'sample', id, name });
  expect((await people('李')).map(({ id: one }) => one)).toEqual(['32']);
  expect(await people('王')).toEqual([]);
  await expect(said(id, { content: '@王芳 请看', named: ['33'] })).rejects.toThrow(Invalid);
  sent.length = 0;
  const thread = await said(id, { content: '@李敏 请补数据', named: ['32', '32'] });
  expect(sent).toMatchObject([
    {
      to: ['32'],
      title: ['讨论：石英样品', 'Discussion: 石英样品'],
      content: ['张明 在【石英样品】的讨论中提到了您，请查看。', expect.any(String)],
      business: { resource: 'sample', id },
    },
  ]);
  sent.length = 0;
  await said(id, { content: '已补', thread }, colleague);
  expect(sent.map(({ to, content }) => [to, content[0]])).toEqual([
    [['31'], '李敏 在【石英样品】的讨论中发言。'],
  ]);
  // Whoever may read the record no more hears nothing.
  await database.query('delete from sample_parts where parent_id = $1', [id]);
  sent.length = 0;
  await said(id, { content: '收到', thread });
  expect(sent).toEqual([]);
  await expect(said(id, { content: '回到别处', thread: '1' })).rejects.toThrow(Missing);
});

test('a thread is settled and opened again by an answer; a remark is taken back by its author alone', async () => {
  const id = await record(['32']);
  const thread = await said(id, { content: '单位填错了' });
  const answer = await said(id, { content: '已改', thread }, colleague);
  await call('settle', { id: thread, on: true });
  expect(await threads(id)).toMatchObject([{ settledBy: '张明' }]);
  await expect(call('settle', { id: answer, on: true })).rejects.toThrow(Missing);
  await said(id, { content: '还有一处', thread }, colleague);
  expect(await threads(id)).toMatchObject([{ settledBy: '' }]);
  await expect(call('remove', { id: answer })).rejects.toThrow(Denied);
  await call('remove', { id: answer }, colleague);
  const [left] = await threads(id);
  expect(left?.remarks.map(({ content, isRemoved }) => [content, isRemoved])).toEqual([
    ['单位填错了', false],
    ['', true],
    ['还有一处', false],
  ]);
  expect(
    await database.query("select content from talk_remark where id = $1 and content <> ''", [
      answer,
    ]),
  ).toEqual([]);
});
