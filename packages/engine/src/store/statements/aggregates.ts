import type { Aggregate, Split } from '@keyan/kernel/records/aggregate.ts';
import { sql } from 'kysely';
import type { Catalog } from '../catalog.ts';
import { type Column, listTypes, shapeOf } from '../schema/shape.ts';
import { and, type Sql, slot } from './compile.ts';
import { conditionSql, valueConditionSql } from './conditions.ts';
import { sumDigitsOf } from './kept-counts.ts';
import { type ListShape, shapeKey } from './list-shape.ts';
import { titleSql } from './selection.ts';
import { neededColumns, sumsOf } from './value.ts';

/** Question about the rows of a list: grouping fields and aggregates. */
export interface AggregatedPart {
  /** Index among the questions of one statement, which names parameters and answers. */
  readonly place: number;
  readonly shape: ListShape;
  readonly by: readonly Split[];
  readonly of: readonly Aggregate[];
  /** True if all comparisons with dates fall on the first or last day of a month. */
  readonly months: boolean;
  /**
   * Number of its first conditions that few rows within the scope meet: the rest is checked row by row, and one plan
   * serves all values. Null if many rows may meet them.
   */
  readonly narrow: number | null;
}

/** Returns the key of the statement for questions that are asked together. */
export const partsKeyOf = (asked: readonly AggregatedPart[]): string =>
  JSON.stringify(
    asked.map(({ place, shape, by, of, months, narrow }) => [
      place,
      narrow,
      shapeKey('aggregated', shape),
      by,
      months,
      of.map(({ sum, each, where = [] }) => [
        sum,
        each,
        where.map((one) => [one.field, one.operator]),
      ]),
    ]),
  );

/** Returns the prefix of parameter names of a part's conditions: parts of one statement share no names. */
export const partSlots = (part: number): string => `f${part}w`;

/** Returns the prefix of parameter names of an aggregate's conditions. */
export const aggregateSlots = (part: number, aggregate: number): string => `f${part}m${aggregate}w`;

const columnOf = ({ resource }: ListShape, field: string): Column => {
  const column = shapeOf(resource).column(field);
  if (!column) throw new Error(`${resource.key}: no column for ${field}`);
  return column;
};

/** Returns the columns that a part reads of each row. */
export const columnsOfPart = ({ shape, by, of }: AggregatedPart): readonly string[] => {
  const fields = [
    ...by.map(({ field }) => field),
    ...of.flatMap(({ sum, where = [] }) => [...(sum ? [sum] : []), ...where.map((w) => w.field)]),
  ];
  return [...new Set(fields.flatMap((field) => neededColumns(columnOf(shape, field))))];
};

const shanghai: Sql = sql.lit('Asia/Shanghai');

/** Returns SQL for the day of a date or a time. */
const dayOf = ({ column, spec }: Column): Sql =>
  spec.type === 'time'
    ? sql`(${sql.ref(`t.${column}`)} at time zone ${shanghai})`
    : sql.ref(`t.${column}`);

const parts: Readonly<Record<NonNullable<Split['part']>, (column: Column) => Sql>> = {
  year: (column) => sql`extract(year from ${dayOf(column)})::int`,
  month: (column) => sql`to_char(${dayOf(column)}, 'YYYY-MM')`,
  day: (column) => sql`to_char(${dayOf(column)}, 'YYYY-MM-DD')`,
};

/**
 * Returns SQL for an aggregate over rows that stand for many records each; sums are whole numbers of the last digit.
 */
const weighed = (column: Column | null, added: readonly Column[], filter: Sql): Sql => {
  if (!column) return sql`coalesce(sum(t.n)${filter}, 0)::bigint`;
  const place = added.findIndex(({ field }) => field === column.field);
  return sql`(coalesce(sum(${sql.ref(`t.s${place}`)})${filter}, 0)::numeric / ${sql.lit(10 ** sumDigitsOf(column))})::${sql.raw(column.type)}`;
};

/** SQL of rows with a column for each balance in the conditions of aggregates. */
interface Judged {
  readonly rows: Sql;
  /** Returns SQL for the value of a field in such a row; undefined if the row has its column. */
  at(field: string): Sql | undefined;
}

