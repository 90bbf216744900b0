import type { Query, Sort } from '@keyan/kernel/records/query.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import {
  actorOf,
  furnishSamples,
  places,
  samples,
  startEngine,
  stranger,
  tenant,
} from '../testing/sample.ts';
import { leaseIds } from './schema/ids.ts';
import { createNumbers } from './schema/numbers.ts';
import { planMigration } from './schema/plan.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
beforeAll(() => furnishSamples(database, engine));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

test('every process leases a worker number of its own and gives it back', async () => {
  const first = await leaseIds(engine.database);
  const second = await leaseIds(engine.database);
  const worker = (id: string): bigint => (BigInt(id) >> 12n) & 1023n;
  expect(worker(first.next())).not.toBe(worker(second.next()));
  await first.close();
  expect(() => first.next()).toThrow();
  await second.close();
  const [row] = await database.query<{ held: number }>(
    'select count(*)::int as held from id_worker where until > now()',
  );
  expect(row?.held).toBe(0);
});

test('numbers run without gaps for one process, apart per tenant, and come back unused', async () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const numbers = createNumbers(engine.database);
  const take = async (tenantId = tenant) => numbers.reserve(tenantId, 'T${yyyy}${seq3}', now);
  const texts = [];
  for (let index = 0; index < 5; index += 1) texts.push((await take()).text);
  expect(texts).toEqual(['T2026001', 'T2026002', 'T2026003', 'T2026004', 'T2026005']);
  const unused = await take();
  unused.release();
  expect((await take()).text).toBe(unused.text);
  expect((await take(stranger)).text).toBe('T2026001');
});

test('numbers of many processes never meet', async () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const processes = Array.from({ length: 4 }, () => createNumbers(engine.database));
  const texts = await Promise.all(
    Array.from({ length: 400 }, async (_, index) => {
      const numbers = processes[index % 4] as (typeof processes)[number];
      return (await numbers.reserve(tenant, 'P${seq4}', now)).text;
    }),
  );
  expect(new Set(texts).size).toBe(400);
});

test('a migrated database leaves nothing to plan, and a changed one says what', async () => {
  const plan = () => planMigration([places, samples], database.query);
  expect(await plan()).toBe('');
  await database.query('alter table sample drop column ratio');
  await database.query('alter table sample alter column count type bigint');
  await database.query('drop index sample_mark_unique');
  await database.query("comment on column sample.search_text is 'else'");
  await database.query('alter table sample add column foreign_thing text not null');
  await database.query('drop table sample_parts');
  const sql = await plan();
  expect(sql).toContain('alter table sample add column ratio numeric(13,4);');
  expect(sql).toContain('alter table sample alter column count type integer;');
  expect(sql).toContain('create unique index sample_mark_unique');
  expect(sql).toContain('alter table sample alter column foreign_thing drop not null;');
  expect(sql).toContain('create table sample_parts');
  await database.query(sql);
  expect(await plan()).toBe('');
});

/** Values that often are equal, or are not there. */
const someRow = fc.record({
  title: fc.constantFrom('甲', '乙', 'a', 'B', '', "'"),
  count: fc.constantFrom(null, 0, 1, 2),
  price: fc.constantFrom(null, '0.10', '12.50'),
  day: fc.constantFrom(null, '2024-01-01', '2025-12-31'),
  moment: fc.constantFrom(null, '2024-01-01 10:00:00.000001+08', '2024-01-01 10:00:00.000002+08'),
  colour: fc.constantFrom(null, 'r', 'g'),
  unit_id: fc.constantFrom(null, '21', '22'),
});

const someSort: fc.Arbitrary<Sort> = fc.record({
  field: fc.constantFrom('title', 'count', 'price', 'day', 'moment', 'colour', 'unitId', 'id'),
  descending: fc.boolean(),
});

test('pages by number and pages behind a cursor are the same rows in the order of the whole list', async () => {
  const commands = engine.as(actorOf('35'));
  const idsOf = async (query: Partial<Query>) => {
    const page = { where: [], sort: [], page: 1, size: 1000, fields: ['title'], ...query };
    const { records, next } = await commands.list(samples, page);
    return { ids: records.map(({ id }) => id), next };
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(someRow, { minLength: 1, maxLength: 25 }),
      someSort,
      fc.integer({ min: 1, max: 7 }),
      async (rows, sort, size) => {
        await database.query('delete from sample');
        await database.query(
          `insert into sample (tenant_id, id, create_user, create_time, update_user, update_time,
                               audit_status, title, count, price, day, moment, colour, unit_id)
           select $1, 1000 + r.place, 31, now(), 31, now(), '2', r.title, r.count, r.price, r.day,
                  r.moment, r.colour, r.unit_id
             from rows from (jsonb_to_recordset($2::jsonb) as (title text, count int, price numeric,
                  day date, moment timestamptz, colour text, unit_id bigint)) with ordinality
                  as r(title, count, price, day, moment, colour, unit_id, place)`,
          [tenant, JSON.stringify(rows)],
        );
        const sorted = { sort: [sort] };
        const all = (await idsOf(sorted)).ids;
        expect(all).toHaveLength(rows.length);
        let next: Query['after'];
        for (let page = 1; (page - 1) * size < all.length; page += 1) {
          const expected = all.slice((page - 1) * size, page * size);
          expect((await idsOf({ ...sorted, page, size })).ids).toEqual(expected);
          const behind = await idsOf({ ...sorted, page, size, ...(next && { after: next }) });
          expect(behind.ids).toEqual(expected);
          next = behind.next;
        }
        expect(
          next === undefined || (await idsOf({ ...sorted, after: next })).ids.length === 0,
        ).toBe(true);
        // A cursor of another order says nothing: the page is counted.
        const other = {
          ...sorted,
          size: 1,
          page: 1,
          after: { ...sort, field: 'made', value: '1', id: '1' },
        };
        expect((await idsOf(other)).ids).toEqual(all.slice(0, 1));
      },
    ),
    { numRuns: 40 },
  );
});

test.each([
  ['is removed', `update sample set is_deleted = 1 where id = $1`],
  ['changes, and would be the last of the list', `update sample set moment = now() where id = $1`],
])('readers with cursors miss nothing when a row of their page %s', async (_what, change) => {
  await database.query('delete from sample');
  await database.query(
    `insert into sample (tenant_id, id, create_user, create_time, update_user, update_time, audit_status, title, moment)
     select $1, 1000 + i, 31, now(), 31, now(), '2', 'row', timestamptz '2024-01-01 10:00:00+08' + i * interval '1 second'
       from generate_series(1, 9) i`,
    [tenant],
  );
  const { heavy } = engine.database;
  // Between finding the ids of the first page and reading its rows.
  const changing = vi.spyOn(engine.database, 'heavy').mockImplementationOnce(async (...asked) => {
    const found = await heavy.apply(engine.database, asked);
    await database.query(change, ['1003']);
    return found as never;
  });
  const pages: (readonly string[])[] = [];
  let after: Query['after'];
  do {
    const { records, next } = await engine.as(actorOf('35')).list(samples, {
      where: [],
      sort: [{ field: 'moment', descending: false }],
      page: pages.length + 1,
      size: 3,
      ...(after && { after }),
    });
    pages.push(records.map(({ id }) => id));
    after = next;
  } while (after);
  changing.mockRestore();
  const others = pages.flat().filter((id) => id !== '1003');
  expect(others).toEqual(['1001', '1002', '1004', '1005', '1006', '1007', '1008', '1009']);
  expect(pages.slice(1, 3)).toEqual([
    ['1004', '1005', '1006'],
    ['1007', '1008', '1009'],
  ]);
});
