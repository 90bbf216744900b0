import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { shapeOf } from '../store/schema/shape.ts';
import { and, cacheSql, type Sql, slot, type Template } from '../store/statements/compile.ts';
import { type ActorScope, type ScopeTables, scopeSql } from '../store/statements/scope.ts';
import { searchShapeOf } from './entry.ts';

/** Returns SQL of the searched texts of a record. */
const textsOf = (resource: Resource): Sql => {
  const shape = shapeOf(resource);
  const values = searchShapeOf(resource).fields.flatMap(({ name }) => {
    const column = shape.column(name);
    return column ? [sql`${sql.lit(name)}, ${sql.ref(`t.${column.column}`)}`] : [];
  });
  return sql`json_build_object(${sql.join(values)})`;
};

/** Found record: its searched texts by field. */
export interface FoundRow {
  readonly id: string;
  readonly status: string | null;
  readonly texts: Readonly<Record<string, string | null>>;
}

/**
 * Creates the statements that check found records, one for each kind and scope: select those within the scope, newest
 * first, as rows of `FoundRow`.
 */
export const createJudge = (tables: ScopeTables) => {
  const keep = cacheSql();
  return (resource: Resource, scope: ActorScope): Template =>
    keep(JSON.stringify([resource.key, scope]), () => {
      const status = shapeOf(resource).process ? sql`t.audit_status` : sql`null`;
      return sql`with found as materialized (select unnest(${slot('ids')}::bigint[]) as record_id) select t.id::text as id, ${status} as status, ${textsOf(resource)} as texts from found f join ${sql.table(resource.table)} t on t.tenant_id = ${slot('tenant')} and t.id = f.record_id where ${and(
        [sql`t.is_deleted = 0`, ...(scope === true ? [] : [scopeSql(resource, scope, tables)])],
      )} order by t.id desc`;
    });
};

export type SearchJudge = ReturnType<typeof createJudge>;
