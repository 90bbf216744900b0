import type { Session } from '../../store/connection/database.ts';
import { likeLiteral } from '../../store/statements/conditions.ts';
import { totalOfPage } from '../../store/statements/total.ts';
import { definitionColumns, type RouteVersion } from './definitions.ts';

/** Filter and page of versions. */
export interface DefinitionQuery {
  readonly current: number;
  readonly size: number;
  readonly kinds?: readonly string[] | undefined;
  /** Part of the key. */
  readonly key?: string | undefined;
  readonly category?: string | undefined;
  /** Part of either name. */
  readonly name?: string | undefined;
  readonly active?: boolean | undefined;
  /** True for only the newest version of each kind. */
  readonly newest?: boolean | undefined;
  /** True for routes that come with the product, false for those deployed by people. */
  readonly shipped?: boolean | undefined;
}

/** Version in a list. */
export interface ListedDefinition extends RouteVersion {
  /** True if new processes of its kind start on it. */
  readonly isMain: boolean;
  /** Number of processes that run on it. */
  readonly running: number;
  /** Note of the person who deployed the version; empty for none. */
  readonly remark: string;
  /** Number of the earlier version that this one restores; null for none. */
  readonly restored: number | null;
}

/** Returns deployed versions by kind, newest first, with the exact total. */
export const listDefinitions = async (
  session: Session,
  query: DefinitionQuery,
): Promise<{ readonly definitions: readonly ListedDefinition[]; readonly total: number }> => {
  const newest = query.newest || query.active;
  const rows = await session.query<ListedDefinition & { total: string }>(
    `select *, count(*) over () as total,
        (select count(*)::int from wf_instance i where i.tenant_id = $1
          and i.definition_id = d.id::bigint and i.status = 'RUN') as running,
        d.active and not exists (select 1 from wf_definition m where m.tenant_id = $1
          and m.kind = d.kind and not m.deleted and m.active and m.version > d.version) as "isMain"
       from (
        select ${newest ? 'distinct on (kind)' : ''} ${definitionColumns},
            deployed_by is null as shipped, remark,
            (select r.version from wf_definition r where r.tenant_id = wf_definition.tenant_id
              and r.id = wf_definition.restores) as restored
          from wf_definition
         where tenant_id = $1 and not deleted
           and ($2::text[] is null or kind = any($2)) and ($3::text is null or key ilike $3)
           and ($4::text is null or category = $4)
           and ($5::text is null or name ilike $5 or name_en ilike $5)
           and ($6::boolean is null or active = $6)
         order by kind, version desc) d
      where ($9::boolean is null or shipped = $9)
      order by kind, version desc limit $7 offset $8`,
    [
      session.tenantId,
      query.kinds ?? null,
      query.key ? `%${likeLiteral(query.key)}%` : null,
      query.category || null,
      query.name ? `%${likeLiteral(query.name)}%` : null,
      query.active ?? null,
      query.size,
      (query.current - 1) * query.size,
      query.shipped ?? null,
    ],
  );
  const total = await totalOfPage(rows, query.current, () =>
    listDefinitions(session, { ...query, current: 1, size: 1 }),
  );
  return { definitions: rows, total };
};
