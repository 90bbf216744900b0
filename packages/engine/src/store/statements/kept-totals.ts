import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { Condition } from '@keyan/kernel/records/query.ts';
import { sql } from 'kysely';
import type { Catalog } from '../catalog.ts';
import { type Column, listTypes, shapeOf } from '../schema/shape.ts';
import { type AggregatedPart, aggregateSql, columnsOfPart } from './aggregates.ts';
import { and, type Sql, slot } from './compile.ts';
import { conditionSql } from './conditions.ts';
import {
  type KeptCounts,
  keptCountsOf,
  keptKeyColumns,
  sumDigitsOf,
  sumRows,
  type TotalColumns,
} from './kept-counts.ts';
import type { KeptCountsPart, SelectRest } from './kept-reads.ts';
import { conditionsFailedByRest, splitScope } from './kept-scope.ts';
import { isText, type ListShape } from './list-shape.ts';
import { type ScopeTables, scopeSql } from './scope.ts';
import { neededColumns } from './value.ts';

/** Part of a question that stored totals answer. */
interface TotalsPart extends Pick<KeptCountsPart, 'rest' | 'failed' | 'counted' | 'ofDepartments'> {
  /** Columns that the part reads of a row, except those that it sums. */
  readonly columns: readonly string[];
  /** SQL of rows with these columns, each for many records: `n` records, and `s0`, `s1`, … for sums. */
  readonly rows: Sql;
  /**
   * Returns SQL of rows with these columns, each for one record.
   * @param found select of the columns `read`
   */
  one(found: Sql): Sql;
  /** Columns of a record that `one` reads. */
  readonly read: readonly string[];
}

/** Returns the columns that the aggregates of a part sum, without duplicates. */
const addedBy = ({ shape, of }: AggregatedPart): readonly Column[] => {
  const fields = new Set(of.flatMap(({ sum }) => (sum === undefined ? [] : [sum])));
  return [...fields].flatMap((field) => shapeOf(shape.resource).column(field) ?? []);
};

const dated: ReadonlySet<FieldType> = new Set(['date', 'time']);

/** True if the stored totals distinguish all values that the part needs. */
const tells = (part: AggregatedPart, kept: KeptCounts, totals: TotalColumns): boolean => {
  const { shape, by, of, months } = part;
  const known = new Map(
    [...totals.by, kept.status, kept.secrecy, kept.department].flatMap((column) =>
      column ? [[column.field, column.spec.type] as const] : [],
    ),
  );
  const isKnown = ({ field, operator }: Condition): boolean => {
    const type = known.get(field);
    if (type === undefined) return false;
    return !dated.has(type) || months || operator === 'empty' || operator === 'filled';
  };
  return (
    !isText(shape) &&
    shape.again === null &&
    !shape.imported &&
    shape.where.every(isKnown) &&
    by.every(({ field, part: of }) => known.has(field) && of !== 'day') &&
    of.every(({ each, where = [] }) => each === undefined && where.every(isKnown)) &&
    addedBy(part).every(({ field }) => totals.sums.some((one) => one.field === field))
  );
};

/**
 * Returns SQL for a value of a total in the form of the record’s column: a month as its first day, an empty set as
 * null.
 */
const cellValue = ({ type, spec }: Column, place: number): Sql => {
  const text = sql`nullif(split_part(c.value, chr(31), ${sql.lit(place + 1)}), '')`;
  if (spec.type === 'date') return sql`to_date(${text}, 'YYYY-MM')`;
  if (spec.type === 'time') {
    return sql`(to_date(${text}, 'YYYY-MM')::timestamp at time zone 'Asia/Shanghai')`;
  }
  if (listTypes.has(spec.type)) return sql`string_to_array(${text}, ',')::${sql.raw(type)}`;
  return sql`${text}::${sql.raw(type)}`;
};

/** Returns SQL for the stored totals, changes included, as rows `t` with the columns of records. */
const cellsSql = (kept: KeptCounts, totals: TotalColumns, added: readonly Column[]): Sql => {
  const keys = keptKeyColumns(kept);
  const names = sql.join([
    ...keys.map(({ name }) => sql.id(name)),
    sql`field`,
    sql`value`,
    sql`amount`,
  ]);
  const changed = sql.join([
    ...keys.map(({ name }) => sql.ref(`h.${name}`)),
    sql`f.field`,
    sql`v.value`,
    sql`h.amount`,
  ]);
  const fields = sql.join(
    [totals.rows, ...added.map((column) => sumRows(totals, column))].map((field) => sql.lit(field)),
  );
  const whose = (alias: string): Sql =>
    and([
      sql`${sql.ref(`${alias}.tenant_id`)} = ${slot('tenant')}`,
      sql`${sql.ref(`${alias}.resource`)} = ${sql.lit(kept.resource.key)}`,
    ]);
  const amountOf = (field: string): Sql =>
    sql`case when c.field = ${sql.lit(field)} then c.amount else 0 end`;
  const columns = [
    ...keys.map(({ name, column }) => sql`${sql.ref(`c.${name}`)} as ${sql.id(column)}`),
    ...totals.by.map(
      (column, place) => sql`${cellValue(column, place)} as ${sql.id(column.column)}`,
    ),
    sql`${amountOf(totals.rows)} as n`,
    ...added.map(
      (column, index) => sql`${amountOf(sumRows(totals, column))} as ${sql.id(`s${index}`)}`,
    ),
  ];
  return sql`(select ${sql.join(columns)} from (select ${names} from kept_count k where ${whose('k')} and k.field in (${fields}) union all select ${changed} from kept_change h cross join unnest(array[${fields}]) f(field) cross join lateral jsonb_array_elements_text(h.keys -> f.field) v(value) where ${whose('h')}) c) t`;
};

