import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger, type UntypedEntry } from '@keyan/kernel/definition/ledger/ledger.ts';
import type { Ledger } from '@keyan/kernel/definition/ledger/measures.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { ledgerTables } from '../store/schema/ledger-tables.ts';
import { tableSql } from '../store/schema/schema-sql.ts';
import { testDatabase } from '../testing/database.ts';
import {
  actorOf,
  furnishSamples,
  places,
  startEngine,
  stranger,
  tenant,
} from '../testing/sample.ts';
import { judgeOwnerLimits, postEffect } from './post.ts';

const item = f.text(['科目', 'Item']);
const place = face('samplePlace', ['地点', 'Place'], { code: places.fields.code });

/** Money per place and item; what a place may hold stands in its code. */
const funds = defineLedger('testFunds', ['测试账', 'Test funds'], {
  owner: place,
  subaccount: { item },
  measures: { booked: 'money', held: 'money', times: 'count' },
  shown: { available: { plus: ['booked'], minus: ['held'] } },
  limits: [
    {
      of: 'subaccount',
      room: (b) => b.available,
      words: ['科目【{subaccount}】余额不足：差 {lack} 元', '{subaccount}: {lack} yuan short'],
    },
    {
      of: 'owner',
      room: (b, { owner }) => (owner.code ? Number(owner.code) - b.times : null),
      words: [
        '【{owner}】次数超出 {lack},已有【{holders}】',
        '{owner}: {lack} too many, {holders}',
      ],
    },
  ],
});

/** A text that may be used once. */
const invoices = defineLedger('testInvoices', ['发票号', 'Invoices'], {
  owner: null,
  subaccount: { invoiceNum: f.text(['发票号', 'Invoice no.']) },
  measures: { uses: 'count' },
  limits: [
    {
      of: 'subaccount',
      room: (b) => 1 - b.uses,
      words: [
        '发票号【{subaccount}】已被【{holders}】使用',
        'Invoice {subaccount} is used by {holders}',
      ],
    },
  ],
});

const database = await testDatabase();
const one = startEngine(database, 1);
const two = startEngine(database, 2);
const tables = [funds, invoices].flatMap(ledgerTables);
beforeAll(async () => {
  await furnishSamples(database, one);
  for (const table of tables) await database.query(tableSql(table));
});
beforeEach(async () => {
  for (const { name } of tables) await database.query(`truncate ${name}`);
});
afterAll(async () => {
  await one.database.close();
  await two.database.close();
  await database.drop();
});

interface Word {
  readonly id: string;
  readonly effect: string;
  readonly wanted: readonly UntypedEntry[];
}

/** Posts in one transaction what these effects of records ought to come to. */
const post = (
  engine: Engine,
  ledger: Ledger,
  words: readonly Word[],
  tenantId = tenant,
): Promise<void> =>
  engine.database.transaction(tenantId, async (tx) => {
    const transaction = { engine, tx, actor: actorOf('31', tenantId), now: new Date() };
    for (const { id, effect, wanted } of words) {
      const source = { resource: 'sample', id };
      postEffect(transaction, {
        source,
        effect,
        ledger,
        wanted,
        day: null,
        opening: false,
        action: 'submit',
      });
    }
  });

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? error.label[0] : String(error)),
  );

const balances = () =>
  database.query<{ owner: string; account: string; booked: string; held: string; times: string }>(
    `select owner_id::text as owner, account, booked::text, held::text, times::text
       from ledger_test_funds_balance where tenant_id = '${tenant}' order by 1, 2`,
  );

/** Sums of the entries, per subaccount and per owner. */
const sums = () =>
  database.query(
    `select owner_id::text as owner, account, sum(booked)::text as booked, sum(held)::text as held,
            sum(times)::text as times
       from (select owner_id, account, booked, held, times from ledger_test_funds
              union all select owner_id, '', booked, held, times from ledger_test_funds) e
      group by 1, 2 order by 1, 2`,
  );

