import type { Face } from '@keyan/kernel/definition/field/field.ts';
import {
  type Fact,
  type FactOrigin,
  type FactOrigins,
  maxCatalogueRecords,
} from '@keyan/kernel/definition/life/fact.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import type { Catalog } from '../catalog.ts';
import { ledgerShape } from '../schema/ledger-shape.ts';
import { shapeOf } from '../schema/shape.ts';
import { and, type Sql, slot } from './compile.ts';
import { type ActorScope, type ScopeTables, scopeSql } from './scope.ts';
import { type ReadFields, selection } from './selection.ts';

/** Fact as a statement reads it: its column, and the scope within which its record may be read. */
export interface FactColumn {
  readonly name: string;
  readonly fact: Fact;
  readonly scope: ActorScope;
}

/** Returns the parameter name for the id, or ids, of the records of a fact. */
export const factSlot = (name: string): string => `fact ${name}`;

/** Returns the parameter name for the owner of the balances of a fact. */
export const ownerSlot = (name: string): string => `owner ${name}`;

/** Fact with what its SQL is built from. */
interface Parts {
  readonly catalog: Catalog;
  readonly tables: ScopeTables;
  readonly asked: FactColumn;
}

/** Returns the fields of a record that a fact names, and the columns that it names of lines. */
const wantedOf = ({ fields }: Face): ReadFields => {
  const seen = (field: string): boolean => Object.hasOwn(fields, field);
  return {
    fields: seen,
    lines: seen,
    columns: (lines, column) => Object.hasOwn(fields[lines]?.spec.fields ?? {}, column),
    names: () => false,
  };
};

const recordSql = (
  { face }: FactOrigins['record'],
  target: Resource,
  { catalog, tables, asked }: Parts,
): Sql => {
  const wanted = wantedOf(face);
  const where = and([
    sql`t.tenant_id = ${slot('tenant')}`,
    sql`t.id = ${slot(factSlot(asked.name))}::bigint`,
    sql`t.is_deleted = 0`,
    ...(asked.scope === true ? [] : [scopeSql(target, asked.scope, tables)]),
  ]);
  return sql`(select row_to_json(f) from (select ${selection(catalog, target, wanted)} from ${sql.table(target.table)} t where ${where}) f)`;
};

/** Returns SQL for the ancestor of this record directly below the top of the tree. */
const branchSql = ({ tree }: FactOrigins['branch'], { catalog, asked }: Parts): Sql => {
  const target = catalog.target(tree.key);
  const parent = target?.list.tree;
  if (!target || !parent) throw new Error(`the fact ${asked.name} looks for a tree of ${tree.key}`);
  const table = sql.table(target.table);
  const above = sql.id(snakeCase(parent));
  return sql`(with recursive line as (select id, ${above} as above, 0 as height from ${table} where tenant_id = ${slot('tenant')} and id = ${slot(factSlot(asked.name))}::bigint union all select d.id, d.${above}, line.height + 1 from ${table} d join line on d.id = line.above where d.tenant_id = ${slot('tenant')} and line.height < 20) select to_json(id::text) from line order by exists (select 1 from line top where top.id = line.above) desc, height desc limit 1)`;
};

/**
 * Returns the condition that a record, or a line of it, refers to what the row names; null if the row names nothing.
 */
const namesSql = (target: Resource, by: string, asked: FactColumn): Sql | null => {
  const shape = shapeOf(target);
  const wanted = sql`any(${slot(factSlot(asked.name))}::bigint[])`;
  const [own = '', inside] = by.split('.');
  if (inside === undefined) {
    const column = shape.column(own);
    return column ? sql`${sql.ref(`t.${column.column}`)} = ${wanted}` : null;
  }
  const lines = shape.lines.find(({ field }) => field === own);
  const column = lines?.columns.find(({ field }) => field === inside);
  return lines && column
    ? sql`t.id in (select l.parent_id from ${sql.table(lines.table)} l where l.tenant_id = ${slot('tenant')} and ${sql.ref(`l.${column.column}`)} = ${wanted})`
    : null;
};

/** Returns SQL for the lines by which a record refers to what the row names: the fact contains only these lines. */
const namingLinesSql = (
  target: Resource,
  by: string | null,
  lines: string,
  asked: FactColumn,
): Sql | null => {
  const [own, inside] = by?.split('.') ?? [];
  const column = shapeOf(target)
    .lines.find(({ field }) => field === lines && field === own)
    ?.columns.find(({ field }) => field === inside);
  return column
    ? sql`${sql.ref(`l.${column.column}`)} = any(${slot(factSlot(asked.name))}::bigint[])`
    : null;
};