/** Adds a column per balance to rows, so that a balance in several conditions is computed once per row. */
const judgedRows = ({ shape, of }: AggregatedPart, rows: Sql): Judged => {
  const fields = new Set(of.flatMap(({ where = [] }) => where.map(({ field }) => field)));
  const columns = [...fields]
    .map((field) => columnOf(shape, field))
    .filter(({ spec }) => spec.balance);
  if (columns.length === 0) return { rows, at: () => undefined };
  const { joins, value } = sumsOf(columns);
  const values = columns.map(
    (column, index) =>
      sql`coalesce(${value(column)}, 0)::${sql.raw(column.type)} as ${sql.id(`j${index}`)}`,
  );
  return {
    // Without `offset 0`, PostgreSQL would move the expression into each condition.
    rows: sql`select t.*, ${sql.join(values)} from (${rows}) t${joins} offset 0`,
    at: (name) => {
      const index = columns.findIndex(({ field }) => field === name);
      return index < 0 ? undefined : sql.ref(`t.j${index}`);
    },
  };
};

/**
 * Returns SQL for the result of a part, as one JSON array: a row for each combination of values, with keys, names of
 * records and aggregates. A row with several codes counts under each.
 * @param rows select of the columns of the part
 * @param added for rows that stand for `n` records each: columns whose sums they contain as `s0`, `s1`, …
 */
export const aggregateSql = (
  catalog: Catalog,
  part: AggregatedPart,
  rows: Sql,
  added: readonly Column[] | null = null,
): Sql => {
  const { place, shape, by, of } = part;
  const { resource } = shape;
  const columns = by.map(({ field }) => columnOf(shape, field));
  const summed = of.flatMap(({ sum }) => (sum ? [columnOf(shape, sum)] : []));
  const { joins, value } = sumsOf(added ? [] : summed);
  const judged = judgedRows(part, rows);
  const codes = columns.map((column, index) =>
    listTypes.has(column.spec.type)
      ? of.some(({ each }) => each === column.field)
        ? sql` left join lateral (select v, count(*) as n from unnest(${sql.ref(`t.${column.column}`)}) v group by v) as ${sql.id(`u${index}`)} on true`
        : sql` left join lateral unnest(${sql.ref(`t.${column.column}`)}) as ${sql.id(`u${index}`)}(v) on true`
      : sql``,
  );
  /** Returns SQL for the value of a multi-value field in a row that is split by it. */
  const valueAt = (field: string | undefined, name: 'v' | 'n'): Sql | undefined => {
    const at = columns.findIndex((one) => one.field === field && listTypes.has(one.spec.type));
    return at < 0 ? undefined : sql.ref(`u${at}.${name}`);
  };
  const keys = columns.map((column, index) => {
    const split = by[index]?.part;
    if (split) return parts[split](column);
    return listTypes.has(column.spec.type) ? sql.ref(`u${index}.v`) : sql.ref(`t.${column.column}`);
  });
  // Names of records are found by the column that refers to them.
  const keyNames = columns.map((column, index) => (by[index]?.part ? `k${index}` : column.column));
  const aggregates = of.map(({ sum, each, where = [] }, index) => {
    const conditions = where.map((one, at) => {
      const slotName = `${aggregateSlots(place, index)}${at}`;
      const value = valueAt(one.field, 'v');
      return value
        ? valueConditionSql(catalog, resource, one, slotName, value)
        : conditionSql(catalog, resource, one, slotName, judged.at(one.field));
    });
    const filter = where.length > 0 ? sql` filter (where ${and(conditions)})` : sql``;
    const column = sum ? columnOf(shape, sum) : null;
    if (added) return weighed(column, added, filter);
    const times = valueAt(each, 'n');
    if (times) return sql`coalesce(sum(${times})${filter}, 0)::bigint`;
    return column
      ? sql`coalesce(sum(${value(column)})${filter}, 0)::${sql.raw(column.type)}`
      : sql`count(*)${filter}`;
  });
  const grouped = sql`select ${sql.join([
    sql`${slot('tenant')}::text as tenant_id`,
    ...keys.map((key, index) => sql`${key} as ${sql.id(keyNames[index] ?? '')}`),
    ...aggregates.map((aggregate, index) => sql`${aggregate} as ${sql.id(`m${index}`)}`),
  ])} from (${judged.rows}) t${joins}${sql.join(codes, sql``)}${
    by.length === 0
      ? sql``
      : sql` group by ${sql.join(by.map((_, index) => sql.lit(index + 2)))} order by ${sql.lit(by.length + 2)} desc`
  } limit ${slot('limit')}::int`;
  const shown = [
    ...columns.flatMap((column, index) => [
      sql`${sql.ref(`g.${keyNames[index]}`)}::text`,
      (by[index]?.part ? null : titleSql(catalog, column, 'g')) ?? sql`null`,
    ]),
    ...of.map((_, index) => sql`${sql.ref(`g.m${index}`)}::text`),
  ];
  return sql`(select coalesce(json_agg(json_build_array(${sql.join(shown)})), '[]') from (${grouped}) g)`;
};
