import { Denied, Invalid } from '@keyan/kernel/errors.ts';
import type { Query } from '@keyan/kernel/records/query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import {
  actorOf,
  departments,
  furnishSamples,
  places,
  samples,
  startEngine,
} from '../testing/sample.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
beforeAll(() => furnishSamples(database, engine));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const writer = engine.as(actorOf('31'));
const colleague = engine.as(actorOf('32'));
const manager = engine.as(actorOf('35'));
const every: Query = { where: [], sort: [], page: 1, size: 10 };

beforeAll(async () => {
  const { id: placeId } = await manager.save(places, { name: '南楼', code: 'N' });
  const rows = [
    { made: 2024, colour: 'r', branches: ['11', '2'], placeId },
    { made: 2025, colour: 'g', branches: ['2'], placeId },
    { made: 2025, colour: 'g', branches: [] },
    { made: null, colour: 'b', branches: ['11'] },
  ];
  for (const [index, row] of rows.entries()) {
    await writer.save(samples, { title: `样品 ${index}`, price: '1', ...row });
  }
});

test('counts per value, the largest first, an empty value as null', async () => {
  expect(await writer.groupCounts(samples, every, ['made'])).toEqual([
    { keys: ['2025'], names: [null], total: 2 },
    { keys: ['2024'], names: [null], total: 1 },
    { keys: [null], names: [null], total: 1 },
  ]);
});

test('a row with several codes counts under each of them', async () => {
  const found = await writer.groupCounts(samples, every, ['branches']);
  expect(new Map(found.map(({ keys, total }) => [keys[0], total]))).toEqual(
    new Map([
      ['11', 2],
      ['2', 2],
      [null, 1],
    ]),
  );
});

test('says what a reference is called', async () => {
  const found = await writer.groupCounts(samples, every, ['placeId']);
  expect(found.map(({ names, total }) => [names[0], total])).toEqual([
    ['南楼', 2],
    [null, 2],
  ]);
});

test('counts two fields together', async () => {
  const found = await writer.groupCounts(samples, every, ['made', 'colour']);
  expect(found[0]).toEqual({ keys: ['2025', 'g'], names: [null, null], total: 2 });
  expect(found).toHaveLength(3);
});

test('counts three fields together, a row with several codes under each of them', async () => {
  const found = await writer.groupCounts(samples, every, ['made', 'colour', 'branches']);
  expect(new Map(found.map(({ keys, total }) => [keys.join(' '), total]))).toEqual(
    new Map([
      ['2025 g ', 1],
      ['2025 g 2', 1],
      ['2024 r 11', 1],
      ['2024 r 2', 1],
      [' b 11', 1],
    ]),
  );
});

test.each(['made', 'colour', 'branches', 'placeId', 'auditStatus'])(
  'every number by %s is the total of the list behind it',
  async (field) => {
    for (const where of [
      [],
      [{ field: 'colour', operator: 'anyOf', value: ['g', 'b'] } as const],
    ]) {
      for (const who of [writer, colleague, manager]) {
        for (const { keys, total } of await who.groupCounts(samples, { ...every, where }, [
          field,
        ])) {
          const [key] = keys;
          const condition =
            key === null
              ? ({ field, operator: 'empty', value: null } as const)
              : ({ field, operator: 'anyOf', value: [key] } as const);
          const list = await who.list(samples, { ...every, where: [...where, condition] });
          expect([field, key, list.total]).toEqual([field, key, total]);
        }
      }
    }
  },
);

const drafts: Query = {
  ...every,
  where: [{ field: 'auditStatus', operator: 'anyOf', value: ['0'] }],
};

test('sums are those of the rows that the list finds, to the last cent', async () => {
  await manager.save(samples, { title: '贵重样品', price: '9007199254740.93', made: 2031 });
  const of = (...made: number[]): Query => ({
    ...every,
    where: [
      ...drafts.where,
      ...made.map(
        (value) => ({ field: 'made', operator: 'equals', value: String(value) }) as const,
      ),
    ],
  });
  expect(await writer.sums(samples, drafts)).toEqual({ price: '4.00' });
  // A draft adds nothing to the sum, unless somebody asks for drafts.
  expect(await writer.sums(samples, every)).toEqual({ price: '0.00' });
  expect(await writer.sums(samples, of(2025))).toEqual({ price: '2.00' });
  expect(await manager.sums(samples, of(2031))).toEqual({ price: '9007199254740.93' });
  expect(await manager.sums(samples, of(1990))).toEqual({ price: '0.00' });
  expect(await colleague.sums(samples, drafts)).toEqual({ price: '0.00' });
});

test('others count only what they may read', async () => {
  expect(await colleague.groupCounts(samples, every, ['made'])).toEqual([]);
});

test.each([
  ['a field that is none', ['nothing']],
  ['a column that is no field', ['tenant_id']],
  ['the key', ['id']],
  ['free text', ['title']],
  ['a field that is hidden', ['phone']],
  ['more than three fields', ['made', 'colour', 'placeId', 'branches']],
  ['no field', []],
])('%s is refused by its name', async (_what, by) => {
  const error = await writer.groupCounts(samples, every, by).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(Invalid);
  expect((error as Invalid).faults[0]?.path).toBe('by');
});

test('without a page of the resource there is nothing to count', async () => {
  await expect(writer.groupCounts(departments, every, ['createDept'])).rejects.toBeInstanceOf(
    Denied,
  );
  await expect(writer.sums(departments, every)).rejects.toBeInstanceOf(Denied);
});

test('rows of several years have no sum where a list adds up within one', async () => {
  const yearly = { ...samples, list: { ...samples.list, totalsWithin: 'made' as const } };
  const of = (made: number): Query => ({
    ...drafts,
    where: [...drafts.where, { field: 'made', operator: 'equals', value: made }],
  });
  expect(await writer.sums(yearly, drafts)).toEqual({});
  expect(await writer.sums(yearly, of(2025))).toEqual({ price: '2.00' });
});

test('sums of a group are those of the list behind it, and stay away unless they are asked for', async () => {
  for (const field of ['made', 'colour', 'branches', 'placeId']) {
    for (const { keys, sums } of await writer.groupCounts(samples, drafts, [field], true)) {
      const [key] = keys;
      const condition =
        key == null
          ? ({ field, operator: 'empty', value: null } as const)
          : ({ field, operator: 'anyOf', value: [key] } as const);
      expect(sums, `${field} ${key}`).toEqual(
        await writer.sums(samples, { ...every, where: [...drafts.where, condition] }),
      );
    }
  }
  const [plain] = await writer.groupCounts(samples, every, ['made']);
  expect(plain).not.toHaveProperty('sums');
});

test('sums stay away of what the reader must not see', async () => {
  const { fields, list } = samples;
  const secret = {
    ...samples,
    fields: { ...fields, price: fields.price.secret('nobody_has_it') },
    list: { ...list, totals: ['price' as const] },
  };
  const [found] = await writer.groupCounts(secret as never, drafts, ['made'], true);
  expect(found?.sums).toEqual({});
});
