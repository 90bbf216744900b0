import type { Measure, Split } from '@keyan/kernel/records/measure.ts';
import { sql } from 'kysely';
import type { Catalog } from '../catalog.ts';
import { type Column, listKinds, shapeOf } from '../schema/shape.ts';
import { and, type Sql, slot } from './compile.ts';
import { conditionSql } from './conditions.ts';
import type { ListShape } from './list-shape.ts';
import { titleSql } from './selection.ts';
import { neededColumns, sumsOf } from './value.ts';

/** A question about the rows of a list: split by what, and what is measured of them. */
export interface MeasuredPart {
  readonly shape: ListShape;
  readonly by: readonly Split[];
  readonly of: readonly Measure[];
}

/** The slots of the conditions of a part: parts of one statement share no names. */
export const partSlots = (part: number): string => `f${part}w`;

/** The slots of the conditions of a measure. */
export const measureSlots = (part: number, measure: number): string => `f${part}m${measure}w`;

const columnOf = ({ resource }: ListShape, field: string): Column => {
  const column = shapeOf(resource).column(field);
  if (!column) throw new Error(`${resource.key}: no column for ${field}`);
  return column;
};

/** The columns that a part reads of each row. */
export const columnsOfPart = ({ shape, by, of }: MeasuredPart): readonly string[] => {
  const fields = [
    ...by.map(({ field }) => field),
    ...of.flatMap(({ sum, where = [] }) => [...(sum ? [sum] : []), ...where.map((w) => w.field)]),
  ];
  return [...new Set(fields.flatMap((field) => neededColumns(columnOf(shape, field))))];
};

const shanghai: Sql = sql.lit('Asia/Shanghai');

/** The day of a date or a moment. */
const dayOf = ({ column, spec }: Column): Sql =>
  spec.kind === 'time'
    ? sql`(${sql.ref(`t.${column}`)} at time zone ${shanghai})`
    : sql.ref(`t.${column}`);

const parts: Readonly<Record<NonNullable<Split['part']>, (column: Column) => Sql>> = {
  year: (column) => sql`extract(year from ${dayOf(column)})::int`,
  month: (column) => sql`to_char(${dayOf(column)}, 'YYYY-MM')`,
  day: (column) => sql`to_char(${dayOf(column)}, 'YYYY-MM-DD')`,
};

/**
 * Result of a part, as one JSON array: a row for each combination of values, with its keys, the names of records and
 * the measures. A row with several codes counts under each.
 * @param rows a select of the columns of the part
 */
export const measuredSql = (
  catalog: Catalog,
  part: MeasuredPart,
  place: number,
  rows: Sql,
): Sql => {
  const { shape, by, of } = part;
  const { resource } = shape;
  const columns = by.map(({ field }) => columnOf(shape, field));
  const { joins, value } = sumsOf(of.flatMap(({ sum }) => (sum ? [columnOf(shape, sum)] : [])));
  const codes = columns.map((column, index) =>
    listKinds.has(column.spec.kind)
      ? sql` left join lateral unnest(${sql.ref(`t.${column.column}`)}) as ${sql.id(`u${index}`)}(v) on true`
      : sql``,
  );
  const keys = columns.map((column, index) => {
    const split = by[index]?.part;
    if (split) return parts[split](column);
    return listKinds.has(column.spec.kind) ? sql.ref(`u${index}.v`) : sql.ref(`t.${column.column}`);
  });
  // The name of a record is found by the column that refers to it.
  const keyNames = columns.map((column, index) => (by[index]?.part ? `k${index}` : column.column));
  const measures = of.map(({ sum, where = [] }, index) => {
    const conditions = where.map((one, at) =>
      conditionSql(catalog, resource, one, `${measureSlots(place, index)}${at}`),
    );
    const filter = where.length > 0 ? sql` filter (where ${and(conditions)})` : sql``;
    const column = sum ? columnOf(shape, sum) : null;
    return column
      ? sql`coalesce(sum(${value(column)})${filter}, 0)::${sql.raw(column.type)}`
      : sql`count(*)${filter}`;
  });
  const grouped = sql`select ${sql.join([
    sql`${slot('tenant')}::text as tenant_id`,
    ...keys.map((key, index) => sql`${key} as ${sql.id(keyNames[index] ?? '')}`),
    ...measures.map((measure, index) => sql`${measure} as ${sql.id(`m${index}`)}`),
  ])} from (${rows}) t${joins}${sql.join(codes, sql``)}${
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
