import { sql } from 'kysely';
import type { Session } from '../../store/connection/database.ts';
import { and, compileTemplate, or, type Sql } from '../../store/statements/compile.ts';
import { idsInTree, likeLiteral } from '../../store/statements/conditions.ts';
import { categoryNames } from '../drawings/definitions.ts';
import { holdersText, openStepsOf } from '../people/held.ts';

/**
 * Name of a task list. `todo`: tasks of the actor; `claim`: tasks to claim; `both` of these; `all`: tasks of everybody
 * (for managers); `done`: completed by the actor; `send`: submitted by the actor, one row per process.
 */
export type ListName = 'todo' | 'claim' | 'both' | 'all' | 'done' | 'send';

export interface ListQuery {
  /** Page number, from 1. */
  readonly current: number;
  readonly size: number;
  readonly kind?: string | undefined;
  readonly category?: string | undefined;
  /** Part of the name of the process, the title, the applicant, or the department. */
  readonly definitionName?: string | undefined;
  readonly title?: string | undefined;
  readonly applicant?: string | undefined;
  readonly department?: string | undefined;
  /** Ids of departments; sub-departments included. */
  readonly departments?: readonly string[] | undefined;
  /** Earliest time of arrival (`done`: of completion). */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Only tasks that have waited since before this time. */
  readonly before?: Date | undefined;
  /** True for records submitted again after a return, false for others. */
  readonly again?: boolean | undefined;
  /** Ids of the only records to list. */
  readonly records?: readonly string[] | undefined;
  /** True for the longest waiting first; by default the newest first. */
  readonly oldestFirst?: boolean | undefined;
}

/** Row of a task list. */
export interface WorkItem {
  readonly taskId: string | null;
  readonly node: string | null;
  readonly nodeName: string | null;
  readonly nodeNameEn: string | null;
  readonly assignee: string | null;
  readonly assigneeName: string | null;
  /** Name of the absent person on whose behalf the assignee acts. */
  readonly ownerName: string | null;
  readonly taskStatus: string | null;
  readonly comment: string | null;
  /** Deadline of the step; null for none. */
  readonly due: Date | null;
  readonly created: Date;
  readonly claimed: Date | null;
  readonly finished: Date | null;
  readonly instance: string;
  readonly kind: string;
  readonly business: string;
  readonly title: string;
  readonly applicant: string;
  readonly applicantName: string | null;
  readonly departmentName: string | null;
  readonly definition: string;
  readonly definitionName: string;
  readonly definitionNameEn: string;
  readonly version: number;
  readonly category: string;
  readonly categoryName: string;
  readonly categoryNameEn: string;
  readonly status: string;
  readonly suspended: boolean;
  readonly started: Date;
  readonly ended: Date | null;
  /** Number of submissions by its writer. */
  readonly submission: number;
  /** Comment of the last return; null for none. */
  readonly returned: string | null;
  /** Names of the people who may act on the process now, and the time since when the first of them may. */
  readonly holders: readonly string[];
  readonly held: Date | null;
  /** Time of the last reminder by the applicant. */
  readonly urged: Date | null;
}

export interface WorkPage {
  readonly items: readonly WorkItem[];
  readonly total: number;
}

interface List {
  /** Unit of a row: a task, or a process with its first open task. */
  readonly of: 'task' | 'instance';
  readonly where: (person: Person) => Sql;
  /** SQL of the time by which rows are filtered and sorted. */
  readonly moment: Sql;
}

interface Person {
  readonly id: string;
  readonly groups: ReadonlySet<string>;
}

const open = sql`t.status = 'TODO'`;
const mine = ({ id }: Person): Sql => sql`t.assignee_id = ${id}`;
const free = ({ id, groups }: Person): Sql =>
  sql`(t.assignee_id is null and t.candidates && ${[...groups]}::text[] and t.applicant_id <> ${id} and not (${id}::bigint = any(t.concerned_ids)))`;

const lists: Readonly<Record<ListName, List>> = {
  todo: {
    of: 'task',
    where: (person) => and([open, mine(person)]),
    moment: sql`t.created`,
  },
  claim: {
    of: 'task',
    where: (person) => and([open, free(person)]),
    moment: sql`t.created`,
  },
  both: {
    of: 'task',
    where: (person) => and([open, or([mine(person), free(person)])]),
    moment: sql`t.created`,
  },
  all: { of: 'task', where: () => open, moment: sql`t.created` },
  done: {
    of: 'task',
    where: ({ id }) =>
      sql`((t.actor_id = ${id} or t.owner_id = ${id}) and t.status in ('DONE', 'BACK', 'REFUSE') or t.assignee_id = ${id} and t.status = 'WAIT') and t.applicant_id <> ${id}`,
    moment: sql`t.finished`,
  },
  send: { of: 'instance', where: ({ id }) => sql`i.applicant_id = ${id}`, moment: sql`i.started` },
};

