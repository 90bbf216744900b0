import type { Label } from '@keyan/kernel/label.ts';
import { type Amount, equal, plus } from '@keyan/kernel/values/amounts.ts';

/** Dimensions by which the file and the system are compared. */
export const reconciledBy = {
  college: ['承担单位', 'Department'],
  kind: ['类别', 'Kind'],
  year: ['年度', 'Year'],
  source: ['来源', 'Source'],
} as const satisfies Readonly<Record<string, Label>>;

export type Dimension = keyof typeof reconciledBy;
export const dimensions = Object.keys(reconciledBy) as readonly Dimension[];

/** Why a row of the file has no record, or which it has. */
export type RowState = 'new' | 'standing' | 'faulty' | 'failed' | 'gone' | 'waiting';

export type MovedAmounts = Readonly<Record<string, Amount>>;

/** A row of the file beside its record. */
export interface ReconciledRow {
  readonly row: number;
  readonly name: string;
  readonly state: RowState;
  readonly recordId: string | null;
  /** Amounts as the file has them; null where it says nothing. */
  readonly file: MovedAmounts;
  /** Amounts of the record; null where there is none. */
  readonly system: MovedAmounts | null;
  readonly group: Readonly<Record<Dimension, string>>;
  readonly reason: Label | null;
}

/** Rows and sums of one side. */
export interface SideSums {
  readonly count: number;
  readonly amounts: Readonly<Record<string, string>>;
}

/** A line of the sheet: both sides of one college, kind, year or source. */
export interface ReconciledLine {
  readonly name: string;
  readonly file: SideSums;
  readonly system: SideSums;
  readonly agrees: boolean;
}

export interface Reconciliation {
  readonly total: ReconciledLine;
  readonly by: Readonly<Record<Dimension, readonly ReconciledLine[]>>;
  /** Rows without a record, and those whose amounts differ. */
  readonly differences: readonly ReconciledRow[];
}

const isTold = (amount: Amount): boolean =>
  amount !== null && amount !== undefined && amount !== '';

/** Measures in which a row and its record differ; a column that the file leaves empty is not compared. */
export const differingMeasures = (
  { file, system }: Pick<ReconciledRow, 'file' | 'system'>,
  measures: readonly string[],
): readonly string[] =>
  system === null
    ? measures
    : measures.filter((one) => isTold(file[one]) && !equal(file[one], system[one]));

/** Does the row stand in the system as the file has it? */
const agrees = (row: ReconciledRow, measures: readonly string[]): boolean =>
  row.system !== null && differingMeasures(row, measures).length === 0;

const sumsOf = (
  rows: readonly ReconciledRow[],
  side: (row: ReconciledRow) => MovedAmounts | null,
  measures: readonly string[],
): SideSums => {
  const there = rows.map(side).filter((amounts) => amounts !== null);
  return {
    count: there.length,
    amounts: Object.fromEntries(
      measures.map((one) => [one, plus('0.00', ...there.map((amounts) => amounts[one]))]),
    ),
  };
};

const lineOf = (
  name: string,
  rows: readonly ReconciledRow[],
  measures: readonly string[],
): ReconciledLine => ({
  name,
  file: sumsOf(rows, ({ file }) => file, measures),
  // Columns that the file leaves empty are not compared: they count on neither side.
  system: sumsOf(
    rows,
    ({ file, system }) =>
      system &&
      Object.fromEntries(measures.map((one) => [one, isTold(file[one]) ? system[one] : null])),
    measures,
  ),
  agrees: rows.every((row) => agrees(row, measures)),
});

/**
 * Compares the rows of a file with their records: in all, by college, kind, year and source. Sums are exact; a line agrees
 * where every row of it does, so that two faults never cancel each other out.
 */
export const reconcile = (
  rows: readonly ReconciledRow[],
  measures: readonly string[],
): Reconciliation => {
  const linesBy = (dimension: Dimension): readonly ReconciledLine[] => {
    const groups = new Map<string, ReconciledRow[]>();
    for (const row of rows) {
      const name = row.group[dimension];
      const known = groups.get(name);
      if (known) known.push(row);
      else groups.set(name, [row]);
    }
    return [...groups]
      .toSorted(([a], [b]) => a.localeCompare(b, 'zh'))
      .map(([name, some]) => lineOf(name, some, measures));
  };
  return {
    total: lineOf('', rows, measures),
    by: {
      college: linesBy('college'),
      kind: linesBy('kind'),
      year: linesBy('year'),
      source: linesBy('source'),
    },
    differences: rows.filter((row) => !agrees(row, measures)),
  };
};
