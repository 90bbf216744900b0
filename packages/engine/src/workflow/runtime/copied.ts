import type { Actor } from '@keyan/kernel/access/actor.ts';
import { sql } from 'kysely';
import { scopeValues } from '../../records/rights.ts';
import type { Session, Tx } from '../../store/connection/database.ts';
import { and, compileTemplate, or, type Sql } from '../../store/statements/compile.ts';
import { likeLiteral } from '../../store/statements/conditions.ts';
import { readableByCopy, type ScopeTables, scopeSql } from '../../store/statements/scope.ts';
import { totalOfPage } from '../../store/statements/total.ts';
import type { WorkflowServices } from './port.ts';
import { copyStandsSql, handledSql, handlesSql, hasMoreSql } from './task-scopes.ts';

/** Filter of a person's copies. */
export interface CopyQuery {
  /** Page number, from 1. */
  readonly current: number;
  readonly size: number;
  readonly kind?: string | undefined;
  /** Part of the title of the process. */
  readonly title?: string | undefined;
  readonly unread?: boolean | undefined;
}

/** Record that was copied to a person, and the state of its process. */
export interface CopyListItem {
  readonly id: string;
  readonly instance: string;
  readonly business: string;
  readonly kind: string;
  readonly name: string;
  readonly nameEn: string;
  readonly title: string;
  readonly applicantName: string | null;
  readonly departmentName: string | null;
  /** Null if the route copied it. */
  readonly copierName: string | null;
  readonly at: Date;
  readonly read: Date | null;
  /** Names of the open steps; null for none. */
  readonly steps: string | null;
  readonly stepsEn: string | null;
  readonly status: string;
  readonly suspended: boolean;
}

/**
 * Returns the condition that the copy of the process `i` still allows reading its record, so that the list does not
 * show the title of a record that became secret.
 */
const isOpen = (engine: WorkflowServices, actor: Actor): Sql => {
  const tables: ScopeTables = {
    handles: handlesSql,
    handled: handledSql,
    hasMore: hasMoreSql,
    target: (handle) => engine.store.catalog.target(handle),
  };
  const ofKinds = [...engine.resources.values()]
    .filter(({ processes }) => processes.length > 0)
    .map((resource) => {
      const kinds = resource.processes.map(({ kind }) => kind);
      const scope = scopeSql(resource, readableByCopy(resource, actor), tables);
      return sql`(i.kind = any(${kinds}::text[]) and exists (select 1 from ${sql.table(resource.table)} t where t.tenant_id = i.tenant_id and t.id = i.business_id and t.is_deleted = 0 and ${scope}))`;
    });
  return or(ofKinds);
};

/** Returns valid copies whose records the person may read, newest first, with the exact total. */
export const listCopies = async (
  engine: WorkflowServices,
  session: Session,
  actor: Actor,
  query: CopyQuery,
): Promise<{ readonly items: readonly CopyListItem[]; readonly total: number }> => {
  const { current, size } = query;
  const condition = and([
    sql`k.tenant_id = ${session.tenantId}`,
    sql`k.user_id = ${actor.id}`,
    copyStandsSql,
    ...(query.kind ? [sql`i.kind = ${query.kind}`] : []),
    ...(query.title ? [sql`i.title ilike ${`%${likeLiteral(query.title)}%`}`] : []),
    ...(query.unread ? [sql`k.read_at is null`] : []),
    isOpen(engine, actor),
  ]);
  const statement = compileTemplate(
    sql`select k.id::text, i.id::text as instance, i.business_id::text as business, i.kind,
        f.name, f.name_en as "nameEn", i.title, p.real_name as "applicantName",
        said(d.dept_name, d.dept_name_en) as "departmentName", c.real_name as "copierName", k.at, k.read_at as read,
        o.steps, o.steps_en as "stepsEn", i.status, i.suspended, count(*) over () as total
      from wf_cc k
      join wf_instance i on i.tenant_id = k.tenant_id and i.id = k.instance_id
      join wf_act a on a.tenant_id = k.tenant_id and a.id = k.act_id
      join wf_definition f on f.tenant_id = i.tenant_id and f.id = i.definition_id
      left join users p on p.tenant_id = i.tenant_id and p.id = i.applicant_id
      left join users c on c.tenant_id = k.tenant_id and c.id = k.by_id
      left join dept d on d.tenant_id = i.tenant_id and d.id = i.department_id
      left join lateral (
        select string_agg(distinct t.node_name, '、') as steps,
          string_agg(distinct t.node_name_en, ', ') as steps_en
        from wf_task t
        where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 'TODO') o on true
     where ${condition}
     order by k.at desc, k.id desc limit ${size} offset ${(current - 1) * size}`,
  );
  const rows = await session.query<CopyListItem & { readonly total: string }>(
    statement.bind(scopeValues({ engine, actor })),
  );
  const first = () => listCopies(engine, session, actor, { ...query, current: 1, size: 1 });
  return { items: rows, total: await totalOfPage(rows, current, first) };
};

/** Marks the person's copies of a process, or all, as read. */
export const readCopies = async (
  tx: Tx,
  user: string,
  instance: string | undefined,
  now: Date,
): Promise<void> => {
  await tx.query(
    `update wf_cc set read_at = $3
      where tenant_id = $1 and user_id = $2 and read_at is null
        and ($4::bigint is null or instance_id = $4)`,
    [tx.tenantId, user, now, instance ?? null],
  );
};
