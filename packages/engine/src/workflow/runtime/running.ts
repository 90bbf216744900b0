import { sql } from 'kysely';
import { termPrefixOf } from '../../search/entry.ts';
import { typedQuery } from '../../search/typed.ts';
import type { Session } from '../../store/connection/database.ts';
import { and, compileTemplate, or, type Sql } from '../../store/statements/compile.ts';
import { likeLiteral } from '../../store/statements/conditions.ts';
import { totalOfPage } from '../../store/statements/total.ts';
import { type OpenStep, openStepsOf } from '../people/held.ts';
import type { WorkflowServices } from './port.ts';
import type { ManagedKinds } from './subject.ts';

/** Filter of running processes. */
export interface RunningQuery {
  /** Page number, from 1. */
  readonly current: number;
  readonly size: number;
  readonly id?: string | undefined;
  readonly kind?: string | undefined;
  readonly definition?: string | undefined;
  /** Part of the title, or a value by which searches find the record, such as its number. */
  readonly text?: string | undefined;
  /** Part of the name of the applicant, the department, an open step, or its holder. */
  readonly applicant?: string | undefined;
  readonly department?: string | undefined;
  readonly step?: string | undefined;
  readonly holder?: string | undefined;
  /** Minimum number of days at its step. */
  readonly days?: number | undefined;
  readonly state?: 'active' | 'suspended' | 'overdue' | 'trouble' | undefined;
  readonly sort?: RunningSort | undefined;
}

/** Order of running processes: by start, newest first, or by the time at the current step. */
export type RunningSort = 'started' | 'stay';

/** Running process, and its position. */
export interface RunningProcess {
  readonly id: string;
  readonly definition: string;
  readonly version: number;
  readonly kind: string;
  readonly name: string;
  readonly nameEn: string;
  readonly title: string;
  readonly business: string;
  readonly suspended: boolean;
  readonly starter: string;
  readonly starterName: string | null;
  readonly departmentName: string | null;
  readonly started: Date;
  /** Time at which the first of its open steps began. */
  readonly since: Date | null;
  /** Time of the last reminder. */
  readonly urged: Date | null;
  /** Number of its troubles. */
  readonly troubles: number;
  readonly held: readonly OpenStep[];
}

const like = (text: string): string => `%${likeLiteral(text)}%`;

/** Returns the condition that searches find the record, in any of the kinds. */
const foundBy = (
  { resources }: Pick<WorkflowServices, 'resources'>,
  tenantId: string,
  text: string,
): Sql => {
  const queries = [...resources.values()]
    .filter(({ processes }) => processes.length > 0)
    .flatMap((resource) => typedQuery(text, termPrefixOf(tenantId, resource))?.all ?? []);
  const titled = sql`i.title ilike ${like(text)}`;
  if (queries.length === 0) return titled;
  const query = queries.map((one) => `(${one})`).join(' | ');
  // The tenant is a value: with the column of `i` the search would run again for every process.
  return or([
    titled,
    sql`i.business_id in (select e.record_id from search_entry e where e.tenant_id = ${tenantId} and e.terms @@ ${query}::tsquery)`,
  ]);
};

const atStep = (text: string): Sql =>
  or([
    sql`exists (select 1 from wf_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 'TODO' and (t.node_name ilike ${like(text)} or t.node_name_en ilike ${like(text)}))`,
    sql`exists (select 1 from wf_act a where a.tenant_id = i.tenant_id and a.instance_id = i.id and a.status = 'ACTIVE' and a.type = 'wait' and f.graph #>> array['nodes', a.node, 'name'] ilike ${like(text)})`,
  ]);

const heldBy = (text: string): Sql =>
  sql`exists (select 1 from wf_task t join users u on u.tenant_id = t.tenant_id and u.real_name ilike ${like(text)} and u.is_deleted = 0 where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 'TODO' and (t.assignee_id = u.id or (t.assignee_id is null and t.candidates && wf_groups(t.tenant_id, u.id))))`;

const trouble = sql`exists (select 1 from wf_trouble w where w.tenant_id = i.tenant_id and w.instance_id = i.id and w.solved_at is null)`;

/** Returns the promised days per step of each kind, as a table of the query. */
const promised = ({ resources }: Pick<WorkflowServices, 'resources'>): Sql => {
  const days = [...resources.values()].flatMap(({ processes }) =>
    processes.map(({ kind, promisedDays }) => ({ kind, days: promisedDays })),
  );
  return sql`jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as k(kind text, days int)`;
};