const like = (text: string): string => `%${likeLiteral(text)}%`;

const departments = { table: 'dept', parent: 'parent_id' };

/** Returns conditions on the process; without any, tasks are counted and paged alone. */
const instanceFilters = (tenantId: string, query: Partial<ListQuery>): readonly Sql[] => [
  ...(query.kind ? [sql`i.kind = ${query.kind}`] : []),
  ...(query.title ? [sql`i.title ilike ${like(query.title)}`] : []),
  ...(query.category || query.definitionName
    ? [
        sql`exists (select 1 from wf_definition f where f.tenant_id = i.tenant_id and f.id = i.definition_id and ${and(
          [
            ...(query.category ? [sql`f.category = ${query.category}`] : []),
            ...(query.definitionName
              ? [
                  sql`(f.name ilike ${like(query.definitionName)} or f.name_en ilike ${like(query.definitionName)})`,
                ]
              : []),
          ],
        )})`,
      ]
    : []),
  ...(query.applicant
    ? [
        sql`exists (select 1 from users u where u.tenant_id = i.tenant_id and u.id = i.applicant_id and u.real_name ilike ${like(query.applicant)})`,
      ]
    : []),
  ...(query.again === undefined
    ? []
    : [query.again ? sql`i.submission > 1` : sql`i.submission = 1`]),
  ...(query.department
    ? [
        sql`exists (select 1 from dept d where d.tenant_id = i.tenant_id and d.id = i.department_id and (d.dept_name ilike ${like(query.department)} or d.dept_name_en ilike ${like(query.department)}))`,
      ]
    : []),
  ...(query.departments?.length
    ? [
        sql`i.department_id = any(${idsInTree(departments, sql`${tenantId}`, sql`${[...query.departments]}::bigint[]`)})`,
      ]
    : []),
];

/** SQL for the holders of the open tasks of the process `i`, and the time since when the first of them holds one. */
const heldNowText = `
  select min(coalesce(t.handed, t.claimed, t.created)) as held,
      coalesce(array_agg(distinct n.name) filter (where n.name is not null), '{}') as holders
    from wf_task t left join lateral unnest(${holdersText}) n(name) on true
   where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 'TODO'`;

const run = <R>(session: Session, piece: Sql): Promise<R[]> =>
  session.query<R>(compileTemplate(piece).bind({}));

/** Returns the rows of a list: tables with aliases, and the condition. */
const rowsOf = (
  tenantId: string,
  name: ListName,
  person: Person,
  query: Partial<ListQuery>,
  /** True to join the process although no filter needs it, because the caller selects its columns. */
  withInstances = false,
): { readonly from: Sql; readonly key: Sql; readonly condition: Sql } => {
  const { of, where, moment } = lists[name];
  const filters = instanceFilters(tenantId, query);
  const tasks =
    withInstances || filters.length > 0
      ? sql`wf_task t join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id`
      : sql`wf_task t`;
  const [from, key] = of === 'task' ? [tasks, sql`t`] : [sql`wf_instance i`, sql`i`];
  const condition = and([
    sql`${key}.tenant_id = ${tenantId}`,
    where(person),
    ...filters,
    ...(query.from ? [sql`${moment} >= ${query.from}`] : []),
    ...(query.to ? [sql`${moment} <= ${query.to}`] : []),
    ...(query.before ? [sql`${moment} < ${query.before}`] : []),
    ...(query.records ? [sql`${key}.business_id = any(${[...query.records]}::bigint[])`] : []),
  ]);
  return { from, key, condition };
};

/** Returns the number of rows in a list. */
export const countWork = async (
  session: Session,
  name: ListName,
  person: Person,
  query: Partial<ListQuery> = {},
): Promise<number> => {
  const { from, condition } = rowsOf(session.tenantId, name, person, query);
  const [counted] = await run<{ total: string }>(
    session,
    sql`select count(*) as total from ${from} where ${condition}`,
  );
  return Number(counted?.total ?? 0);
};

