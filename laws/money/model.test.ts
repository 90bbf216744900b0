import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import { MoneyLife } from '../support/money-life.ts';
import { listed, replayed } from '../support/money-replay.ts';

/** Random money on several connections; `npm run money -- --steps 100000 --seed 7` plays longer. */
const steps = Number(process.env.MONEY_STEPS ?? 240);
const seed = Number(process.env.MONEY_SEED ?? 20_261_128);
const atOnce = 4;
/** Operations after which everything is compared. */
const between = Number(process.env.MONEY_BETWEEN ?? 40);
/** Operations on one world; the next ones begin with a new seed and fresh projects. */
const portion = 4000;

let app: LawApplication;
beforeAll(async () => {
  app = await startApplication();
});
afterAll(() => app.close());

const measures = [
  'budget',
  'arrived',
  'carried',
  'taxed',
  'overhead',
  'indirect',
  'booked',
  'held',
  'spent',
  'settled',
];

/** Rows of a ledger that the play made, in fen. */
const stored = async (sql: string, ids: readonly string[]): Promise<readonly string[]> => {
  const rows = await app.database.query<Record<string, string>>(sql, [home, ids]);
  return listed(
    new Map(
      rows.map(({ account, ...sums }) => [
        account ?? '',
        Object.fromEntries(Object.entries(sums).map(([name, fen]) => [name, Number(fen)])),
      ]),
    ),
  );
};

const fen = (names: readonly string[], of: (name: string) => string): string =>
  names.map((name) => `(${of(name)} * 100)::bigint::text as ${name}`).join(', ');

/** I1 to I5: books balance, nothing is below zero that must not be, and sums are those of the replay. */
const judge = async (play: MoneyLife): Promise<void> => {
  await play.settle();
  const { funds, arrived, contracts, bills } = replayed(play);
  const projects = [
    ...play.projects.map(({ id }) => id),
    ...play.surpluses.flatMap(({ kept }) => kept ?? []),
  ];
  const arrivals = play.arrivals.map(({ id }) => id);
  const where = 'where tenant_id = $1 and owner_id = any($2::bigint[])';
  const account = "owner_id || ' ' || account as account";
  expect(
    await stored(
      `select ${account}, ${fen(measures, (name) => name)} from ledger_funds_balance ${where} and account <> ''`,
      projects,
    ),
  ).toEqual(listed(funds));
  const entries = await stored(
    `select ${account}, ${fen(measures, (name) => `sum(${name})`)} from ledger_funds ${where} group by owner_id, account`,
    projects,
  );
  expect(entries).toEqual(listed(funds));
  const months = await stored(
    `select ${account}, ${fen(measures, (name) => `sum(${name})`)} from ledger_funds_month ${where} and account <> '' group by owner_id, account`,
    projects,
  );
  expect(months).toEqual(listed(funds));
  expect(
    await stored(
      `select owner_id::text as account, (arrived * 100)::bigint::text as arrived, (divided * 100)::bigint::text as divided,
              (booked * 100)::bigint::text as booked, (refunded * 100)::bigint::text as refunded,
              (invoiced * 100)::bigint::text as invoiced, claims::text as claims from ledger_arrivals_balance ${where} and account = ''`,
      arrivals,
    ),
  ).toEqual(listed(arrived));
  const whole = async (ledger: string, names: readonly string[], ids: readonly string[]) =>
    stored(
      `select owner_id::text as account, ${fen(names, (name) => name)} from ledger_${ledger}_balance ${where} and account = ''`,
      ids,
    );
  expect(
    await whole(
      'contracts',
      ['amount', 'arrived', 'applied', 'billed'],
      play.contracts.map(({ id }) => id),
    ),
  ).toEqual(listed(contracts));
  expect(
    await whole(
      'bills',
      ['billed', 'red', 'settled'],
      play.bills.map(({ id }) => id),
    ),
  ).toEqual(listed(bills));
  const over = await app.database.query(
    `select owner_id::text as owner, 'billable' as what from ledger_contracts_balance ${where} and account = '' and amount < applied + billed
     union all select owner_id::text, 'due' from ledger_bills_balance where tenant_id = $1 and account = '' and billed < red + settled`,
    [home, play.contracts.map(({ id }) => id)],
  );
  expect(over).toEqual([]);
  // A settled account has nothing left, nothing held and nothing to come.
  const unsettled = await app.database.query(
    `select b.owner_id::text from ledger_funds_balance b join program p on p.tenant_id = b.tenant_id and p.id = b.owner_id
      where b.tenant_id = $1 and b.owner_id = any($2::bigint[]) and b.account = '' and p.is_closed = '1'
        and (b.booked <> b.held + b.spent + b.settled or b.held <> 0 or b.arrived + b.carried <> b.taxed + b.overhead + b.booked)`,
    [home, projects],
  );
  expect(unsettled).toEqual([]);
  const below = await app.database.query(
    `select owner_id::text as owner, 'available' as what from ledger_funds_balance ${where} and account = '' and booked < held + spent + settled
     union all select owner_id::text, 'pending' from ledger_funds_balance ${where} and account = '' and arrived + carried < taxed + overhead + booked
     union all select b.owner_id::text, 'item ' || account from ledger_funds_balance b join program p on p.tenant_id = b.tenant_id and p.id = b.owner_id
       where b.tenant_id = $1 and b.owner_id = any($2::bigint[]) and p.fund_mode = '1' and account like '10%' and held + spent > budget`,
    [home, projects],
  );
  expect(below).toEqual([]);
  const beyond = await app.database.query(
    `select owner_id::text from ledger_arrivals_balance ${where} and (refunded + divided > arrived or booked > divided or invoiced > arrived - refunded or claims < 0)`,
    [home, arrivals],
  );
  expect(beyond).toEqual([]);
  const twice = await app.database.query(
    `select account, uses::text from ledger_invoice_numbers_balance where tenant_id = $1 and account like 'M%' and uses not in (0, 1)`,
    [home],
  );
  expect(twice).toEqual([]);
};

