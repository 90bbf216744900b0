import { sql } from 'kysely';
import type { Catalog, Referrer } from '../catalog.ts';
import { shapeOf } from '../schema/shape.ts';
import { cacheSql, type Sql, slot, type Template } from './compile.ts';

/** Returns the condition that a column of these rows refers to the record `id`. */
const points = (alias: string, { column, spec }: Referrer['column']): Sql => {
  const at = sql.ref(`${alias}.${column}`);
  return spec.type === 'refs'
    ? sql`${at} @> array[${slot('id')}::bigint]`
    : sql`${at} = ${slot('id')}::bigint`;
};

const pointing = ({ resource, linesTable, column }: Referrer): Sql => {
  const table = sql.table(resource.table);
  const key = sql.lit(resource.key);
  return linesTable === null
    ? sql`(select ${key} as key from ${table} t where t.tenant_id = ${slot('tenant')} and ${points('t', column)} and t.is_deleted = 0 and t.id <> all(${slot('without')}::bigint[]) limit 1)`
    : sql`(select ${key} as key from ${sql.table(linesTable)} l join ${table} t on t.tenant_id = l.tenant_id and t.id = l.parent_id where l.tenant_id = ${slot('tenant')} and ${points('l', column)} and t.is_deleted = 0 and t.id <> all(${slot('without')}::bigint[]) limit 1)`;
};

/** Returns the column with the title of records of a resource, if the title is a column. */
export const titleColumn = (catalog: Catalog, key: string): string | undefined => {
  const target = catalog.target(key);
  return target && shapeOf(target).column(target.title)?.column;
};

/** Creates the statements that follow references, in both directions. */
export const createReferenceStatements = (catalog: Catalog) => {
  const keep = cacheSql(500);

  /** Returns the statement that selects those ids, in the parameters named by the keys, that exist. */
  const existing = (keys: readonly string[]): Template =>
    keep(JSON.stringify(keys), () =>
      sql.join(
        keys.flatMap((key) => {
          const target = catalog.target(key);
          return target
            ? [
                sql`select ${sql.lit(key)} as key, id from ${sql.table(target.table)} where tenant_id = ${slot('tenant')} and is_deleted = 0 and id = any(${slot(key)}::bigint[])`,
              ]
            : [];
        }),
        sql` union all `,
      ),
    );

  /**
   * Returns the statement that finds one resource with a record that refers to the record `id`, except records in
   * `without`, and returns its key; null if no resource has such a reference.
   */
  const referrer = (key: string): Template | null => {
    const referrers = catalog.referrers(key);
    return referrers.length === 0
      ? null
      : keep(
          key,
          () =>
            sql`select key from (${sql.join(referrers.map(pointing), sql` union all `)}) pointers limit 1`,
        );
  };

  return { existing, referrer };
};

export type ReferenceStatements = ReturnType<typeof createReferenceStatements>;
