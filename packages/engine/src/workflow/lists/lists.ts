import { sql } from 'kysely';
import type { Session } from '../../store/connection/database.ts';
import { and, compileTemplate, or, type Sql } from '../../store/statements/compile.ts';
import { idsInTree, likeLiteral } from '../../store/statements/conditions.ts';
import { categoryNames } from '../drawings/definitions.ts';
import { holdersText, openStepsOf } from '../people/held.ts';

/**
 * The lists of work. `todo`: mine; `claim`: mine to take; `both` of them; `all`: everybody's (for
 * managers); `done`: dealt with by me; `send`: what I submitted, one row a process.
 */
export type ListName = 'todo' | 'claim' | 'both' | 'all' | 'done' | 'send';

export interface ListQuery {
  /** From 1. */
  readonly current: number;
  readonly size: number;
  readonly kind?: string | undefined;
  readonly category?: string | undefined;
  /** Name of the process, the business, the applicant, the department: any part of it. */
  readonly definitionName?: string | undefined;
  readonly title?: string | undefined;
  readonly applicant?: string | undefined;
  readonly department?: string | undefined;
  /** Filter for these departments, or one below them. */
  readonly departments?: readonly string[] | undefined;
  /** When the row arrived (`done`: was dealt with). */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Only tasks that have waited since before this moment. */
  readonly before?: Date | undefined;
  /** Handed in again after it had come back, or not. */
  readonly again?: boolean | undefined;
  /** Only what belongs to these records. */
  readonly records?: readonly string[] | undefined;
  /** Order: the longest waiting first, or the latest first (the default). */
  readonly oldestFirst?: boolean | undefined;
}

/** One row of any of the lists. */
export interface WorkItem {
  readonly taskId: string | null;
  readonly node: string | null;
  readonly nodeName: string | null;
  readonly nodeNameEn: string | null;
  readonly assignee: string | null;
  readonly assigneeName: string | null;
  /** Absent person in whose name the assignee acts or acted. */
  readonly ownerName: string | null;
  readonly taskStatus: string | null;
  readonly comment: string | null;
  /** When the step is to be dealt with; null without a deadline. */
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
  /** Counts how often its writer handed it in. */
  readonly submission: number;
  /** Text of the last return. */
  readonly returned: string | null;
  /** People who may act on the process now, by name, and the time since when the first of them has it. */
  readonly holders: readonly string[];
  readonly held: Date | null;
  /** When its applicant last urged them. */
  readonly urged: Date | null;
}

export interface WorkPage {
  readonly items: readonly WorkItem[];
  readonly total: number;
}

interface List {
  /** Tasks by themselves, or processes with their first live task. */
  readonly of: 'task' | 'instance';
  readonly where: (person: Person) => Sql;
  /** The moment that the row is filtered and sorted by. */
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

/** Conditions on the process; without any, tasks are counted and paged by themselves. */
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

/** Holders of the open tasks of the process `i`, and the time since when the first of them holds one. */
const heldNowText = `
  select min(coalesce(t.handed, t.claimed, t.created)) as held,
      coalesce(array_agg(distinct n.name) filter (where n.name is not null), '{}') as holders
    from wf_task t left join lateral unnest(${holdersText}) n(name) on true
   where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 'TODO'`;

const run = <R>(session: Session, piece: Sql): Promise<R[]> =>
  session.query<R>(compileTemplate(piece).bind({}));

/** Rows that a list asks for: the tables with their aliases, and the condition on them. */
const rowsOf = (
  tenantId: string,
  name: ListName,
  person: Person,
  query: Partial<ListQuery>,
  /** The caller selects columns of the process, so the statement joins it although no filter needs it. */
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

/** How many there are in a list. */
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

/** Number of rows of a list by the kind of their records, the most frequent first; `query.kind` is not asked. */
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
 * One page of a list in the order that the query asks for, with the exact total. The page is cut out before names are
 * looked up, so that a long list costs no more than a short one.
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

/** A process that waits for something outside has no task: the step that waits is named instead. */
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
