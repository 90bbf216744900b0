import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import {
  actorOf,
  furnishSamples,
  places,
  samples,
  startEngine,
  stranger,
} from '../../testing/sample.ts';
import { searchEndpoints } from './endpoints.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
beforeAll(async () => {
  await furnishSamples(database, engine);
  await engine.as(actorOf('31')).save(samples, { title: '红树林 其一', colour: 'g', price: '1' });
  await engine.as(actorOf('33')).save(samples, { title: '红树林 其二', colour: 'g', price: '1' });
  for (let number = 0; number < 7; number += 1) {
    await engine.as(actorOf('35')).save(places, { name: `红树湾 ${number}`, code: `H${number}` });
  }
});
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

interface Found {
  readonly resource: string;
  readonly page: string;
  readonly records: readonly { readonly title: { readonly text: string } }[];
}

const search = async (q: string, actor = actorOf('31')): Promise<readonly Found[]> =>
  (await searchEndpoints[0]?.run({ q }, { engine, actor } as never)) as readonly Found[];

test('finds records of every kind whose page the reader may open, five of each at most', async () => {
  const found = await search('红树');
  expect(found.map(({ resource, page }) => [resource, page])).toEqual([
    ['samplePlace', '/places'],
    ['sample', '/samples'],
  ]);
  expect(found[0]?.records.length).toBe(5);
});

test('shows nothing that the reader could not read in a list', async () => {
  const of = async (actor: ReturnType<typeof actorOf>) =>
    (await search('红树林', actor)).flatMap(({ records }) =>
      records.map(({ title }) => title.text),
    );
  expect(await of(actorOf('31'))).toEqual(['红树林 其一']);
  expect(await of(actorOf('33'))).toEqual(['红树林 其二']);
  // Drafts are their writers' alone, whatever the reader oversees; another tenant's are not there.
  expect(await of(actorOf('35'))).toEqual([]);
  expect(await search('红树', actorOf('35', stranger))).toEqual([]);
  expect(await search('红树', { ...actorOf('31'), permissions: new Set() })).toEqual([]);
});

test('an empty search finds nothing, and wildcards are plain characters', async () => {
  expect(await search('  ')).toEqual([]);
  expect(await search('%')).toEqual([]);
  expect(await search('_')).toEqual([]);
});
