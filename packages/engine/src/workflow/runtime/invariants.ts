import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { graphFormat } from '@keyan/kernel/workflow/graph.ts';
import type { Session } from '../../store/connection/database.ts';
import { stuckTasksText } from '../people/offboarding.ts';

/** Kinds of processes, and the table of their records. */
export interface RecordTable {
  readonly table: string;
  readonly kinds: readonly string[];
}

export const recordTablesOf = (resources: Iterable<Resource>): readonly RecordTable[] =>
  [...resources].filter(hasProcess).map(({ table, processes }) => ({
    table,
    kinds: processes.map(({ kind }) => kind),
  }));

/** Condition that stored processes of a tenant always meet between transactions. */
export interface Invariant {
  readonly number: number;
  readonly name: Label;
  /** True for random plays only: people may delete the rows that it checks. */
  readonly inPlaysOnly?: true;
  /** Returns a query for the violations: columns `instance` and `node`, the tenant as `$1`. */
  statement(tables: readonly RecordTable[]): string;
}

/**
 * SQL for running processes, and those that ended since the night before last. Statements look up other rows by process
 * id: joined as a whole, the tables of history would be scanned completely.
 */
const recent = `with p as (
  select i.* from wf_instance i
   where i.tenant_id = $1 and (i.status = 'RUN' or coalesce(i.ended, now()) > now() - interval '2 days'))`;

const invariant = (number: number, name: Label, text: string): Invariant => ({
  number,
  name,
  statement: () => `${recent} ${text}`,
});

const wholes = (condition: string): string =>
  `select p.id::text as instance, '' as node from p where ${condition}`;

/** Returns SQL for the rows of a process `p` in a table. */
const rows = (what: string, table: string, condition = 'true'): string =>
  `(select ${what} from ${table} x
     where x.tenant_id = $1 and x.instance_id = p.id and ${condition})`;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns SQL for processes whose record has other process columns. */
const outOfStep = ({ table, kinds }: RecordTable): string => `
  select p.id::text as instance, '' as node
    from p
    join wf_definition d on d.tenant_id = $1 and d.id = p.definition_id
    left join "${table}" r on r.tenant_id = $1 and r.id = p.business_id
   where p.kind in (${kinds.map(quoted).join()}) and case p.status
     when 'RUN' then r.id is null or r.is_deleted = 1 or r.current_node is null
       or r.process_instance_id is distinct from p.id
       or r.audit_status <> case when exists
         ${rows('1', 'wf_act', `x.status = 'ACTIVE' and x.node = d.graph ->> 'apply'`)}
         then '3' else '1' end
     else r.process_instance_id = p.id and r.is_deleted = 0 and r.audit_status in ('1', '3') end`;

