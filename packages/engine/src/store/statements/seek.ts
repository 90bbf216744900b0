import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowCursor, Sort } from '@keyan/kernel/records/query.ts';
import { sql } from 'kysely';
import { type Column, shapeOf } from '../schema/shape.ts';
import { type Sql, slot } from './compile.ts';
import { sortSql, typedParameter } from './conditions.ts';
import { valueSql } from './value.ts';

/** Field types whose values are too long for an address, or cannot be ordered by a row comparison. */
const unseekable: ReadonlySet<FieldType> = new Set([
  'note',
  'rich',
  'dicts',
  'refs',
  'rows',
  'files',
]);

/**
 * Returns the column whose value, with the id, gives the position of a row in the list; undefined if the order depends
 * on more than one column. Such a list is paged by number only.
 */
export const seekColumn = (resource: Resource, sorts: readonly Sort[]): Column | undefined => {
  const [sort, ...more] = sorts;
  const column = sort && more.length === 0 ? shapeOf(resource).column(sort.field) : undefined;
  return column && !unseekable.has(column.spec.type) ? column : undefined;
};

/** Returns SQL for the value of the sort column in a cursor; times to the microsecond, in UTC. */
export const cursorValueSql = (column: Column): Sql => {
  const at = valueSql(column);
  return column.spec.type === 'time'
    ? sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`
    : sql`${at}::text`;
};

const cursorValue = (column: Column): Sql =>
  column.spec.type === 'time'
    ? sql`(${slot('afterValue')}::timestamp at time zone 'UTC')`
    : typedParameter(column, 'afterValue');

/** Kind of a cursor: the sort column of its row has a value or is null. Each has its own statement. */
export type CursorShape = 'value' | 'null';

export const cursorShape = (cursor: RowCursor): CursorShape =>
  cursor.value === null ? 'null' : 'value';

/**
 * Returns conditions for the rows after a cursor. If there are two, all rows of the first come before those of the
 * second. Each alone is a range of an index, which both joined by `or` are not.
 */
export const seekSql = (column: Column, sort: Sort, shape: CursorShape): readonly Sql[] => {
  const at = valueSql(column);
  const beyond = sql.raw(sort.descending ? '<' : '>');
  const id = sql`${slot('afterId')}::bigint`;
  const missing = sql`${at} is null`;
  if (shape === 'null') {
    const rest = sql`(${missing} and t.id ${beyond} ${id})`;
    return sort.descending ? [rest] : [rest, sql`${at} is not null`];
  }
  const rest = sql`(${sortSql(column)}, t.id) ${beyond} (${cursorValue(column)}, ${id})`;
  return sort.descending ? [rest, missing] : [rest];
};
