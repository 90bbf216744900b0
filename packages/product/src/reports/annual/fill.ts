import { plus, roundAmount } from '@keyan/kernel/values/amounts.ts';
import {
  type AnnualForm,
  type AnnualTable,
  type CellMeasure,
  decimalsOf,
  type FactCondition,
  type FactKind,
  type FillSource,
  type FormUnit,
  hasCell,
  type RegisterTable,
  type SummaryTable,
  unitOfCell,
} from './form.ts';

/** Countable fact of a report: a record with codes, numbers and texts. */
export interface ReportFact {
  readonly resource: string;
  readonly id: string;
  readonly dept: string | null;
  readonly dims: Readonly<Record<string, string | null>>;
  /** Numbers as decimal texts. */
  readonly numbers: Readonly<Record<string, string>>;
  readonly texts?: Readonly<Record<string, string>>;
  /** Account id of the person responsible for missing data. */
  readonly person?: string | null;
  /** Missing fields in addition to empty dimensions. */
  readonly missing?: readonly string[];
}

export type FactsByKind = Readonly<Partial<Record<FactKind, readonly ReportFact[]>>>;

/** Contribution of a record to a cell, a decimal text in the unit of the fact (amounts in yuan). */
export interface CellContribution {
  readonly row: string;
  readonly column: string;
  readonly resource: string;
  readonly id: string;
  readonly dept: string | null;
  readonly value: string;
}

/** Row of a register. */
export interface RegisterRow {
  readonly resource: string;
  readonly id: string;
  readonly dept: string | null;
  /** Cell texts by code of the column. */
  readonly cells: Readonly<Record<string, string>>;
}

/** Values of a table by `row/column`. */
export type TableValues = ReadonlyMap<string, string>;

export const cellKey = (row: string, column: string): string => `${row}/${column}`;

const fits = (codes: readonly string[], code: string): boolean =>
  codes.some((one) => (one.endsWith('*') ? code.startsWith(one.slice(0, -1)) : one === code));

export const meetsConditions = (where: FactCondition | undefined, { dims }: ReportFact): boolean =>
  Object.entries(where ?? {}).every(([name, codes]) => fits(codes, dims[name] ?? ''));

/** Measure of a cell, combined from row and column; null if either has no measure. */
export const measureAt = (
  row: FillSource,
  column: FillSource,
): (CellMeasure & { of: FactKind }) | null => {
  if (row.by !== 'measure' || column.by !== 'measure') return null;
  const of = column.of ?? row.of;
  if (!of) return null;
  const value = column.value ?? row.value;
  return { of, ...(value ? { value } : {}), where: joined(row.where, column.where) };
};

/** Conjunction of two conditions; per dimension the codes that both allow. */
const joined = (one: FactCondition = {}, other: FactCondition = {}): FactCondition => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [left, right] = [one[name], other[name]];
      if (!left || !right) return [name, left ?? right ?? []];
      return [
        name,
        [...right.filter((code) => fits(left, code)), ...left.filter((code) => fits(right, code))],
      ];
    }),
  );
};

/** Measured cells of a table. */
const measured = (table: SummaryTable) =>
  table.rows.flatMap((row) =>
    table.columns.flatMap((column) => {
      const measure = hasCell(row, column) ? measureAt(row.fill, column.fill) : null;
      const unit = unitOfCell(table, row, column);
      return measure ? [{ row: row.code, column: column.code, measure, unit }] : [];
    }),
  );

/** Contributions of records to the measured cells of a table; records without any are left out. */
export const contributionsTo = (
  table: SummaryTable,
  facts: FactsByKind,
): readonly CellContribution[] =>
  measured(table).flatMap(({ row, column, measure }) =>
    (facts[measure.of] ?? []).flatMap((fact) => {
      if (!meetsConditions(measure.where, fact)) return [];
      const value = measure.value ? (fact.numbers[measure.value] ?? '0') : '1';
      if (/^-?[0.]*$/.test(value)) return [];
      const { resource, id, dept } = fact;
      return [{ row, column, resource, id, dept, value }];
    }),
  );

/** Value in a unit: yuan as thousands, others unchanged, rounded half away from zero. */
export const amountInUnit = (value: string, unit: FormUnit): string =>
  unit === 'kiloYuan' ? roundAmount(shifted(value), 0) : roundAmount(value, decimalsOf[unit]);