const entry = (owner: string, item: string, amounts: UntypedEntry): UntypedEntry => ({
  owner,
  item,
  ...amounts,
});

describe('a ledger', () => {
  test('posts the difference to what stands, and takes it back when the effect ends', async () => {
    const booked = (amount: string) => [entry('7', 'A', { booked: amount })];
    await post(one, funds, [{ id: '1', effect: 'book', wanted: booked('100.10') }]);
    await post(one, funds, [{ id: '1', effect: 'book', wanted: booked('80.00') }]);
    await post(one, funds, [{ id: '1', effect: 'book', wanted: booked('80') }]);
    expect(await database.query('select booked::text from ledger_test_funds order by id')).toEqual([
      { booked: '100.10' },
      { booked: '-20.10' },
    ]);
    await post(one, funds, [{ id: '1', effect: 'book', wanted: [] }]);
    expect((await balances()).map(({ booked: left }) => left)).toEqual(['0.00', '0.00']);
  });

  test('refuses what exceeds a limit, with what is missing, and keeps nothing of it', async () => {
    await post(one, funds, [
      { id: '1', effect: 'book', wanted: [entry('7', 'A', { booked: '1000.00' })] },
    ]);
    const held = [entry('7', 'A', { held: '2234.50' })];
    expect(await refusal(post(one, funds, [{ id: '2', effect: 'hold', wanted: held }]))).toBe(
      '科目【A】余额不足：差 1,234.50 元',
    );
    expect(await balances()).toEqual(await sums());
    expect((await balances())[1]).toMatchObject({ account: 'A', held: '0.00' });
  });

  test('judges net balances at the end: held and spent in one step do not count twice', async () => {
    const amount = (name: 'booked' | 'held') => [entry('7', 'A', { [name]: '10.00' })];
    await post(one, funds, [
      { id: '2', effect: 'hold', wanted: amount('held') },
      { id: '1', effect: 'book', wanted: amount('booked') },
    ]);
    await post(one, funds, [
      { id: '3', effect: 'hold', wanted: amount('held') },
      { id: '2', effect: 'hold', wanted: [] },
    ]);
    expect((await balances())[0]).toMatchObject({ booked: '10.00', held: '10.00' });
  });

  test('gives back even where a limit is broken already', async () => {
    await post(one, funds, [
      { id: '1', effect: 'book', wanted: [entry('7', 'A', { booked: '10.00' })] },
      { id: '2', effect: 'hold', wanted: [entry('7', 'A', { held: '10.00' })] },
    ]);
    await database.query('update ledger_test_funds_balance set booked = 1');
    await post(one, funds, [
      { id: '2', effect: 'hold', wanted: [entry('7', 'A', { held: '9.00' })] },
    ]);
    const more = [entry('7', 'A', { held: '9.01' })];
    expect(await refusal(post(one, funds, [{ id: '2', effect: 'hold', wanted: more }]))).toContain(
      '余额不足',
    );
  });

  test('keeps a text from being used twice, and names who uses it', async () => {
    const wanted = [{ invoiceNum: 'F1', uses: 1 }];
    await post(one, invoices, [{ id: '1', effect: 'use', wanted }]);
    expect(await refusal(post(two, invoices, [{ id: '2', effect: 'use', wanted }]))).toBe(
      '发票号【F1】已被【样品】使用',
    );
    // Each tenant has its own.
    await post(two, invoices, [{ id: '2', effect: 'use', wanted }], stranger);
    const twice = [...wanted, ...wanted].map((each) => ({ ...each, invoiceNum: 'F2' }));
    expect(
      await refusal(post(two, invoices, [{ id: '3', effect: 'use', wanted: twice }])),
    ).toContain('F2');
  });

  test('an owner who changes has the limits judged again that read it', async () => {
    const times = [entry('', 'A', { times: 2 })];
    const commands = one.as(actorOf('35'));
    const owner = await commands.save(places, { name: '主楼', code: '2' });
    const wanted = times.map((each) => ({ ...each, owner: owner.id }));
    await post(one, funds, [{ id: '1', effect: 'time', wanted }]);
    const lessen = one.database.transaction(tenant, async (tx) => {
      const transaction = { engine: one, tx, actor: actorOf('35'), now: new Date() };
      judgeOwnerLimits(transaction, funds, owner as never);
      await tx.query(`update sample_place set code = '1' where id = $1`, [owner.id]);
    });
    expect(await refusal(lessen)).toBe('【主楼】次数超出 1,已有【样品】');
    expect(await refusal(post(one, funds, [{ id: '1', effect: 'time', wanted: [] }]))).toBe('done');
  });

  test('entries cannot be changed or removed by the program', async () => {
    await post(one, invoices, [{ id: '1', effect: 'use', wanted: [{ invoiceNum: 'F', uses: 1 }] }]);
    for (const sql of [
      'update ledger_test_invoices set uses = 0',
      'delete from ledger_test_invoices',
    ]) {
      await expect(one.database.read(tenant, (session) => session.query(sql))).rejects.toThrow(
        'permission denied',
      );
    }
    await expect(
      one.database.read(tenant, (session) =>
        session.query('delete from ledger_test_invoices_balance'),
      ),
    ).rejects.toThrow('permission denied');
  });
});

