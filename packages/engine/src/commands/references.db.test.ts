import { Invalid } from '@keyan/kernel/errors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import {
  actorOf,
  furnishSamples,
  places,
  samples,
  startEngine,
  tenant,
} from '../testing/sample.ts';

const database = await testDatabase();
const one = startEngine(database, 1);
beforeAll(() => furnishSamples(database, one));
afterAll(async () => {
  await one.database.close();
  await database.drop();
});

const writer = one.as(actorOf('31'));
const colleague = one.as(actorOf('32'));
const manager = one.as(actorOf('35'));

const full = { title: '样品', price: '12.50', colour: 'g' };

/** Error of a failed promise. */
const failing = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
};

test('pickers give a name and what tells it apart', async () => {
  await manager.save(places, { name: '北楼', code: 'BL' });
  expect(await writer.lookup(places, { search: '北' })).toEqual([
    { id: expect.stringMatching(/^\d{19}$/), text: '北楼', note: 'BL', parentId: '' },
  ]);
});

describe('a reference', () => {
  const textsOf = async (field: string, search: string, who = writer) =>
    (await who.choices(samples, field, { search })).map(({ text }) => text);
  const refused = (path: string, label: string) =>
    expect.objectContaining({
      faults: [
        expect.objectContaining({
          path,
          message: [`【${label}】所选记录不存在或不能选择`, expect.any(String)],
        }),
      ],
    });

  test('that is limited offers and takes nothing else, whoever may read it', async () => {
    const system = one.asSystem('test', tenant);
    const theirs = await system.save(places, { name: '限一楼' });
    const mine = await manager.save(places, { name: '限二楼' });
    expect(await textsOf('placeId', '限', manager)).toEqual(['限二楼', '限一楼']);
    expect(await textsOf('deskId', '限', manager)).toEqual(['限二楼']);
    const draft = { title: '限', price: '1', colour: 'r' };
    expect(await failing(manager.save(samples, { ...draft, deskId: theirs.id }))).toEqual(
      refused('deskId', '本人地点'),
    );
    const saved = await manager.save(samples, { ...draft, deskId: mine.id });
    // A stored value is nobody's choice any more.
    await system.save(samples, { id: saved.id, version: 1, deskId: theirs.id });
    const kept = await manager.save(samples, { id: saved.id, version: 2, note: '改' });
    expect(kept.deskId).toBe(theirs.id);
  });

  test('to records that nothing opens chooses among those that one may read, never drafts of others', async () => {
    const draft = await manager.save(samples, { title: '限稿', price: '1', colour: 'r' });
    const own = await writer.save(samples, { title: '限稿', price: '1', colour: 'r' });
    expect(await writer.choices(samples, 'sourceId', { search: '限稿' })).toMatchObject([
      { id: own.id },
    ]);
    expect(
      await failing(writer.save(samples, { id: own.id, version: 1, sourceId: draft.id })),
    ).toEqual(refused('sourceId', '来源样品'));
  });

  test('is looked up by its path only', async () => {
    for (const field of [
      'title',
      'parts',
      'parts.label',
      'nothing',
      'constructor',
      'parts.__proto__',
    ]) {
      expect(await failing(writer.choices(samples, field, {})), field).toBeInstanceOf(Invalid);
    }
    expect(await writer.choices(samples, 'parts.userId', { search: '' })).not.toEqual([]);
    expect(await writer.choices(samples, 'createUser', { search: '' })).not.toEqual([]);
  });
});

test('a detail has the labels of its references beside their ids, as they are now', async () => {
  const place = await manager.save(places, { name: '东楼', code: 'LABEL' });
  const { id } = await writer.save(samples, {
    title: '样品',
    placeId: place.id,
    parts: [{ userId: '32', label: '甲' }],
  });
  const labels = async () => {
    const { row } = await writer.read(samples, id);
    const read = row as unknown as Record<string, unknown> & { parts: Record<string, unknown>[] };
    return [read.placeIdName, read.createUserName, read.parts[0]?.userIdName];
  };
  const [, by, inLine] = await labels();
  expect(by).toEqual(expect.any(String));
  expect(inLine).toEqual(expect.any(String));
  expect(await labels()).toEqual(['东楼', by, inLine]);
  await database.query(`update ${places.table} set name = '西楼' where id = $1`, [place.id]);
  expect(await labels()).toEqual(['西楼', by, inLine]);
  const { row } = await writer.read(samples, (await writer.save(samples, { title: '无' })).id);
  expect(row).toMatchObject({ placeId: null, placeIdName: null });
});

test('several records have the fields that each has by itself; those that one may not read are left out', async () => {
  const place = await manager.save(places, { name: '南楼', code: 'SEVERAL' });
  const first = await writer.submit(samples, {
    ...full,
    placeId: place.id,
    parts: [{ userId: '32', label: '甲' }],
  });
  const second = await writer.save(samples, { title: '草稿' });
  const foreign = await colleague.save(samples, { title: '别人的草稿' });
  const rows = await writer.readAll(samples, [second.id, foreign.id, first.id, 'none']);
  expect(rows.map(({ id }) => id)).toEqual([second.id, first.id]);
  for (const row of rows) {
    const alone = (await writer.read(samples, row.id)).row;
    const besides = new Set(['processInstanceId', 'steps', 'tenantId', 'isDeleted']);
    const fields = Object.entries(alone).filter(([name]) => !besides.has(name));
    expect(row).toEqual(Object.fromEntries(fields));
  }
});