/** Decimal text divided by a thousand. */
const shifted = (value: string): string => {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  const digits = whole.padStart(4, '0');
  return `${sign}${digits.slice(0, -3)}.${digits.slice(-3)}${fraction}`;
};

/** Value of each measured cell; zero without records. */
export const measuredValuesOf = (
  table: SummaryTable,
  contributions: readonly Pick<CellContribution, 'row' | 'column' | 'value'>[],
): TableValues => {
  const sums = new Map<string, string>();
  for (const { row, column, value } of contributions) {
    const key = cellKey(row, column);
    sums.set(key, plus(sums.get(key), value));
  }
  return new Map(
    measured(table).map(({ row, column, unit }) => {
      const key = cellKey(row, column);
      return [key, amountInUnit(sums.get(key) ?? '0', unit)];
    }),
  );
};

/**
 * All values of a table: entered values, otherwise computed ones; totals sum the rounded cells,
 * since the printed form must add up.
 * @param entered corrections and manual values
 * @param last values of last year’s report
 */
export const allValuesOf = (
  table: SummaryTable,
  leaves: TableValues,
  entered: TableValues,
  last: TableValues,
): TableValues => {
  const rowBy = new Map(table.rows.map((row) => [row.code, row.fill]));
  const columnBy = new Map(table.columns.map((column) => [column.code, column.fill]));
  const known = new Map<string, string>();
  const valueAt = (row: string, column: string, depth = 0): string => {
    const key = cellKey(row, column);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (depth > 20) throw new Error(`${table.code}/${key}: a sum of itself`);
    const value = computeAt(row, column, depth);
    known.set(key, value);
    return value;
  };
  const add = (fill: Extract<FillSource, { by: 'sum' }>, at: (code: string) => string): string =>
    plus(
      ...fill.of.map(at),
      ...(fill.less ?? []).map((code) => {
        const value = at(code);
        return value.startsWith('-') ? value.slice(1) : `-${value}`;
      }),
    );
  const computeAt = (row: string, column: string, depth: number): string => {
    const [ofRow, ofColumn] = [rowBy.get(row), columnBy.get(column)];
    // Sums columns first, so that total rows agree with the visible cells.
    if (ofColumn?.by === 'sum') return add(ofColumn, (code) => valueAt(row, code, depth + 1));
    if (ofRow?.by === 'sum') return add(ofRow, (code) => valueAt(code, column, depth + 1));
    const key = cellKey(row, column);
    const given = entered.get(key);
    if (given !== undefined) return given;
    if (ofRow?.by === 'last') return last.get(cellKey(ofRow.row, column)) ?? '0';
    return leaves.get(key) ?? '0';
  };
  const seen = new Map<string, string>();
  for (const row of table.rows) {
    for (const column of table.columns) {
      if (!hasCell(row, column)) continue;
      seen.set(cellKey(row.code, column.code), valueAt(row.code, column.code));
    }
  }
  return seen;
};

/** True if a cell can be entered by hand; totals and values of last year cannot. */
export const isEnterable = (table: SummaryTable, row: string, column: string): boolean => {
  const ofRow = table.rows.find(({ code }) => code === row);
  const ofColumn = table.columns.find(({ code }) => code === column);
  if (!(ofRow && ofColumn && hasCell(ofRow, ofColumn))) return false;
  return ofRow.fill.by !== 'sum' && ofColumn.fill.by !== 'sum';
};

/** Rows of a register. */
export const registerRowsOf = (table: RegisterTable, facts: FactsByKind): readonly RegisterRow[] =>
  (facts[table.of] ?? [])
    .filter((fact) => meetsConditions(table.where, fact))
    .toSorted((one, other) => {
      const [left, right] = [one.texts?.[table.sort] ?? '', other.texts?.[table.sort] ?? ''];
      if (left !== right) return left < right ? -1 : 1;
      return one.id < other.id ? -1 : 1;
    })
    .map((fact) => ({
      resource: fact.resource,
      id: fact.id,
      dept: fact.dept,
      cells: Object.fromEntries(
        table.columns.map(({ code, at, is, unit }) => [
          code,
          is === 'text'
            ? (fact.texts?.[at] ?? fact.dims[at] ?? '')
            : at === ''
              ? ''
              : amountInUnit(fact.numbers[at] ?? '0', unit ?? table.unit),
        ]),
      ),
    }));

export const tableValuesOf = (form: AnnualForm, code: string): AnnualTable | undefined =>
  form.tables.find((table) => table.code === code);
