import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { parameter } from '@keyan/kernel/definition/field/parameter.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerTables } from '../store/schema/ledger-tables.ts';
import { tableSql } from '../store/schema/schema-sql.ts';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, places, startEngine, tenant } from '../testing/sample.ts';
import { postEffect } from './post.ts';
import { findWrongRollup, mergeRollup, refillRollup } from './rollup.ts';

const place = face('samplePlace', ['地点', 'Place'], { code: places.fields.code });

/** Money per place and item; the place that it lies within stands for its department. */
const funds = defineLedger('datedFunds', ['测试账', 'Test funds'], {
  owner: place,
  subaccount: { item: f.text(['科目', 'Item']) },
  measures: { booked: 'money', spent: 'money' },
  months: {
    department: 'within',
    closedUntil: parameter('test.closed', f.date(['关账日', 'Closed to']), '2024-12-31'),
    rollup: true,
  },
});

const database = await testDatabase();
const engine = startEngine(database, 1);
const tables = ledgerTables(funds);
beforeAll(async () => {
  await furnishSamples(database, engine);
  for (const table of tables) await database.query(tableSql(table));
});
beforeEach(async () => {
  for (const { name } of tables) await database.query(`truncate ${name}`);
  await database.query('delete from sample_place where id in (71, 72, 73)');
  for (const id of [71, 72, 73]) {
    await database.query(
      `insert into sample_place (tenant_id, id, name, within, create_user, create_time, update_user, update_time)
       values ('${tenant}', ${id}, 'P${id}', ${id + 100}, 0, now(), 0, now())`,
    );
  }
});
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

interface Word {
  readonly id: string;
  readonly day: string | null;
  readonly on: string;
  readonly owner: string;
  readonly item: string;
  readonly booked: string;
}

const post = ({ id, day, on, owner, item, booked }: Word): Promise<void> =>
  engine.database.transaction(tenant, async (tx) => {
    const transaction = {
      engine,
      tx,
      actor: actorOf('31', tenant),
      now: new Date(`${on}T04:00:00Z`),
    };
    postEffect(transaction, {
      source: { resource: 'sample', id },
      effect: 'book',
      ledger: funds,
      wanted: booked === '0.00' ? [] : [{ owner, item, booked }],
      day,
      opening: false,
      action: 'submit',
    });
  });

const months = () =>
  database.query(
    `select owner_id::text as owner, account, dept_id::text as dept, month::text, booked::text
       from ledger_dated_funds_month order by 1, 2, 3, 4`,
  );

