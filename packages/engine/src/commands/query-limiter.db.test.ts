import type { Query } from '@keyan/kernel/records/query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient, testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, places, samples, startEngine } from '../testing/sample.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
const owner = await openClient(database.adminUrl);
beforeAll(() => furnishSamples(database, engine));
afterAll(async () => {
  await owner.end();
  await engine.database.close();
  await database.drop();
});

const writer = engine.as(actorOf('31'));
const manager = engine.as(actorOf('35'));
const size = (rows: number): Query => ({ where: [], sort: [], page: 1, size: rows });

test('lists, counts and tallies that take long leave connections to everybody else', async () => {
  await manager.save(places, { name: '南楼', code: 'N' });
  await writer.save(samples, { title: '样品', price: '1' });
  // Nobody reads the table until this transaction ends.
  await owner.query('begin; lock table sample in access exclusive mode');
  const slow = Array.from({ length: 8 }, (_, index) => [
    writer.list(samples, size(index + 1)),
    manager.counts(samples, size(index + 1)),
    manager.groupCounts(samples, size(index + 1), ['made']),
  ]).flat();
  const quick = await manager.lookup(places, { search: '南楼' });
  expect(quick.map(({ text }) => text)).toEqual(['南楼']);
  await owner.query('commit');
  expect(await Promise.all(slow)).toHaveLength(24);
});

test('who waits for the same question as a colleague gets their own rows', async () => {
  const both = [writer, engine.as(actorOf('32'))];
  const found = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      both[index % 2]?.list(samples, { ...size(10), search: '样品' }),
    ),
  );
  expect(found.map((page) => page?.total)).toEqual(found.map((_, index) => 1 - (index % 2)));
});

test('actors who wait for the same rows get the abilities of their own', async () => {
  await manager.save(places, { name: '西楼', code: 'W' });
  const reader = engine.as({ ...actorOf('32'), permissions: new Set(['place']) });
  const found = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? manager : reader).list(places, { ...size(10), view: 'all' }),
    ),
  );
  const offered = found.map(({ records }) => records[0]?.abilities);
  expect(offered).toEqual(found.map((_, index) => (index % 2 === 0 ? ['edit', 'remove'] : [])));
});
