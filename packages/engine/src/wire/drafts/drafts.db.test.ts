import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { Invalid, Missing } from '@keyan/kernel/errors.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeOldDraftsJob } from '../../server/maintenance.ts';
import { testDatabase } from '../../testing/database.ts';
import {
  actorOf,
  furnishSamples,
  places,
  samples,
  startEngine,
  stranger,
} from '../../testing/sample.ts';
import { workOf } from '../../testing/work.ts';
import { readerOf } from '../parameters.ts';
import { draftEndpoints } from './endpoints.ts';

const database = await testDatabase();
const clock = { now: new Date('2026-11-21T02:00:00Z') };
const engine = startEngine(database, 1, { clock: () => clock.now });
beforeAll(() => furnishSamples(database, engine));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const writer = actorOf('31');

/** Everybody may write places; 33 is nobody any more. */
const endpoints = draftEndpoints(async (_tenant, id) => {
  const actor = actorOf(id);
  const permissions = new Set([...actor.permissions, ...permissionsOf(places)]);
  return id === '33' ? null : { ...actor, permissions };
});

const call = async <T>(verb: string, input: object, actor = writer): Promise<T> => {
  const found = endpoints.find(({ path }) =>
    [`keyan/drafts/${verb}`, `keyan/${verb}`].includes(path),
  );
  return (await found?.run(input as never, { engine, actor } as never)) as T;
};
const keys = async (actor = writer) =>
  (await call<readonly { key: string }[]>('list', {}, actor)).map(({ key }) => key);
const save = (key: string, values: unknown = { a: 1 }) =>
  call('save', { key, path: '/samples/add', title: '样品', values });

test('a draft comes back as it was typed, to its writer alone', async () => {
  await save('one', { title: '样品', parts: [{ label: '甲' }] });
  await save('one', { title: '样品二', parts: [] });
  expect(await call('detail', { key: 'one' })).toMatchObject({
    path: '/samples/add',
    values: { title: '样品二', parts: [] },
    saveTime: '2026-11-21 10:00:00',
  });
  for (const other of [actorOf('32'), actorOf('31', stranger)]) {
    expect(await keys(other)).toEqual([]);
    await expect(call('detail', { key: 'one' }, other)).rejects.toThrow(Missing);
    await call('remove', { key: 'one' }, other);
  }
  expect(await keys()).toEqual(['one']);
  await call('remove', { key: 'one' });
  expect(await keys()).toEqual([]);
});

test('the newest fifty are kept, for thirty days', async () => {
  for (let number = 0; number < 52; number += 1) {
    clock.now = new Date(clock.now.getTime() + 1000);
    await save(`n${number}`);
  }
  const kept = await keys();
  expect(kept.length).toBe(50);
  expect([kept[0], kept[49]]).toEqual(['n51', 'n2']);
  clock.now = new Date(clock.now.getTime() + 31 * 24 * 3_600_000);
  expect(await keys()).toEqual([]);
  await expect(call('detail', { key: 'n51' })).rejects.toThrow(Missing);
  await save('last');
  expect(await database.query('select key from form_draft')).toEqual([{ key: 'last' }]);
});

test('past its time a draft goes, also of somebody who never writes another', async () => {
  await database.query("insert into tenant (tenant_id, tenant_name) values ($1, '一所大学')", [
    writer.tenantId,
  ]);
  await save('fresh');
  await removeOldDraftsJob.run(workOf(writer.tenantId, {}), engine);
  expect(await keys()).toContain('fresh');
  clock.now = new Date(clock.now.getTime() + 31 * 24 * 3_600_000);
  await removeOldDraftsJob.run(workOf(writer.tenantId, {}), engine);
  expect(await database.query('select key from form_draft')).toEqual([]);
});

test('whoever may read a record is told who else is writing in it, for ten minutes', async () => {
  const { id } = await engine.as(actorOf('35')).save(places, { name: '湖心', code: 'HX' });
  const path = `/places/edit?id=${id}`;
  const draft = { key: path, path, title: '湖心', values: {} };
  const told = async (actor = writer) =>
    call<readonly object[]>('editing', { resource: places.key, id }, actor);
  expect(await call('save', draft)).toEqual({ saveTime: timeText(clock.now) });
  await call('save', draft, actorOf('32'));
  expect(await told()).toEqual([{ name: expect.any(String), since: timeText(clock.now) }]);
  expect(await told(actorOf('35'))).toHaveLength(2);
  await call('remove', { key: path }, actorOf('32'));
  expect(await told()).toEqual([]);
  await call('save', draft, actorOf('32'));
  expect(await told()).toHaveLength(1);
  await expect(told(actorOf('35', stranger))).rejects.toThrow(Missing);
  clock.now = new Date(clock.now.getTime() + 11 * 60_000);
  expect(await told()).toEqual([]);

  const hidden = await engine.as(writer).save(samples, { title: '草稿', colour: 'g', price: '1' });
  const asked = call('editing', { resource: samples.key, id: hidden.id }, actorOf('33'));
  await expect(asked).rejects.toThrow(Missing);
});

test('whoever may not change a record is not told of as writing in it', async () => {
  const { id } = await engine.as(writer).save(samples, { title: '草稿', colour: 'g', price: '1' });
  const path = `/samples/edit?id=${id}`;
  const draft = { key: path, path, title: '草稿', values: {} };
  // 32 may not read it.
  for (const other of ['32', '33']) await call('save', draft, actorOf(other));
  expect(await call('editing', { resource: samples.key, id })).toEqual([]);
});

test('a draft belongs to a page of ours, whatever a browser makes of its address', async () => {
  const save = endpoints.find(({ path }) => path === 'keyan/drafts/save');
  const judge = readerOf(save?.input ?? Type.Object({}));
  const sent = (path: string) => () => judge({ key: 'k', path, title: 't', values: 1 });
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/a\nb',
    'x',
    'http://x',
    '/a\\b',
  ]) {
    expect(sent(path)).toThrow('请求参数格式错误: path');
  }
  for (const path of ['/', '/a/b?id=1&x=/\\', '/a#b', '/中文/edit?id=9']) sent(path)();
});

test('a draft has a size', async () => {
  await expect(save('large', { text: 'x'.repeat(600_000) })).rejects.toThrow(Invalid);
});
