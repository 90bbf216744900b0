import { expect } from 'vitest';
import { home, type LawApplication } from './application.ts';
import type { MoneyLife } from './money-life.ts';
import { add, listed, replayed, type Sums, type SumsByPlace } from './money-replay.ts';

/** Measures of the ledger of funds, which are columns. */
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
] as const;

/** SQL of sums in whole fen as one JSON value. */
const fen = (names: readonly string[], of = (name: string): string => name): string =>
  `jsonb_build_object(${names.map((name) => `'${name}', (${of(name)} * 100)::bigint`).join(', ')})`;

const mine = 'tenant_id = $1 and owner_id = any($2::bigint[])';
const summed = (name: string): string => `sum(${name})`;

/** SQL of the sums of a ledger without subaccounts. */
const owned = (book: string, ledger: string, amounts: string): string =>
  `select '${book}' as book, owner_id::text as place, ${amounts} as sums
     from ledger_${ledger}_balance where ${mine} and account = ''`;

/** SQL of the balances of everything in a play; `book` is the kind of owner. */
const balances = [
  `select 'funds' as book, owner_id || ' ' || account as place, ${fen(measures)} as sums
     from ledger_funds_balance where ${mine} and account <> ''`,
  `select 'months', owner_id || ' ' || account, ${fen(measures, summed)}
     from ledger_funds_month where ${mine} and account <> '' group by owner_id, account`,
  owned(
    'arrived',
    'arrivals',
    `${fen(['arrived', 'divided', 'booked', 'refunded', 'invoiced'])} || jsonb_build_object('claims', claims)`,
  ),
  owned('contracts', 'contracts', fen(['amount', 'arrived', 'applied', 'billed'])),
  owned('bills', 'bills', fen(['billed', 'red', 'settled'])),
  owned('lent', 'advances', fen(['paid', 'repaid'])),
].join(' union all ');

/**
 * SQL of invalid sums, each with its owner. A settled project has nothing left, nothing held and
 * nothing to come.
 */
const forbidden = [
  `select owner_id::text as owner, 'billable' as what from ledger_contracts_balance
    where ${mine} and account = '' and amount < applied + billed`,
  `select owner_id::text, 'due' from ledger_bills_balance where ${mine} and account = ''
      and (billed < red + settled or least(billed, red, settled) < 0)`,
  `select b.owner_id::text, 'unsettled' from ledger_funds_balance b join program p on p.tenant_id = b.tenant_id and p.id = b.owner_id
    where b.tenant_id = $1 and b.owner_id = any($2::bigint[]) and b.account = '' and p.is_closed = '1'
      and (b.booked <> b.held + b.spent + b.settled or b.held <> 0 or b.arrived + b.carried <> b.taxed + b.overhead + b.booked)`,
  `select owner_id::text, 'lent' from ledger_advances_balance where ${mine} and account = '' and (paid < repaid or repaid < 0)`,
  `select owner_id::text, 'available' from ledger_funds_balance where ${mine} and account = '' and booked < held + spent + settled`,
  `select owner_id::text, 'pending' from ledger_funds_balance where ${mine} and account = '' and arrived + carried < taxed + overhead + booked`,
  `select b.owner_id::text, 'item ' || account from ledger_funds_balance b join program p on p.tenant_id = b.tenant_id and p.id = b.owner_id
    where b.tenant_id = $1 and b.owner_id = any($2::bigint[]) and p.fund_mode = '1' and account like '10%' and held + spent > budget`,
  `select owner_id::text, 'arrival' from ledger_arrivals_balance
    where ${mine} and (refunded + divided > arrived or booked > divided or invoiced > arrived - refunded or claims < 0)`,
].join(' union all ');

/** SQL of uses of invoice numbers that no record explains. */
const usedTwice = `select account, uses::text from ledger_invoice_numbers_balance
  where tenant_id = $1 and account like 'M%' and uses not in (0, 1)`;

const entriesOf = (where: string): string =>
  `select owner_id::text as owner, account as item, ${fen(measures, summed)} as sums, max(id)::text as last
     from ledger_funds where tenant_id = $1 and ${where} group by owner_id, account`;

interface Entries {
  readonly owner: string;
  readonly item: string;
  readonly sums: Sums;
  readonly last: string;
}

/**
 * Checks invariants I1 to I5 of a play: books balance, protected sums are not negative, and sums
 * equal those of the replay. Balances are read completely each time; of the entries only new ones,
 * until `whole` adds up all of them.
 */
export class MoneyJudge {
  readonly #app: LawApplication;
  readonly #play: MoneyLife;
  #entries: SumsByPlace = new Map();
  #last = '0';

  constructor(app: LawApplication, play: MoneyLife) {
    this.#app = app;
    this.#play = play;
  }

  /**
   * Compares everything after some operations.
   * @throws AssertionError for a different sum, and Error for a record that is missing or
   * unexpected
   */
  async judge(): Promise<void> {
    const play = this.#play;
    await play.settle();
    const { funds, arrived, contracts, bills, lent } = replayed(play);
    const projects = new Set([
      ...play.projects.map(({ id }) => id),
      ...play.surpluses.flatMap(({ kept }) => kept ?? []),
    ]);
    const owners = [
      ...projects,
      ...arrived.keys(),
      ...contracts.keys(),
      ...bills.keys(),
      ...lent.keys(),
    ];
    const stored = await this.#app.database.query<{ book: string; place: string; sums: Sums }>(
      balances,
      [home, owners],
    );
    const book = (name: string): readonly string[] =>
      listed(new Map(stored.flatMap((row) => (row.book === name ? [[row.place, row.sums]] : []))));
    const wanted = listed(funds);
    expect(book('funds')).toEqual(wanted);
    expect(book('months')).toEqual(wanted);
    expect(book('arrived')).toEqual(listed(arrived));
    expect(book('contracts')).toEqual(listed(contracts));
    expect(book('bills')).toEqual(listed(bills));
    expect(book('lent')).toEqual(listed(lent));
    this.#read(await this.#app.database.query<Entries>(entriesOf('id > $2'), [home, this.#last]));
    expect(
      listed(new Map([...this.#entries].filter(([at]) => projects.has(at.split(' ')[0] ?? '')))),
    ).toEqual(wanted);
    expect(await this.#app.database.query(forbidden, [home, owners])).toEqual([]);
  }

  /** Compares everything, with all entries of the play and all invoice numbers read again. */
  async whole(): Promise<void> {
    this.#entries = new Map();
    const owners = [
      ...this.#play.projects.map(({ id }) => id),
      ...this.#play.surpluses.flatMap(({ kept }) => kept ?? []),
    ];
    this.#read(
      await this.#app.database.query<Entries>(entriesOf('owner_id = any($2::bigint[])'), [
        home,
        owners,
      ]),
    );
    await this.judge();
    expect(await this.#app.database.query(usedTwice, [home])).toEqual([]);
  }

  #read(entries: readonly Entries[]): void {
    for (const { owner, item, sums, last } of entries) {
      add(this.#entries, `${owner} ${item}`, sums);
      if (BigInt(last) > BigInt(this.#last)) this.#last = last;
    }
  }
}
