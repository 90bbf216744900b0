import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import { sql } from 'kysely';
import type { Catalog } from '../catalog.ts';
import { type Column, listTypes } from '../schema/shape.ts';
import { concat, type Sql, slot } from './compile.ts';
import { titleSql } from './selection.ts';
import { sumsOf } from './value.ts';

/** Returns SQL for the distinct values of a column. */
const each = (type: FieldType, at: Sql): Sql =>
  type === 'refs' ? sql`(select distinct unnest(${at}))` : sql`unnest(${at})`;

/**
 * Returns SQL for the number of rows per combination of these columns, as `k0`, `n0`, `k1`, … and `total`, largest
 * first. A row with several codes in a column counts once for each code. Rows are first grouped by whole lists of
 * codes: few different lists exist, and an index of the column has them in order.
 * @param rows select of the needed columns
 * @param of columns whose sums are returned with each total, as `s0`, `s1`, …
 */
export const groupedSql = (
  catalog: Catalog,
  rows: Sql,
  by: readonly Column[],
  of: readonly Column[],
): Sql => {
  const columns = sql.join(by.map(({ column }) => sql.ref(`t.${column}`)));
  const sums = of.map((column, index) => ({ column, name: sql.id(`s${index}`) }));
  const { joins, sum } = sumsOf(of);
  const own = sums.map(({ column, name }) => sql`, ${sum(column)} as ${name}`);
  const added = sums.map(({ name }) => sql`, sum(w.${name}) as ${name}`);
  const told = sums.map(({ name }) => sql`, g.${name}::text as ${name}`);
  const whole = sql`select ${columns}, count(*)::int as total${concat(own)} from (${rows}) t${joins} group by ${columns}`;
  const isList = by.map(({ spec }) => listTypes.has(spec.type));
  const codes = by.map(({ column, spec }, index) =>
    isList[index]
      ? sql`left join lateral ${each(spec.type, sql.ref(`w.${column}`))} as ${sql.id(`u${index}`)}(v) on true`
      : sql``,
  );
  const keys = by.map(({ column }, index) => {
    const at = isList[index] ? `u${index}.v` : `w.${column}`;
    return sql`${sql.ref(at)} as ${sql.id(column)}`;
  });
  const places = sql.join(by.map((_, index) => sql.lit(index + 2)));
  const grouped = sql`select ${slot('tenant')}::text as tenant_id, ${sql.join(keys)}, sum(w.total)::int as total${concat(added)} from (${whole}) w ${sql.join(codes, sql` `)} group by ${places} order by total desc limit ${slot('limit')}::int`;
  const shown = by.flatMap((column, index) => [
    sql`${sql.ref(`g.${column.column}`)}::text as ${sql.id(`k${index}`)}`,
    sql`${titleSql(catalog, column, 'g') ?? sql`null`} as ${sql.id(`n${index}`)}`,
  ]);
  return sql`select ${sql.join(shown)}, g.total${concat(told)} from (${grouped}) g order by g.total desc, 1`;
};
