import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import {
  actorOf,
  departments,
  furnishSamples,
  samples,
  startEngine,
} from '../../testing/sample.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
beforeAll(() => furnishSamples(database, engine));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const overseer = engine.as(actorOf('35'));

const titles = async (units: readonly string[]): Promise<readonly unknown[]> => {
  const where = [{ field: 'unitId', operator: 'inTree', value: units }] as const;
  const { records } = await overseer.list(samples, { where, sort: [], page: 1, size: 50 });
  return records.map(({ title }) => title).toSorted();
};

test('records of a tree are found with those below them, and of a flat table by themselves', async () => {
  for (const [writer, unitId, title] of [
    ['31', '21', '甲院的'],
    ['33', '22', '乙院的'],
  ] as const) {
    await engine.as(actorOf(writer)).save(samples, { title, price: '1.00', unitId });
  }
  await database.query("update sample set audit_status = '2'");
  expect(await titles(['21'])).toEqual(['甲院的']);
  expect(await titles(['20'])).toEqual(['乙院的', '甲院的']);
  expect(await titles(['21', '22'])).toEqual(['乙院的', '甲院的']);
  expect(await titles(['29'])).toEqual([]);
  const flat = { field: 'placeId', operator: 'inTree', value: ['1'] } as const;
  expect((await overseer.list(samples, { where: [flat], sort: [], page: 1, size: 9 })).total).toBe(
    0,
  );
});

test('a picker of a tree says where each record belongs', async () => {
  const found = await overseer.lookup(departments, {});
  expect(found.map(({ id, parentId }) => [id, parentId]).toSorted()).toEqual([
    ['20', ''],
    ['21', '20'],
    ['22', '20'],
  ]);
});
