import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { furnish, places, startEngine, tenant } from '../testing/sample.ts';
import { compareDerived, type Derivation, type DerivedValues, writeDerived } from './derived.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
beforeAll(() => furnish(database, engine));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

/** Places as if they followed from something: one for each code. */
const derivation: Derivation = {
  resource: places as never,
  shared: { within: null },
  nothing: { name: '（无）' },
};

const standing = (kept: readonly string[] = []) =>
  database.query<{ id: string; key: string; isKept: boolean }>(
    `select id::text, code as key, code = any($2) as "isKept" from sample_place
      where tenant_id = $1 and is_deleted = 0 order by id`,
    [tenant, kept],
  );

const write = async (
  wanted: Readonly<Record<string, DerivedValues>>,
  kept: readonly string[] = [],
  mayGoOn = async () => true,
): Promise<number> =>
  writeDerived(
    { engine, actor: { system: '推导', tenantId: tenant } },
    derivation,
    compareDerived(await standing(kept), new Map(Object.entries(wanted))),
    mayGoOn,
  );

const stored = () =>
  database.query(
    `select code, name, is_deleted as gone, version from sample_place
      where tenant_id = $1 order by code`,
    [tenant],
  );

const of = (code: string, name: string): DerivedValues => ({ code, name });

test('what follows from others is made, changed and removed, and no record twice', async () => {
  const first = { A: of('A', '甲'), B: of('B', '乙') };
  expect(await write(first)).toBe(2);
  expect(await write(first)).toBe(0);
  expect(await write({ A: of('A', '甲楼'), C: of('C', '丙') })).toBe(3);
  expect(await stored()).toMatchObject([
    { code: 'A', name: '甲楼', gone: 0, version: 2 },
    { code: 'B', gone: 1 },
    { code: 'C', name: '丙', gone: 0, version: 1 },
  ]);
});

test('what people have answered stays, with nothing', async () => {
  expect(await write({ A: of('A', '甲楼') }, ['C'])).toBe(1);
  expect(await stored()).toMatchObject([
    { code: 'A' },
    { code: 'B' },
    { code: 'C', name: '（无）', gone: 0 },
  ]);
});

test('whoever is told to stop leaves the rest as it is', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [`N${at}`, of(`N${at}`, `楼${at}`)]),
  );
  let blocks = 0;
  const once = async () => {
    blocks += 1;
    return blocks <= 1;
  };
  expect(await write({ A: of('A', '甲楼'), C: of('C', '（无）'), ...many }, [], once)).toBe(98);
  expect(await write({ A: of('A', '甲楼'), C: of('C', '（无）'), ...many })).toBe(52);
});