const recordsSql = (
  { face, by, where }: FactOrigins['records'],
  { catalog, tables, asked }: Parts,
): Sql => {
  const target = catalog.target(face.key);
  const named = target && by !== null ? namesSql(target, by, asked) : null;
  if (!target || (by !== null && !named)) {
    throw new Error(`the fact ${asked.name} looks for ${face.key}.${by}`);
  }
  const wanted = {
    ...wantedOf(face),
    where: (lines: string) => namingLinesSql(target, by, lines, asked),
  };
  const condition = and([
    sql`t.tenant_id = ${slot('tenant')}`,
    ...(named ? [named] : []),
    sql`t.is_deleted = 0`,
    ...where.map((one) => scopeSql(target, one, tables)),
  ]);
  return sql`(select coalesce(json_agg(f), '[]') from (select ${selection(catalog, target, wanted)} from ${sql.table(target.table)} t where ${condition} order by t.id) f)`;
};

const catalogueSql = (
  { face, where }: FactOrigins['catalogue'],
  { catalog, tables, asked }: Parts,
): Sql => {
  const target = catalog.target(face.key);
  if (!target) throw new Error(`the fact ${asked.name} looks for ${face.key}`);
  const wanted = wantedOf(face);
  const condition = and([
    sql`t.tenant_id = ${slot('tenant')}`,
    sql`t.is_deleted = 0`,
    ...where.map((one) => scopeSql(target, one, tables)),
  ]);
  return sql`(select coalesce(json_agg(f), '[]') from (select ${selection(catalog, target, wanted)} from ${sql.table(target.table)} t where ${condition} order by t.id limit ${sql.lit(maxCatalogueRecords)}) f)`;
};

const balancesSql = (
  { ledger }: FactOrigins['balances'],
  { catalog, tables, asked }: Parts,
): Sql => {
  const owner = catalog.target(ledger.owner?.key ?? '');
  const within =
    asked.scope === true || !owner
      ? sql``
      : sql` and exists (select 1 from ${sql.table(owner.table)} t where t.tenant_id = b.tenant_id and t.id = b.owner_id and t.is_deleted = 0 and ${scopeSql(owner, asked.scope, tables)})`;
  const { balances, measures } = ledgerShape(ledger);
  const stored = measures.map(
    ({ measure, column }) => sql`${sql.lit(measure)}, ${sql.ref(`b.${column}`)}::text`,
  );
  return sql`(select coalesce(json_object_agg(b.account, json_build_object(${sql.join(stored)})), '{}') from ${sql.table(balances)} b where b.tenant_id = ${slot('tenant')} and b.owner_id = ${slot(ownerSlot(asked.name))}::bigint and b.account = any(${slot(factSlot(asked.name))}::text[])${within})`;
};

/** SQL of each origin of facts. */
const columns: {
  readonly [K in keyof FactOrigins]: (origin: FactOrigins[K], parts: Parts) => Sql;
} = {
  record: (origin, parts) => {
    const target = parts.catalog.target(origin.face.key);
    return target ? recordSql(origin, target, parts) : sql`null`;
  },
  branch: branchSql,
  parameter: ({ parameter }) =>
    sql`(select to_json(p.param_value) from param p where p.tenant_id = ${slot('tenant')} and p.param_key = ${sql.lit(parameter.key)} and p.is_deleted = 0)`,
  writer: () =>
    sql`(select json_build_object('id', u.id::text, 'departments', (select json_agg(d.id) from (select u.dept_id::text as id union select ud.dept_id::text from user_dept ud where ud.tenant_id = u.tenant_id and ud.user_id = u.id) d), 'roles', (select coalesce(json_agg(r.role_alias order by r.role_alias), '[]') from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0 where ur.tenant_id = u.tenant_id and ur.user_id = u.id)) from users u where u.tenant_id = ${slot('tenant')} and u.id = ${slot('writer')}::bigint)`,
  records: recordsSql,
  catalogue: catalogueSql,
  balances: balancesSql,
};

const columnOf = (origin: FactOrigin, parts: Parts): Sql =>
  (columns[origin.from] as (origin: FactOrigin, parts: Parts) => Sql)(origin, parts);

/** Returns SQL that reads facts, in one row. */
export const factsSql = (
  catalog: Catalog,
  tables: ScopeTables,
  facts: readonly FactColumn[],
): Sql => {
  const selected = facts.map((asked) => {
    const column = columnOf(asked.fact.origin, { catalog, tables, asked });
    return sql`${column} as ${sql.id(asked.name)}`;
  });
  return sql`select ${sql.join(selected)}`;
};
