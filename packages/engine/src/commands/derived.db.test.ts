import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { furnishSamples, places, startEngine, tenant } from '../testing/sample.ts';
import { deriveRecords } from './derived.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);

/** Places as if they followed from something: one for each code within another. */
const derived = {
  ...places,
  derived: {
    within: 'within',
    by: ['code'],
    kept: { fields: ['name'], check: ({ name }: { readonly name?: unknown }) => name === '丙' },
    nothing: { name: '（无）' },
  },
} as unknown as Resource;

let within = '';
beforeAll(async () => {
  await furnishSamples(database, engine);
  const university = { code: 'U', name: '校园' };
  within = (await engine.asSystem('推导', tenant).save(untypedResource(places), university)).id;
});
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const write = async (
  wanted: readonly RowLike[],
  mayGoOn = async () => true,
  only?: readonly string[],
): Promise<number> =>
  deriveRecords(
    { engine, actor: { system: '推导', tenantId: tenant } },
    {
      resource: derived,
      within,
      wanted,
      ...(only && { only: { field: 'code', values: only } }),
    },
    mayGoOn,
  );

const stored = () =>
  database.query(
    `select code, name, is_deleted as gone, version from sample_place
      where tenant_id = $1 and within = $2 order by code`,
    [tenant, within],
  );

const of = (code: string, name: string): RowLike => ({ code, name });

test('what follows from others is made, changed and removed, and no record twice', async () => {
  const first = [of('A', '甲'), of('B', '乙')];
  expect(await write(first)).toBe(2);
  expect(await write(first)).toBe(0);
  expect(await write([of('A', '甲楼'), of('C', '丙')])).toBe(3);
  expect(await stored()).toMatchObject([
    { code: 'A', name: '甲楼', gone: 0, version: 2 },
    { code: 'B', gone: 1 },
    { code: 'C', name: '丙', gone: 0, version: 1 },
  ]);
});

test('what is not compared stays as it is', async () => {
  expect(await write([of('A', '甲')], undefined, ['A'])).toBe(1);
  expect(await write([of('A', '甲楼')], undefined, ['A'])).toBe(1);
});

test('what people have answered stays, with nothing', async () => {
  expect(await write([of('A', '甲楼')])).toBe(1);
  expect(await stored()).toMatchObject([
    { code: 'A' },
    { code: 'B' },
    { code: 'C', name: '（无）', gone: 0 },
  ]);
});

test('what another record names stays, too', async () => {
  const [{ id } = { id: '' }] = await database.query<{ id: string }>(
    `select id::text from sample_place where tenant_id = $1 and code = 'C'`,
    [tenant],
  );
  const name = { code: 'C1', name: '丙一', within: id };
  const inner = await engine.asSystem('推导', tenant).save(untypedResource(places), name);
  expect(await write([of('A', '甲楼')])).toBe(0);
  await engine.asSystem('推导', tenant).remove(untypedResource(places), [inner.id]);
  expect(await write([of('A', '甲楼')])).toBe(1);
});

test('whoever is told to stop leaves the rest as it is', async () => {
  const many = Array.from({ length: 150 }, (_, at) => of(`N${at}`, `楼${at}`));
  let blocks = 0;
  const once = async () => {
    blocks += 1;
    return blocks <= 1;
  };
  expect(await write([of('A', '甲楼'), ...many], once)).toBe(99);
  expect(await write([of('A', '甲楼'), ...many])).toBe(51);
});
