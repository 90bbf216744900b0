import type { Session } from '../store/database.ts';

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
  /** When the row arrived (`done`: was dealt with). */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** One row of any of the lists. */
export interface WorkItem {
  readonly taskId: string | null;
  readonly node: string | null;
  readonly nodeName: string | null;
  readonly nodeNameEn: string | null;
  readonly assignee: string | null;
  readonly assigneeName: string | null;
  readonly taskStatus: string | null;
  readonly comment: string | null;
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
  readonly status: string;
  readonly suspended: boolean;
  readonly started: Date;
  readonly ended: Date | null;
}

export interface WorkPage {
  readonly items: readonly WorkItem[];
  readonly total: number;
}

interface List {
  /** Where the rows come from, as `t` (a task, or null columns) and `i` (its instance). */
  readonly from: string;
  readonly where: string;
  /** The moment that the row is filtered and sorted by. */
  readonly moment: string;
}

const tasks = 'wf_task t join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id';
const open = `t.status = 'TODO'`;
const mine = 't.assignee_id = $2';
const free = 't.assignee_id is null and t.candidates && $3::text[] and t.applicant_id <> $2';

/** The first live task stands for the process that I sent. */
const sent = `wf_instance i left join lateral (
    select * from wf_task x
     where x.tenant_id = i.tenant_id and x.instance_id = i.id and x.status = 'TODO'
     order by x.id limit 1) t on true`;

const lists: Readonly<Record<ListName, List>> = {
  todo: { from: tasks, where: `${open} and ${mine}`, moment: 't.created' },
  claim: { from: tasks, where: `${open} and ${free}`, moment: 't.created' },
  both: { from: tasks, where: `${open} and (${mine} or (${free}))`, moment: 't.created' },
  all: { from: tasks, where: open, moment: 't.created' },
  done: {
    from: tasks,
    where: `t.actor_id = $2 and t.status in ('DONE', 'BACK', 'REFUSE') and t.applicant_id <> $2`,
    moment: 't.finished',
  },
  send: { from: sent, where: 'i.applicant_id = $2', moment: 'i.started' },
};

const columns = `t.id::text as "taskId", t.node, t.node_name as "nodeName",
  t.node_name_en as "nodeNameEn", t.assignee_id::text as assignee, au.real_name as "assigneeName",
  t.status as "taskStatus", t.comment, t.claimed, t.finished, i.id::text as instance, i.kind,
  i.business_id::text as business, i.title, i.applicant_id::text as applicant,
  pu.real_name as "applicantName", d.dept_name as "departmentName", f.id::text as definition,
  f.name as "definitionName", f.name_en as "definitionNameEn", f.version, f.category, i.status,
  i.suspended, i.started, i.ended`;

const like = (text: string | undefined): string | null =>
  text ? `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` : null;

/** One page of a list, newest first, with the exact total. */
export const listWork = async (
  session: Session,
  name: ListName,
  person: { readonly id: string; readonly groups: ReadonlySet<string> },
  query: ListQuery,
): Promise<WorkPage> => {
  const { from, where, moment } = lists[name];
  const text = `select ${columns}, ${moment} as created, count(*) over () as total
      from ${from}
      join wf_definition f on f.tenant_id = i.tenant_id and f.id = i.definition_id
      left join users pu on pu.tenant_id = i.tenant_id and pu.id = i.applicant_id
      left join users au on au.tenant_id = i.tenant_id and au.id = t.assignee_id
      left join dept d on d.tenant_id = i.tenant_id and d.id = i.department_id
     where i.tenant_id = $1 and ($2::bigint is not null and $3::text[] is not null)
       and ${where}
       and ($4::text is null or i.kind = $4) and ($5::text is null or f.category = $5)
       and ($6::text is null or f.name ilike $6 or f.name_en ilike $6)
       and ($7::text is null or i.title ilike $7)
       and ($8::text is null or pu.real_name ilike $8)
       and ($9::text is null or d.dept_name ilike $9)
       and ($10::timestamptz is null or ${moment} >= $10)
       and ($11::timestamptz is null or ${moment} <= $11)
     order by ${moment} desc, i.id desc, t.id desc limit $12 offset $13`;
  const ask = (limit: number, offset: number) =>
    session.query<WorkItem & { total: string }>(text, [
      session.tenantId,
      person.id,
      [...person.groups],
      query.kind || null,
      query.category || null,
      like(query.definitionName),
      like(query.title),
      like(query.applicant),
      like(query.department),
      query.from ?? null,
      query.to ?? null,
      limit,
      offset,
    ]);
  const items = await ask(query.size, (query.current - 1) * query.size);
  // Beyond the last page there is no row to carry the total.
  const [first] = items.length > 0 || query.current === 1 ? items : await ask(1, 0);
  return { items, total: Number(first?.total ?? 0) };
};
