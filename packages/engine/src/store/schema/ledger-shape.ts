import type { Ledger, MeasureType } from '@keyan/kernel/definition/ledger/measures.ts';
import { snakeCase } from '@keyan/kernel/definition/resource.ts';

/** The column type of each kind of measure. */
const types: Readonly<Record<MeasureType, string>> = { count: 'bigint', money: 'numeric(18,2)' };

/** A measure as a column. */
export interface MeasureColumn {
  readonly measure: string;
  readonly column: string;
  readonly type: string;
}

/** The tables of a ledger's entries, of its balances and of the sums that it keeps, and the columns that all have. */
export interface LedgerShape {
  readonly entries: string;
  readonly balances: string;
  /** Sums by month and department; only ledgers that keep them have the table. */
  readonly months: string;
  /** Sums by year, beside those by month. */
  readonly years: string;
  /** Sums over all owners; only ledgers that keep them have the table. */
  readonly rollup: string;
  readonly measures: readonly MeasureColumn[];
}

const shapes = new WeakMap<Ledger, LedgerShape>();

export const ledgerShape = (ledger: Ledger): LedgerShape => {
  const known = shapes.get(ledger);
  if (known) return known;
  const entries = `ledger_${snakeCase(ledger.key)}`;
  const shape = {
    entries,
    balances: `${entries}_balance`,
    months: `${entries}_month`,
    years: `${entries}_year`,
    rollup: `${entries}_total`,
    measures: Object.entries(ledger.measures).map(([measure, kind]) => ({
      measure,
      column: snakeCase(measure),
      type: types[kind],
    })),
  };
  shapes.set(ledger, shape);
  return shape;
};