/** Returns the condition for a wait whose time has passed, or a task open for longer than its kind promises. */
const overdue = (engine: Pick<WorkflowServices, 'resources'>, now: Date): Sql =>
  or([
    sql`exists (select 1 from wf_act a where a.tenant_id = i.tenant_id and a.instance_id = i.id and a.status = 'ACTIVE' and a.due_at <= ${now}::timestamptz)`,
    sql`exists (select 1 from wf_task t join ${promised(engine)} on k.kind = i.kind where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 'TODO' and t.assignee_id is distinct from t.applicant_id and coalesce(t.handed, t.claimed, t.created) <= ${now}::timestamptz - make_interval(days => k.days))`,
  ]);

const states: Readonly<
  Record<
    NonNullable<RunningQuery['state']>,
    (engine: Pick<WorkflowServices, 'resources'>, now: Date) => Sql
  >
> = {
  active: () => sql`not i.suspended`,
  suspended: () => sql`i.suspended`,
  overdue,
  trouble: () => trouble,
};

const named = (table: Sql, name: Sql, id: Sql, text: string): Sql =>
  sql`exists (select 1 from ${table} x where x.tenant_id = i.tenant_id and x.id = ${id} and ${name} ilike ${like(text)})`;

const conditionsOf = (
  engine: Pick<WorkflowServices, 'resources' | 'clock'>,
  tenantId: string,
  kinds: ManagedKinds,
  query: RunningQuery,
): Sql =>
  and([
    sql`i.tenant_id = ${tenantId}`,
    sql`i.status = 'RUN'`,
    ...(kinds === 'all' ? [] : [sql`i.kind = any(${[...kinds]}::text[])`]),
    ...(query.id ? [sql`i.id = ${query.id}`] : []),
    ...(query.kind ? [sql`i.kind = ${query.kind}`] : []),
    ...(query.definition ? [sql`i.definition_id = ${query.definition}`] : []),
    ...(query.text ? [foundBy(engine, tenantId, query.text)] : []),
    ...(query.applicant
      ? [named(sql`users`, sql`x.real_name`, sql`i.applicant_id`, query.applicant)]
      : []),
    ...(query.department
      ? [
          named(
            sql`dept`,
            sql`concat_ws(' ', x.dept_name, x.dept_name_en)`,
            sql`i.department_id`,
            query.department,
          ),
        ]
      : []),
    ...(query.step ? [atStep(query.step)] : []),
    ...(query.holder ? [heldBy(query.holder)] : []),
    ...(query.days
      ? [sql`s.since <= ${engine.clock()}::timestamptz - make_interval(days => ${query.days})`]
      : []),
    ...(query.state ? [states[query.state](engine, engine.clock())] : []),
  ]);

const orders: Readonly<Record<RunningSort, Sql>> = {
  started: sql`i.id desc`,
  stay: sql`s.since, i.id`,
};

/**
 * Returns the running processes of a manager, with the holders of tasks, and the exact total.
 * @param kinds kinds that the manager manages
 */
export const listRunning = async (
  engine: Pick<WorkflowServices, 'resources' | 'clock'>,
  session: Session,
  kinds: ManagedKinds,
  query: RunningQuery,
): Promise<{ readonly processes: readonly RunningProcess[]; readonly total: number }> => {
  const { current, size, sort = 'started' } = query;
  const piece = sql`select i.id::text, i.definition_id::text as definition, f.version, i.kind, f.name,
        f.name_en as "nameEn", i.title, i.business_id::text as business, i.suspended,
        i.applicant_id::text as starter, u.real_name as "starterName",
        said(d.dept_name, d.dept_name_en) as "departmentName", i.started, s.since,
        (select count(*)::int from wf_trouble w where w.tenant_id = i.tenant_id
           and w.instance_id = i.id and w.solved_at is null) as troubles,
        (select max(l.at) from wf_log l where l.tenant_id = i.tenant_id
           and l.instance_id = i.id and l.operation = 'urge') as urged,
        count(*) over () as total
      from wf_instance i
      join wf_definition f on f.tenant_id = i.tenant_id and f.id = i.definition_id
      left join users u on u.tenant_id = i.tenant_id and u.id = i.applicant_id
      left join dept d on d.tenant_id = i.tenant_id and d.id = i.department_id
      left join lateral (select min(a.entered) as since from wf_act a
        where a.tenant_id = i.tenant_id and a.instance_id = i.id and a.status = 'ACTIVE') s on true
     where ${conditionsOf(engine, session.tenantId, kinds, query)}
     order by ${orders[sort]} limit ${size} offset ${(current - 1) * size}`;
  const rows = await session.query<Omit<RunningProcess, 'held'> & { total: string }>(
    compileTemplate(piece).bind({}),
  );
  const held = await openStepsOf(
    session,
    rows.map(({ id }) => id),
  );
  return {
    total: await totalOfPage(rows, current, () =>
      listRunning(engine, session, kinds, { ...query, current: 1, size: 1 }),
    ),
    processes: rows.map((row) => ({ ...row, held: held.get(row.id) ?? [] })),
  };
};
