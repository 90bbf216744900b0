import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { type Sql, slot } from './compile.ts';

/** The ids of the records of which the table of searches holds what a slot asks for. */
const entriesSql = (resource: Resource, name: string): Sql =>
  sql`select e.record_id from search_entry e where e.tenant_id = ${slot('tenant')} and e.terms @@ (select ${slot(name)}::text::tsquery) and e.resource || '' = ${sql.lit(resource.key)}`;

/** May the record hold the short text of this filter? Its own condition decides. */
export const shortTextSql = (resource: Resource, index: number): Sql =>
  sql`t.id in (${entriesSql(resource, `q${index}`)})`;

/** Was the record handed in more than once in the process that it is in? */
export const resubmittedSql = (again: boolean): Sql => {
  const submissions = sql`(select i.submission from wf_instance i where i.tenant_id = t.tenant_id and i.id = t.process_instance_id)`;
  return again ? sql`${submissions} > 1` : sql`${submissions} = 1`;
};

/** Did this import bring the record? Nobody looks into the imports of others. */
export const importedSql = (resource: Resource): Sql =>
  sql`t.id in (select r.record_id from import_batch b join import_row r on r.tenant_id = b.tenant_id and r.batch_id = b.id where b.tenant_id = ${slot('tenant')} and b.id = ${slot('imported')} and b.create_user = ${slot('actorId')} and b.resource = ${sql.lit(resource.key)})`;

/**
 * Does the record hold this word of the search box, written, or read so? What is read is found in the
 * table of searches; one union keeps the indexes of both.
 */
export const searchWordSql = (resource: Resource, index: number, isRead: boolean): Sql => {
  const written = sql`search_text like lower(${slot(`s${index}`)})`;
  if (!isRead) return sql`t.${written}`;
  return sql`t.id in (select w.id from ${sql.table(resource.table)} w where w.tenant_id = ${slot('tenant')} and w.is_deleted = 0 and w.${written} union all ${entriesSql(resource, `p${index}`)})`;
};