/** Returns the number of rows of a list by kind, most frequent first; `query.kind` is ignored. */
export const countWorkByKind = async (
  session: Session,
  name: ListName,
  person: Person,
  { kind: _kind, ...query }: Partial<ListQuery>,
): Promise<readonly { readonly kind: string; readonly total: number }[]> => {
  const { from, condition } = rowsOf(session.tenantId, name, person, query, true);
  const found = await run<{ readonly kind: string; readonly total: string }>(
    session,
    sql`select i.kind, count(*) as total from ${from} where ${condition} group by i.kind order by total desc, i.kind`,
  );
  return found.map(({ kind, total }) => ({ kind, total: Number(total) }));
};

/**
 * Returns one page of a list in the requested order, with the exact total. The page is selected before names are looked
 * up, so that a long list costs no more than a short one.
 */
export const listWork = async (
  session: Session,
  name: ListName,
  person: Person,
  query: ListQuery,
): Promise<WorkPage> => {
  const { of, moment } = lists[name];
  const { from, key, condition } = rowsOf(session.tenantId, name, person, query);
  const order = sql.raw(query.oldestFirst ? 'asc' : 'desc');
  const page = sql`select ${key}.id, ${moment} as moment from ${from} where ${condition} order by ${moment} ${order}, ${key}.id ${order} limit ${query.size} offset ${(query.current - 1) * query.size}`;
  const rows =
    of === 'task'
      ? sql`wf_task t on t.tenant_id = ${session.tenantId} and t.id = p.id join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id`
      : sql`wf_instance i on i.tenant_id = ${session.tenantId} and i.id = p.id left join lateral (select * from wf_task x where x.tenant_id = i.tenant_id and x.instance_id = i.id and x.status = 'TODO' order by x.id limit 1) t on true`;
  const items = await run<WorkItem>(
    session,
    sql`select t.id::text as "taskId", t.node, t.node_name as "nodeName",
        t.node_name_en as "nodeNameEn", t.assignee_id::text as assignee,
        au.real_name as "assigneeName", ou.real_name as "ownerName", t.status as "taskStatus", t.comment, coalesce(p.moment, t.created, i.started) as created,
        t.claimed, t.finished,
        (select a.due_at from wf_act a where a.tenant_id = t.tenant_id and a.id = t.act_id) as due,
        i.id::text as instance, i.kind, i.business_id::text as business,
        i.title, i.applicant_id::text as applicant, pu.real_name as "applicantName",
        said(d.dept_name, d.dept_name_en) as "departmentName", f.id::text as definition, f.name as "definitionName",
        f.name_en as "definitionNameEn", f.version, f.category, ${sql.raw(categoryNames('f'))}, i.status, i.suspended, i.started,
        i.ended, i.submission, h.held, h.holders,
        (select b.comment from wf_task b where b.tenant_id = i.tenant_id and b.instance_id = i.id
          and b.status = 'BACK' and b.actor_id is not null order by b.finished desc limit 1) as returned,
        (select max(l.at) from wf_log l where l.tenant_id = i.tenant_id and l.instance_id = i.id
          and l.operation = 'urge') as urged
      from (${page}) p join ${rows}
      join wf_definition f on f.tenant_id = i.tenant_id and f.id = i.definition_id
      left join users pu on pu.tenant_id = i.tenant_id and pu.id = i.applicant_id
      left join users au on au.tenant_id = i.tenant_id and au.id = t.assignee_id
      left join users ou on ou.tenant_id = i.tenant_id and ou.id = t.owner_id
      left join dept d on d.tenant_id = i.tenant_id and d.id = i.department_id
      cross join lateral (${sql.raw(heldNowText)}) h
     order by p.moment ${order}, p.id ${order}`,
  );
  return {
    items: await withWaits(session, items),
    total: await countWork(session, name, person, query),
  };
};

/** Adds the waiting step to processes without a task, which wait for something external. */
const withWaits = async (session: Session, items: readonly WorkItem[]): Promise<WorkItem[]> => {
  const without = items.filter(({ node, status }) => node === null && status === 'RUN');
  const held = await openStepsOf(
    session,
    without.map(({ instance }) => instance),
  );
  return items.map((item) => {
    const step = item.node === null ? held.get(item.instance)?.[0] : undefined;
    if (!step) return item;
    const [nodeName, nodeNameEn] = step.name;
    return { ...item, nodeName, nodeNameEn, held: step.since };
  });
};