test(`money played on ${atOnce} connections comes to what an account of its own says`, async () => {
  const counts: Record<string, { done: number; refused: number }> = {};
  for (let played = 0; played < steps; ) {
    const own = seed + Math.floor(played / portion);
    const play = new MoneyLife(app, own);
    await play.begin(6, `${own}`);
    const end = Math.min(steps, played + portion);
    let sinceJudged = 0;
    while (played < end) {
      const done = await play.step(atOnce);
      played += done;
      sinceJudged += done;
      if (sinceJudged < between && played < end) continue;
      sinceJudged = 0;
      await judge(play).catch((error: unknown) => {
        throw new Error(`seed ${own}, after ${played} operations: ${String(error)}`, {
          cause: error,
        });
      });
    }
    for (const [name, { done, refused }] of play.counts) {
      const kept = counts[name] ?? { done: 0, refused: 0 };
      counts[name] = { done: kept.done + done, refused: kept.refused + refused };
    }
    if (process.env.MONEY_STEPS)
      process.stdout.write(`seed ${own}: ${played} operations balance\n`);
  }
  if (process.env.MONEY_STEPS) process.stdout.write(`${JSON.stringify(counts, null, 1)}\n`);
  // Locks come in one order: the database ended no transaction for it to be tried again.
  expect(
    await app.database.query(
      'select deadlocks::int as ended from pg_stat_database where datname = current_database()',
    ),
  ).toEqual([{ ended: 0 }]);
  if (process.env.MONEY_STEPS && steps >= portion) {
    const never = Object.entries(counts).flatMap(([name, { done }]) => (done === 0 ? [name] : []));
    expect(never).toEqual([]);
  }
  // A play that only refuses, or never does, proves nothing.
  const sum = (of: 'done' | 'refused') =>
    Object.values(counts).reduce((all, one) => all + one[of], 0);
  expect(Math.min(sum('done'), sum('refused') * 2)).toBeGreaterThan(steps / 8);
}, 6_000_000);
