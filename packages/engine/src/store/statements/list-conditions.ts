import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { type Sql, slot } from './compile.ts';

/** Returns SQL for the ids of records whose search entry meets the condition in a parameter. */
const entriesSql = (resource: Resource, name: string): Sql =>
  sql`select e.record_id from search_entry e where e.tenant_id = ${slot('tenant')} and e.terms @@ (select ${slot(name)}::text::tsquery) and e.resource || '' = ${sql.lit(resource.key)}`;

/** Returns the condition that the record may contain the short text of a filter; the filter itself decides. */
export const shortTextSql = (resource: Resource, index: number): Sql =>
  sql`t.id in (${entriesSql(resource, `q${index}`)})`;

/** Returns the condition that the record was submitted more than once in its process. */
export const resubmittedSql = (again: boolean): Sql => {
  const submissions = sql`(select i.submission from wf_instance i where i.tenant_id = t.tenant_id and i.id = t.process_instance_id)`;
  return again ? sql`${submissions} > 1` : sql`${submissions} = 1`;
};

/** Returns the condition that an import of the actor created the record; imports of other people match nothing. */
export const importedSql = (resource: Resource): Sql =>
  sql`t.id in (select r.record_id from import_batch b join import_row r on r.tenant_id = b.tenant_id and r.batch_id = b.id where b.tenant_id = ${slot('tenant')} and b.id = ${slot('imported')} and b.create_user = ${slot('actorId')} and b.resource = ${sql.lit(resource.key)})`;

/**
 * Returns the condition that the record contains this word of the search box, as written or as pinyin. Pinyin is found
 * in the search table; one union uses the indexes of both.
 */
export const searchWordSql = (resource: Resource, index: number, isRead: boolean): Sql => {
  const written = sql`search_text like lower(${slot(`s${index}`)})`;
  if (!isRead) return sql`t.${written}`;
  return sql`t.id in (select w.id from ${sql.table(resource.table)} w where w.tenant_id = ${slot('tenant')} and w.is_deleted = 0 and w.${written} union all ${entriesSql(resource, `p${index}`)})`;
};
