import type { Ledger, MeasureType } from '@keyan/kernel/definition/ledger/measures.ts';
import { snakeCase } from '@keyan/kernel/definition/resource.ts';

/** SQL column type of each kind of measure. */
const types: Readonly<Record<MeasureType, string>> = { count: 'bigint', money: 'numeric(18,2)' };

/** Measure as a column. */
export interface MeasureColumn {
  readonly measure: string;
  readonly column: string;
  readonly type: string;
}

/** Tables of a ledger's entries, balances and sums, and their common columns. */
export interface LedgerShape {
  readonly entries: string;
  readonly balances: string;
  /** Table of sums by month and department; only ledgers with months have it. */
  readonly months: string;
  /** Table of sums by year, for ledgers with months. */
  readonly years: string;
  /** Table of sums over all owners; only ledgers with a rollup have it. */
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