/** Invariants in the order of their numbers (decision 0048). */
export const invariants: readonly Invariant[] = [
  invariant(
    1,
    [
      '办理中的流程没有待办，或已结束的流程仍有待办',
      'A running process has no open task, or an ended one still has',
    ],
    wholes(`case when p.status = 'RUN'
      then not exists ${rows('1', 'wf_task', `x.status = 'TODO'`)}
        and not exists ${rows('1', 'wf_act', `x.status = 'ACTIVE' and x.type = 'wait'`)}
      else exists ${rows('1', 'wf_task', `x.status in ('TODO', 'WAIT')`)}
        or exists ${rows('1', 'wf_act', `x.status = 'ACTIVE'`)}
        or exists ${rows('1', 'wf_scope', `x.status = 'OPEN'`)} end`),
  ),
  invariant(
    2,
    ['流程的当前位置不唯一', 'A running process has no single current position'],
    wholes(`p.status = 'RUN' and
      ${rows('count(*)', 'wf_act', `x.status = 'ACTIVE' and x.scope_id is null`)} +
      ${rows('count(*)', 'wf_scope', `x.status = 'OPEN' and x.parent_id is null`)} <> 1`),
  ),
  invariant(
    3,
    ['并行分支的数目不符', 'The branches of a fork are inconsistent'],
    `select p.id::text as instance, s.fork as node
       from p join wf_scope s on s.tenant_id = $1 and s.instance_id = p.id and s.status = 'OPEN'
      where (select count(distinct arrival ->> 'flow') from jsonb_array_elements(s.arrivals) arrival) +
          ${rows('count(*)', 'wf_act', `x.status = 'ACTIVE' and x.scope_id = s.id`)} +
          ${rows('count(*)', 'wf_scope', `x.status = 'OPEN' and x.parent_id = s.id`)} <> s.expected
        or s.parent_id is not null and not exists
          ${rows('1', 'wf_scope', `x.id = s.parent_id and x.status = 'OPEN'`)}`,
  ),
  invariant(
    4,
    [
      '环节所在的并行分支与流程图不符',
      'The parallel branches of an open step do not match the diagram',
    ],
    `select p.id::text as instance, a.node
       from p
       join wf_act a on a.tenant_id = $1 and a.instance_id = p.id and a.status = 'ACTIVE'
       join wf_definition d on d.tenant_id = $1 and d.id = p.definition_id and d.format = ${graphFormat}
      where (select coalesce(string_agg(b.branch ->> 0, ',' order by b.place), '')
               from jsonb_array_elements(d.graph #> array['nodes', a.node, 'path'])
                 with ordinality b(branch, place))
        <> (with recursive around as (
              select s.parent_id, s.fork, 0 as depth from wf_scope s
               where s.tenant_id = $1 and s.id = a.scope_id
              union all
              select s.parent_id, s.fork, depth + 1
                from around join wf_scope s on s.tenant_id = $1 and s.id = around.parent_id)
            select coalesce(string_agg(fork, ',' order by depth desc), '') from around)`,
  ),
  invariant(
    5,
    [
      '环节的待办数与未表态人数不符',
      'The open tasks of a step do not match the votes still missing',
    ],
    `select p.id::text as instance, a.node
       from p join wf_act a on a.tenant_id = $1 and a.instance_id = p.id
         and a.status = 'ACTIVE' and a.type = 'user'
      where ${rows('count(*)', 'wf_task', `x.act_id = a.id and x.status in ('TODO', 'WAIT') and x.kind in ('N', 'P')`)} <>
        case when jsonb_array_length(a.people) > 0 then 1 else a.total - a.done - a.against end`,
  ),
  invariant(
    6,
    [
      '已离开的环节仍有待办，或同一人在环节中出现两次',
      'A step that was left has open tasks, or a person appears twice in a step',
    ],
    `select p.id::text as instance, t.node
       from p
       join wf_task t on t.tenant_id = $1 and t.instance_id = p.id and t.status in ('TODO', 'WAIT')
       join wf_act a on a.tenant_id = $1 and a.id = t.act_id and a.status <> 'ACTIVE'
     union
     -- Whoever waits waits for somebody, and nobody else has people before them.
     select p.id::text, t.node
       from p join wf_task t on t.tenant_id = $1 and t.instance_id = p.id
      where (t.status = 'WAIT') <> exists (select 1 from wf_task o where o.tenant_id = $1
        and o.parent_id = t.id and o.kind in ('B', 'D') and o.status in ('TODO', 'WAIT'))
     union
     select p.id::text, t.node
       from p join wf_task t on t.tenant_id = $1 and t.instance_id = p.id
         and t.status in ('TODO', 'WAIT', 'DONE')
      where coalesce(t.actor_id, t.assignee_id) is not null
      group by p.id, t.node, t.act_id, coalesce(t.actor_id, t.assignee_id)
     having count(*) > 1`,
  ),
  invariant(
    7,
    ['审批记录与已办任务数不符', 'History and completed tasks are inconsistent'],
    wholes(
      `${rows(
        `count(*) filter (where operation <> 'withdraw') - count(*) filter (where operation = 'withdraw')`,
        'wf_log',
        `x.operation in ('start', 'submit', 'approve', 'disagree', 'opinion', 'withdraw')`,
      )} <> ${rows('count(*)', 'wf_task', `x.status = 'DONE'`)}`,
    ),
  ),
  invariant(
    8,
    ['已通过的流程没有有效的同意', 'An approved process has no valid approval'],
    `select p.id::text as instance, '' as node
       from p join wf_definition d on d.tenant_id = $1 and d.id = p.definition_id
      where p.status = 'DONE'
        and not jsonb_path_exists(d.graph, '$.nodes.*.free ? (@ == true)')
        and (select count(*) from wf_task t
            join wf_act a on a.tenant_id = $1 and a.id = t.act_id
             and a.verdict = 'agree' and not a.void
           where t.tenant_id = $1 and t.instance_id = p.id and t.status = 'DONE'
             and t.result = 'agree' and t.kind in ('N', 'P') and t.actor_id <> p.applicant_id
             and not t.actor_id = any(t.concerned_ids)) = 0`,
  ),
  invariant(
    9,
    [
      '申请人或记录涉及的人员办理了审批',
      'The applicant, or a person named in the record, has approved it',
    ],
    `select p.id::text as instance, approved.node
       from p cross join lateral (
         select t.node from wf_log l
           join wf_task t on t.tenant_id = $1 and t.instance_id = p.id and t.id = l.task_id
            and t.status = 'DONE'
          where l.tenant_id = $1 and l.instance_id = p.id and l.operation = 'approve'
            and (l.actor_id = p.applicant_id or l.actor_id = any(t.concerned_ids))
         offset 0) approved`,
  ),
  {
    number: 10,
    name: ['记录的状态与流程不符', 'The status of the record does not match its process'],
    statement: (tables) => `${recent} ${tables.map(outOfStep).join(' union all ')}`,
  },
  invariant(
    17,
    ['流程的挂起状态不一致', 'A process is marked suspended in one place but not in another'],
    wholes(`p.suspended <> (p.suspended_at is not null) or (p.suspended and p.status <> 'RUN')`),
  ),
  {
    number: 20,
    name: ['无人可办理', 'Nobody can act on it'],
    statement: () => `select instance_id::text as instance, node from (${stuckTasksText}) stuck`,
  },
  {
    ...invariant(
      21,
      ['待办人未收到消息', 'An assignee was not notified'],
      `select p.id::text as instance, t.node
         from p join wf_task t on t.tenant_id = $1 and t.instance_id = p.id
           and t.status = 'TODO' and t.assignee_id <> t.applicant_id
        where not exists (
          -- Who takes an approval back gets a new task of the same act, by their own doing.
          select 1 from message m
            join wf_task o on o.tenant_id = $1 and o.instance_id = p.id and o.act_id = t.act_id
             and strpos(m.link, '/handle/' || o.id || '/') > 0
           where m.tenant_id = $1 and m.biz_id = t.business_id
             and m.receiver_id = t.assignee_id and m.msg_type = '01')`,
    ),
    inPlaysOnly: true,
  },
  invariant(
    22,
    [
      '申请人账号已停用，记录停在申请人处，请转给他人接办',
      'The applicant’s account is disabled while the record is with them: pass it to somebody else',
    ],
    `select p.id::text as instance, t.node
       from p join wf_task t on t.tenant_id = $1 and t.instance_id = p.id
         and t.status = 'TODO' and t.assignee_id = t.applicant_id
      where not exists (select 1 from users u where u.tenant_id = $1 and u.id = t.applicant_id
        and u.status = '1' and u.is_deleted = 0)`,
  ),
  invariant(
    24,
    ['流程的修订号与历史不符', 'The revision of a process does not match its history'],
    wholes(`p.revision <> ${rows('count(distinct x.revision)', 'wf_log')}
      or p.revision <> ${rows('coalesce(max(x.revision), 0)', 'wf_log')}`),
  ),
];

/** Process, and the step or gateway in it, that violates an invariant. */
export interface InvariantViolation {
  readonly invariant: Invariant;
  readonly instance: string;
  /** Empty if the violation concerns the whole process. */
  readonly node: string;
}

/** Returns all violations of invariants in a tenant's processes. */
export const violationsOf = async (
  session: Session,
  tables: readonly RecordTable[],
  checked: readonly Invariant[] = invariants,
): Promise<readonly InvariantViolation[]> => {
  const found: InvariantViolation[] = [];
  for (const item of checked) {
    if (item.number === 10 && tables.length === 0) continue;
    const violations = await session.query<{ instance: string; node: string }>(
      item.statement(tables),
      [session.tenantId],
    );
    found.push(...violations.map((violation) => ({ invariant: item, ...violation })));
  }
  return found;
};