describe('law ledger', () => {
  const word = fc.record({
    id: fc.constantFrom('1', '2', '3'),
    effect: fc.constantFrom('a', 'b'),
    wanted: fc.array(
      fc.record({
        owner: fc.constantFrom('7', '8'),
        item: fc.constantFrom('A', 'B'),
        booked: fc.constantFrom('0', '1.50', '20.00'),
        held: fc.constantFrom('0', '0.01', '15'),
        times: fc.constantFrom(0, 1),
      }),
      { maxLength: 3 },
    ),
  });

  test('a balance is the sum of its entries and of what the effects want, and no subaccount is short', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
        async (steps) => {
          for (const { name } of tables) await database.query(`truncate ${name}`);
          const stands = new Map<string, readonly UntypedEntry[]>();
          for (const words of steps) {
            const said = new Map(stands);
            for (const { id, effect, wanted } of words) said.set(`${id} ${effect}`, wanted);
            const cents = (name: string, at: string) =>
              [...said.values()]
                .flat()
                .filter(({ owner, item: of }) => `${owner} ${of}` === at)
                .reduce((all, each) => all + Math.round(Number(each[name]) * 100), 0);
            const short = ['7 A', '7 B', '8 A', '8 B'].some(
              (at) => cents('booked', at) < cents('held', at),
            );
            const result = await refusal(post(one, funds, words));
            if (result === 'done') {
              stands.clear();
              for (const [key, value] of said) stands.set(key, value);
            }
            expect(result === 'done').toBe(!short);
          }
          expect(await balances()).toEqual(await sums());
        },
      ),
      { numRuns: 60 },
    );
  });

  test('of thirty at once over two engines exactly this many pass as there is room for', async () => {
    await post(one, funds, [
      {
        id: '1',
        effect: 'book',
        wanted: [entry('7', 'A', { booked: '10.00' }), entry('7', 'B', { booked: '10.00' })],
      },
    ]);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const [first, second] = index % 2 === 0 ? ['A', 'B'] : ['B', 'A'];
        const wanted = [first, second].map((each) => entry('7', String(each), { held: '1.00' }));
        return refusal(
          post(index % 3 === 0 ? two : one, funds, [
            { id: String(100 + index), effect: 'hold', wanted },
          ]),
        );
      }),
    );
    expect(outcomes.filter((each) => each === 'done')).toHaveLength(10);
    expect(outcomes.filter((each) => each.includes('余额不足'))).toHaveLength(20);
    expect(await balances()).toEqual(await sums());
  });
});
