import type { Copies } from '@keyan/kernel/definition/field/copies.ts';
import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import type { Catalog } from '../catalog.ts';
import { type Column, type SubTableShape, shapeOf } from '../schema/shape.ts';
import { concat, or, type Sql, slot } from './compile.ts';
import { type ScopeTables, scopeSql } from './scope.ts';
import { titleInLanguageSql } from './title.ts';
import { valueSql } from './value.ts';

export const momentSql = (at: Sql): Sql =>
  sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`;

/**
 * SQL that reads a column. PostgreSQL sends a row as one JSON value, which costs less than a hundred columns. Ids and
 * amounts are text in it, because a JSON number would lose digits.
 */
const reads: Partial<Record<FieldType, (at: Sql) => Sql>> = {
  time: momentSql,
  ref: (at) => sql`${at}::text`,
  refs: (at) => sql`${at}::text[]`,
  money: (at) => sql`${at}::text`,
  percent: (at) => sql`${at}::text`,
  decimal: (at) => sql`${at}::text`,
};

/** Returns the table of the records to which a column refers, and their title. */
const titlesOf = (catalog: Catalog, { spec }: Column) => {
  const target = spec.target && catalog.target(spec.target.key);
  const title = target && titleInLanguageSql(target, 'n');
  return target && title ? { table: sql.table(target.table), title } : null;
};

/** Returns SQL for the title of the record to which the column refers. */
export const titleSql = (catalog: Catalog, column: Column, alias: string): Sql | null => {
  const named = titlesOf(catalog, column);
  return (
    named &&
    sql`(select ${named.title} from ${named.table} n where n.tenant_id = ${sql.ref(`${alias}.tenant_id`)} and n.id = ${sql.ref(`${alias}.${column.column}`)})`
  );
};

/** Returns SQL for the titles of the records in a list column, in its order; empty for a deleted record. */
const titleListSql = (catalog: Catalog, column: Column, alias: string): Sql | null => {
  const named = titlesOf(catalog, column);
  return (
    named &&
    sql`array(select coalesce(${named.title}, '') from unnest(${sql.ref(`${alias}.${column.column}`)}) with ordinality u(id, place) left join ${named.table} n on n.tenant_id = ${sql.ref(`${alias}.tenant_id`)} and n.id = u.id order by u.place)`
  );
};

/** Returns SQL for the value of `{field}Name` beside a reference: a title, or the titles of several records. */
const nameSql = (catalog: Catalog, column: Column, alias: string): Sql | null =>
  (column.spec.type === 'refs' ? titleListSql : titleSql)(catalog, column, alias);

/**
 * Returns the condition under which the reader may read a field of the rows `t`; null for a field visible in all of
 * them.
 */
export const openFieldSql = (
  resource: Resource,
  field: string,
  reader: ScopeTables,
): Sql | null => {
  const scope = resource.fields[field]?.spec.openTo;
  return scope
    ? sql`(${slot('actorCodes')}::text[] is null or ${scopeSql(resource, scope, reader)})`
    : null;
};

/** Returns SQL for a value if the reader may read it, else null. */
const whereOpen = (open: Sql | null, value: Sql): Sql =>
  open ? sql`case when ${open} then ${value} end` : value;

const columnSql = (
  catalog: Catalog,
  column: Column,
  alias: string,
  names: boolean,
  field: string = column.field,
  open: Sql | null = null,
  english: Column | null = null,
): readonly Sql[] => {
  const kept = valueSql(column, alias, 't');
  const at = english ? sql`said(${kept}, ${valueSql(english, alias, 't')})` : kept;
  const value = reads[column.spec.type]?.(at) ?? at;
  const own = sql`${whereOpen(open, value)} as ${sql.id(field)}`;
  const name = names ? nameSql(catalog, column, alias) : null;
  return name ? [own, sql`${whereOpen(open, name)} as ${sql.id(`${field}Name`)}`] : [own];
};

/** Returns the condition on lines that name the reader; null if lines name nobody. */
const ownLinesOf = (resource: Resource, { field, columns }: SubTableShape): Sql | null => {
  const by = resource.fields[field]?.spec.ownLines;
  const column = columns.find((one) => one.field === by);
  return column ? sql`${sql.ref(`l.${column.column}`)} = ${slot('actorId')}::bigint` : null;
};

/** Returns SQL for a sub-table as an ordered list; of a hidden one only the reader's lines (`mine`). */
const linesSql = (
  catalog: Catalog,
  lines: SubTableShape,
  names: boolean,
  field: string = lines.field,
  {
    columns,
    where,
    open = null,
    mine = null,
  }: Pick<ReadFields, 'columns' | 'where'> & {
    readonly open?: Sql | null;
    readonly mine?: Sql | null;
  } = {},
): Sql => {
  const conditions = [where?.(lines.field), open && mine && or([open, mine])];
  const only = conditions.flatMap((one) => (one ? [sql` and ${one}`] : []));
  const selected = sql.join([
    sql`l.id::text as id`,
    ...[...lines.columns, ...lines.balances]
      .filter((column) => columns?.(lines.field, column.field) ?? true)
      .flatMap((column) => columnSql(catalog, column, 'l', names)),
  ]);
  const listed = sql`(select coalesce(json_agg(l), '[]') from (select ${selected} from ${sql.table(lines.table)} l where l.tenant_id = t.tenant_id and l.parent_id = t.id${concat(only)} order by l.sort_order) l)`;
  return sql`${whereOpen(mine ? null : open, listed)} as ${sql.id(field)}`;
};

/** Fields that a statement reads. */
export interface ReadFields {
  readonly fields: (field: string) => boolean;
  readonly lines: (field: string) => boolean;
  /** Returns true for columns of lines to read; left out, all columns. */
  readonly columns?: (lines: string, column: string) => boolean;
  /** Returns the condition on the lines `l` to read; null for all lines. */
  readonly where?: (lines: string) => Sql | null;
  /** Returns true if the name of a referenced record is read beside its id. */
  readonly names: (field: string) => boolean;
}

/**
 * Returns the columns that a statement selects of a row `t` and its sub-tables.
 * @param reader tables of the scopes, if an actor reads the rows: values hidden from the actor are left out
 */
export const selection = (
  catalog: Catalog,
  resource: Resource,
  wanted: ReadFields,
  reader: ScopeTables | null = null,
): Sql => {
  const openTo = (field: string): Sql | null => reader && openFieldSql(resource, field, reader);
  const shape = shapeOf(resource);
  const fixed = [
    sql`t.id::text as id`,
    sql`t.tenant_id as ${sql.id('tenantId')}`,
    sql`t.version`,
    sql`t.is_deleted as ${sql.id('isDeleted')}`,
    ...(shape.process
      ? [sql`t.process_instance_id::text as ${sql.id('processInstanceId')}`, sql`t.steps`]
      : []),
  ];
  const columns = [...shape.own, ...shape.balances, ...shape.base].filter((column) =>
    wanted.fields(column.field),
  );
  return sql.join([
    ...fixed,
    ...columns.flatMap((column) =>
      columnSql(
        catalog,
        column,
        't',
        wanted.names(column.field),
        column.field,
        openTo(column.field),
        // A writer gets the row as stored, in both languages.
        (reader && shape.column(column.spec.english ?? '')) ?? null,
      ),
    ),
    ...shape.lines
      .filter((lines) => wanted.lines(lines.field))
      .map((lines) =>
        linesSql(catalog, lines, wanted.names(lines.field), lines.field, {
          ...wanted,
          open: openTo(lines.field),
          mine: ownLinesOf(resource, lines),
        }),
      ),
  ]);
};

/** Returns SQL for fields of a row `t` under the names of their copies, as one JSON value. */
export const copiesSql = (
  catalog: Catalog,
  resource: Resource,
  copies: Copies,
  names: boolean,
): Sql => {
  const columns = copies.flatMap(([name, field]) => {
    const { lines, column: columnAt } = shapeOf(resource);
    const table = lines.find((one) => one.field === field);
    if (table) return [linesSql(catalog, { ...table, balances: [] }, names, name)];
    const column = columnAt(field);
    if (!column) throw new Error(`${resource.key}.${field} is no column to copy`);
    return columnSql(catalog, column, 't', names, name);
  });
  return sql`(select row_to_json(c) from (select ${sql.join([...columns])}) c)`;
};

const isLong: ReadonlySet<FieldType> = new Set(['note', 'rich']);

/** Returns the fields of a list: long texts and sub-tables only if a page shows them as a column. */
export const inList = (resource: Resource): Pick<ReadFields, 'fields' | 'lines'> => {
  const shown = new Set<string>([
    ...resource.list.columns,
    ...Object.values(resource.views).flatMap((view) => view.columns ?? []),
  ]);
  return {
    fields: (field) => {
      const type = resource.fields[field]?.spec.type;
      return shown.has(field) || type === undefined || !isLong.has(type);
    },
    lines: (field) => shown.has(field),
  };
};