const ofEntries = () =>
  database.query(
    `select owner_id::text as owner, a.account, coalesce(dept_id, 0)::text as dept,
            date_trunc('month', on_day)::date::text as month, sum(booked)::text as booked
       from ledger_dated_funds e cross join lateral (values (e.account), ('')) a(account)
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  );

const years = () =>
  database.query(
    `select owner_id::text as owner, account, year, booked::text
       from ledger_dated_funds_year order by 1, 2, 3`,
  );

const yearsOfEntries = () =>
  database.query(
    `select owner_id::text as owner, a.account, extract(year from on_day)::int as year, sum(booked)::text as booked
       from ledger_dated_funds e cross join lateral (values (e.account), ('')) a(account)
      group by 1, 2, 3 order by 1, 2, 3`,
  );

/** The rollup, rows of one subaccount and year added up. */
const rollup = () =>
  database.query(
    `select account, year, sum(owners)::int as owners, sum(booked)::text as booked
       from ledger_dated_funds_total group by 1, 2 order by 1, 2`,
  );

const rollupOfEntries = () =>
  database.query(
    `select a.account, y.year, count(distinct owner_id)::int as owners, sum(booked)::text as booked
       from ledger_dated_funds e cross join lateral (values (e.account), ('')) a(account)
            cross join lateral (values (extract(year from on_day)::int), (0)) y(year)
      group by 1, 2 order by 1, 2`,
  );

const fold = (): Promise<unknown> =>
  engine.database.transaction(tenant, (tx) => tx.query(mergeRollup(funds).bind({ tenant })));

const wrong = (): Promise<readonly unknown[]> =>
  engine.database.read(tenant, (session) => session.query(findWrongRollup(funds).bind({ tenant })));

const days = () =>
  database.query<{ day: string; dept: string; booked: string }>(
    'select on_day::text as day, dept_id::text as dept, booked::text from ledger_dated_funds order by id',
  );

const word = { id: '1', owner: '71', item: 'A', day: '2026-03-05', on: '2026-07-01' };

test('the first entry has the day of its record, what takes back or repeats has its own', async () => {
  await post({ ...word, booked: '100.00' });
  await post({ ...word, on: '2026-08-02', booked: '0.00' });
  await database.query('update sample_place set within = 200 where id = 71');
  await post({ ...word, on: '2026-09-03', booked: '40.00' });
  await post({ ...word, id: '2', on: '2026-09-04', booked: '1.00' });
  expect(await days()).toEqual([
    { day: '2026-03-05', dept: '171', booked: '100.00' },
    { day: '2026-08-02', dept: '171', booked: '-100.00' },
    // A place that moved takes nothing along: what stood in its department goes on there.
    { day: '2026-09-03', dept: '171', booked: '40.00' },
    { day: '2026-03-05', dept: '200', booked: '1.00' },
  ]);
  expect(await months()).toEqual(await ofEntries());
  expect(await years()).toEqual(await yearsOfEntries());
});

test('books that are closed stay as they are: a late entry has the first open day', async () => {
  await post({ ...word, day: '2024-11-30', booked: '100.00' });
  await post({ ...word, id: '2', day: null, booked: '5.00' });
  expect((await days()).map(({ day }) => day)).toEqual(['2025-01-01', '2026-07-01']);
});

test('law kept sums: months, years and the rollup are those of the entries, whatever is posted, moved and folded', async () => {
  const amount = fc.constantFrom('0.00', '0.01', '7.30', '100.00', '-3.00');
  const day = fc.constantFrom(null, '2024-05-05', '2025-01-31', '2025-02-01', '2026-12-31');
  const one = fc.record({
    id: fc.constantFrom('1', '2', '3'),
    owner: fc.constantFrom('71', '72', '73'),
    item: fc.constantFrom('A', 'B'),
    day,
    on: fc.constantFrom('2026-01-05', '2026-02-06'),
    booked: amount,
    moves: fc.option(fc.constantFrom('300', '301'), { freq: 4 }),
    folds: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 12 }), async (words) => {
      await Promise.all(words.flatMap((each) => [post(each), ...(each.folds ? [fold()] : [])]));
      for (const { moves, folds, ...each } of words) {
        if (folds) await fold();
        if (moves) {
          await database.query(
            `update sample_place set within = ${moves} where id = ${each.owner}`,
          );
        }
        await post(each);
      }
      expect(await months()).toEqual(await ofEntries());
      expect(await years()).toEqual(await yearsOfEntries());
      expect(await rollup()).toEqual(await rollupOfEntries());
      await fold();
      const [rows] = await database.query<{ rows: string }>(
        'select count(*)::text as rows from ledger_dated_funds_total',
      );
      expect(Number(rows?.rows)).toBe((await rollup()).length);
    }),
    { numRuns: 25 },
  );
});

test('a rollup that is wrong is found and made anew', async () => {
  await post({ ...word, booked: '100.00' });
  expect(await wrong()).toEqual([]);
  await database.query(`update ledger_dated_funds_total set booked = 101 where account = 'A'`);
  expect(await wrong()).toHaveLength(1);
  await engine.database.transaction(tenant, async (tx) => {
    for (const statement of refillRollup(funds)) await tx.query(statement.bind({ tenant }));
  });
  expect(await wrong()).toEqual([]);
  expect(await rollup()).toEqual(await rollupOfEntries());
});
