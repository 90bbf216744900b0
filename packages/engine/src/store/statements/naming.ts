import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Condition } from '@keyan/kernel/records/query.ts';
import { sql } from 'kysely';
import type { Catalog } from '../catalog.ts';
import { shapeOf } from '../schema/shape.ts';
import { and, cacheSql, type Sql, slot, type Template } from './compile.ts';
import { conditionSql } from './conditions.ts';
import { type ActorScope, type ScopeTables, scopeSql } from './scope.ts';
import { selection } from './selection.ts';

/** Place in a record that names people: a field, or a field in the lines of a sub-table. */
export type NamingPlace = string | readonly [rows: string, field: string];

/** Records of one resource that are searched for one person. */
export interface NamingPart {
  readonly resource: Resource;
  readonly at: readonly NamingPlace[];
  /** Fields and sub-tables of each row, none of them hidden from the actor. */
  readonly fields: readonly string[];
  readonly where: readonly Condition[];
  readonly scope: ActorScope;
}

/** Returns the parameter name of a condition: parts of one statement share no names. */
export const namingSlot = (part: number, condition: number): string => `n${part}w${condition}`;

/** Returns SQL for the ids of records that name the person in this place. */
const idsAt = (resource: Resource, at: NamingPlace): Sql => {
  const shape = shapeOf(resource);
  if (typeof at === 'string') {
    const column = shape.column(at);
    if (!column) throw new Error(`${resource.key}: no column for ${at}`);
    return sql`select o.id from ${sql.table(resource.table)} o where o.tenant_id = ${slot('tenant')} and o.is_deleted = 0 and ${sql.ref(`o.${column.column}`)} = ${slot('person')}::bigint`;
  }
  const [rows, field] = at;
  const lines = shape.lines.find((one) => one.field === rows);
  const column = lines?.columns.find((one) => one.field === field);
  if (!lines || !column) throw new Error(`${resource.key}: no ${rows}.${field}`);
  return sql`select m.parent_id from ${sql.table(lines.table)} m where m.tenant_id = ${slot('tenant')} and ${sql.ref(`m.${column.column}`)} = ${slot('person')}::bigint`;
};

const partSql = (
  catalog: Catalog,
  tables: ScopeTables,
  { resource, at, fields, where, scope }: NamingPart,
  place: number,
): Sql => {
  const shown = new Set(fields);
  const isShown = (field: string): boolean => shown.has(field);
  const columns = selection(catalog, resource, {
    fields: isShown,
    lines: isShown,
    names: (field) => isShown(field) && shapeOf(resource).column(field) !== undefined,
  });
  const named = sql.join(
    at.map((one) => idsAt(resource, one)),
    sql` union `,
  );
  const conditions = and([
    sql`t.tenant_id = ${slot('tenant')}`,
    sql`t.is_deleted = 0`,
    ...where.map((one, index) => conditionSql(catalog, resource, one, namingSlot(place, index))),
    ...(scope === true ? [] : [scopeSql(resource, scope, tables)]),
  ]);
  // Ids as an array: the planner then expects few, and looks the records up by key.
  return sql`(select ${sql.lit(resource.key)} as key, row_to_json(r) as row from (select ${columns} from ${sql.table(resource.table)} t where t.id = any(array(${named})) and ${conditions} order by t.id desc limit ${slot('limit')}::int) r)`;
};

/** Creates the statement that finds the records of several resources that name one person. */
export const createNamingReader = (catalog: Catalog, tables: ScopeTables) => {
  const keep = cacheSql(200);
  return (parts: readonly NamingPart[]): Template => {
    const shape = parts.map(({ resource, where, ...rest }) => [
      resource.key,
      where.map(({ field, operator }) => [field, operator]),
      rest,
    ]);
    return keep(JSON.stringify(shape), () =>
      sql.join(
        parts.map((part, place) => partSql(catalog, tables, part, place)),
        sql` union all `,
      ),
    );
  };
};