/** Returns the part that stored totals answer; null if they do not distinguish what it needs. */
const totalsPart = (
  catalog: Catalog,
  tables: ScopeTables,
  part: AggregatedPart,
): TotalsPart | null => {
  const { shape } = part;
  const { resource } = shape;
  const kept = keptCountsOf(resource);
  const totals = kept?.totals.find((one) => tells(part, kept, one));
  if (!kept || !totals) return null;
  const { by } = totals;
  // Records of a kind without a department field may still be grouped by department.
  const department = by.find(({ spec }) => spec.target?.key === 'dept')?.field;
  const keys = { ...kept.keys, department: kept.keys.department ?? department };
  const { kept: scope, rest } = splitScope(shape.scope, keys);
  if (scope === false) return null;
  const counted = scopeSql(resource, scope, tables);
  const filters = shape.where.map((one, index) =>
    conditionSql(catalog, resource, one, `${shape.slots ?? 'w'}${index}`),
  );
  const added = addedBy(part);
  const read = columnsOfPart(part);
  const sums = new Set(added.map(({ column }) => column));
  const columns = read.filter((name) => !sums.has(name));
  const at = (alias: string): readonly Sql[] => columns.map((name) => sql.ref(`${alias}.${name}`));
  return {
    rest,
    failed: conditionsFailedByRest(rest, scope),
    counted,
    ofDepartments: typeof scope !== 'boolean' && scope.kind === 'departmentScope',
    columns,
    read,
    rows: sql`select ${sql.join([...at('t'), sql`t.n`, ...added.map((_, index) => sql.ref(`t.s${index}`))])} from ${cellsSql(kept, totals, added)} where ${and([counted, ...filters])}`,
    one: (found) =>
      sql`select ${sql.join([
        ...at('r'),
        sql`1::bigint`,
        ...added.map(
          (column) =>
            sql`(coalesce(${sql.ref(`r.${column.column}`)}, 0) * ${sql.lit(10 ** sumDigitsOf(column))})::bigint`,
        ),
      ])} from (${found}) r`,
  };
};

/** Rows that some conditions find and the others check. */
interface Steps {
  /** Shape with the conditions that find rows. */
  readonly shape: ListShape;
  /** Columns to read of these rows. */
  readonly columns: readonly string[];
  /** Returns a select of rows that meet the other conditions as well. */
  judged(rows: Sql): Sql;
}

/**
 * Splits a question into two steps. One plan for all values could otherwise use an index of conditions that match very
 * many rows.
 * @param first number of conditions that find the rows
 */
export const rowsInSteps = (
  catalog: Catalog,
  shape: ListShape,
  first: number,
  columns: readonly string[],
): Steps => {
  const { resource, where, slots = 'w' } = shape;
  const later = where.slice(first);
  const asked = later.flatMap(({ field }) => {
    const column = shapeOf(resource).column(field);
    return column ? neededColumns(column) : [];
  });
  const conditions = later.map((one, index) =>
    conditionSql(catalog, resource, one, `${slots}${first + index}`),
  );
  return {
    shape: { ...shape, where: where.slice(0, first) },
    columns: [...new Set([...columns, ...asked])],
    judged: (rows) => sql`select t.* from (${rows} offset 0) t where ${and(conditions)}`,
  };
};

/** Returns SQL that answers a part from stored totals, in the form of `aggregateSql`; null if they cannot answer it. */
export const totalsSql = (
  catalog: Catalog,
  tables: ScopeTables,
  part: AggregatedPart,
  restOf: SelectRest,
): Sql | null => {
  const found = totalsPart(catalog, tables, part);
  if (!found) return null;
  // A person's own records are few: the other conditions are checked on them.
  const steps = rowsInSteps(catalog, part.shape, 0, found.read);
  const own = restOf(steps.shape, found, steps.columns);
  const rest = own && steps.judged(own);
  const rows = rest ? sql`${found.rows} union all ${found.one(rest)}` : found.rows;
  return aggregateSql(catalog, part, rows, addedBy(part));
};
