import { isDeepStrictEqual } from 'node:util';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { sql } from 'kysely';
import type { Statement } from '../store/connection/database.ts';
import { shapeOf } from '../store/schema/shape.ts';
import { cacheSql, type Sql, slot } from '../store/statements/compile.ts';
import { entrySourceOf, type SearchShape, searchShapeOf, termPrefixOf } from './entry.ts';
import { loadReadings } from './readings.ts';
import { nameCachingTermMaker, type TermMaker } from './terms.ts';
import { type EntrySource, searchVectorOf, vectorSeparator } from './vector.ts';

/** Row as the store reads and writes it. */
interface SearchedRow extends RowLike {
  readonly tenantId: string;
  readonly id: string;
}

const keep = cacheSql();

const putSql: Sql = sql`insert into search_entry (tenant_id, resource, record_id, scheme, department_id, terms) select ${slot('tenant')}, ${slot('resource')}, v.id, ${slot('scheme')}, v.department, coalesce(v.terms, '')::tsvector from unnest(${slot('ids')}::bigint[], ${slot('departments')}::bigint[], string_to_array(${slot('terms')}::text, ${sql.lit(vectorSeparator)})) v(id, department, terms) on conflict (tenant_id, resource, record_id) do update set scheme = excluded.scheme, department_id = excluded.department_id, terms = excluded.terms`;

/**
 * Returns the statement that writes the entries of these records of one resource.
 * @param sources SQL of the source records, in the order of `ids`
 * @param vectors search vectors, one per line; as text or bytes
 */
export const writeEntries = (
  { resource, scheme }: SearchShape,
  tenant: string,
  ids: readonly string[],
  sources: readonly EntrySource[],
  vectors: string | Uint8Array,
): Statement =>
  keep('put', () => putSql).bind({
    tenant,
    resource: resource.key,
    scheme,
    ids,
    departments: sources.map(({ departments: [first] }) => first ?? null),
    terms: vectors,
  });

const dropEntry = (resource: Resource, { tenantId, id }: SearchedRow): Statement =>
  keep(
    'drop',
    () =>
      sql`delete from search_entry where tenant_id = ${slot('tenant')} and resource = ${slot('resource')} and record_id = ${slot('id')}::bigint`,
  ).bind({ tenant: tenantId, resource: resource.key, id });

/** Maximum number of names whose terms are cached: some megabytes. */
const maxNamesCached = 5000;
let making: Promise<TermMaker> | undefined;

const termsOfSaves = (): Promise<TermMaker> => {
  making ??= loadReadings().then((readings) => nameCachingTermMaker(readings, maxNamesCached));
  return making;
};

/**
 * Returns the statement that updates the search entry after a change of a record; null if no searched field changed.
 * @param before row before the change; null for a new or restored record
 * @param after row after the change; null for a removed record
 */
export const entryChange = async (
  resource: Resource,
  before: SearchedRow | null,
  after: SearchedRow | null,
): Promise<Statement | null> => {
  const shape = searchShapeOf(resource);
  if (shape.fields.length === 0) return null;
  if (after === null) return before && dropEntry(resource, before);
  const source = entrySourceOf(shape, after);
  if (before && isDeepStrictEqual(source, entrySourceOf(shape, before))) return null;
  const code = termPrefixOf(after.tenantId, resource);
  const vector = searchVectorOf(code, source, await termsOfSaves());
  return writeEntries(shape, after.tenantId, [after.id], [source], vector);
};

/** Returns SQL for the value of a field as rows contain it: ids are text. */
const fieldValue = (resource: Resource, field: string): Sql => {
  const column = shapeOf(resource).column(field);
  if (!column) throw new Error(`${resource.key}: no column for ${field}`);
  return sql`${sql.lit(field)}, ${sql.ref(`t.${column.column}`)}::text`;
};

const linesOf = (resource: Resource, rows: string, field: string): Sql => {
  const lines = shapeOf(resource).lines.find((one) => one.field === rows);
  const column = lines?.columns.find((one) => one.field === field);
  if (!lines || !column) throw new Error(`${resource.key}: no column for ${rows}.${field}`);
  return sql`${sql.lit(rows)}, (select json_agg(json_build_object(${sql.lit(field)}, ${sql.ref(`l.${column.column}`)}::text)) from ${sql.table(lines.table)} l where l.tenant_id = t.tenant_id and l.parent_id = t.id)`;
};

const entryExists = sql`exists (select 1 from search_entry e where e.tenant_id = t.tenant_id and e.resource = ${slot('resource')} and e.record_id = t.id and e.scheme = ${slot('scheme')})`;

const alive = sql`t.tenant_id = ${slot('tenant')} and t.is_deleted = 0 and t.id > ${slot('after')}::bigint`;
const firsts = sql`order by t.id limit ${slot('limit')}::int`;

/** Returns SQL for the sources of entries, for records that meet the condition. */
const sourceRows = ({ resource, fields, reach }: SearchShape, condition: Sql): Sql => {
  const pairs = [
    ...new Set([...fields.map(({ name }) => name), ...reach.people, ...reach.departments]),
  ].map((field) => fieldValue(resource, field));
  // Several parts of a scope may name the same lines.
  const named = new Map(reach.lines.map((line) => [line.join('.'), line]));
  const lines = [...named.values()].map(([rows, field]) => linesOf(resource, rows, field));
  return sql`select t.id::text as id, t.tenant_id as "tenantId", json_build_object(${sql.join([...pairs, ...lines])}) as row from ${sql.table(resource.table)} t where ${condition}`;
};

/** Returns the statement that selects the next records by id, with or without an entry. */
export const nextRecords = (
  shape: SearchShape,
  after: string,
  limit: number,
  tenant: string,
): Statement =>
  keep(JSON.stringify(['next', shape.resource.key]), () =>
    sourceRows(shape, sql`${alive} ${firsts}`),
  ).bind({ tenant, after, limit });

/**
 * Returns the statement that locks the next records without an entry and selects their ids. A later statement reads
 * their values: a statement that waits for a lock reads lines as of its start.
 */
export const lockWithoutEntry = (
  { resource, scheme }: SearchShape,
  after: string,
  limit: number,
  tenant: string,
): Statement =>
  keep(
    JSON.stringify(['lock without entry', resource.key]),
    () =>
      sql`select t.id::text as id from ${sql.table(resource.table)} t where ${alive} and not ${entryExists} ${firsts} for share of t`,
  ).bind({ tenant, resource: resource.key, scheme, after, limit });

/** Returns the statement that selects those of the records that have no entry. */
export const idsWithoutEntry = (
  shape: SearchShape,
  ids: readonly string[],
  tenant: string,
): Statement =>
  keep(JSON.stringify(['among without entry', shape.resource.key]), () =>
    sourceRows(
      shape,
      sql`t.tenant_id = ${slot('tenant')} and t.is_deleted = 0 and t.id = any(${slot('ids')}::bigint[]) and not ${entryExists}`,
    ),
  ).bind({ tenant, resource: shape.resource.key, scheme: shape.scheme, ids });

/** Returns the statement that deletes entries of deleted records. */
export const removeOrphanEntries = ({ resource }: SearchShape, tenant: string): Statement =>
  keep(
    JSON.stringify(['leftovers', resource.key]),
    () =>
      sql`delete from search_entry e where e.tenant_id = ${slot('tenant')} and e.resource = ${sql.lit(resource.key)} and not exists (select 1 from ${sql.table(resource.table)} t where t.tenant_id = e.tenant_id and t.id = e.record_id and t.is_deleted = 0)`,
  ).bind({ tenant });
