import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import type { Graph, VisitedNode } from '@keyan/kernel/workflow/graph.ts';
import { userNode, visitedNode } from '@keyan/kernel/workflow/graph.ts';
import type {
  Copy,
  Instance,
  LogEntry,
  Scope,
  Snapshot,
  StepVisit,
  Task,
  WorkflowEvent,
} from '@keyan/kernel/workflow/state.ts';
import type { Session, Tx } from '../../store/connection/database.ts';

/**
 * Reads and writes snapshots of processes in the wf_ tables. All rows of one process are read by one statement and
 * written by one, so that a step needs few round trips.
 */

/** SQL columns of the process row; ids as text, as everywhere outside the store. */
const instanceColumns = `i.id::text, i.definition_id::text as "definition", i.kind,
  i.business_id::text as "business", i.title, i.applicant_id::text as "applicant",
  i.department_id::text as "department", i.frozen, i.submission, i.status, i.suspended,
  i.suspended_at as "suspendedAt", i.revision, i.started, i.ended`;

const partsText = `
  (select coalesce(json_agg(r order by r.id), '[]') from (
     select id::text, fork, parent_id::text as parent, expected, arrivals, partial, status
       from wf_scope s where s.tenant_id = i.tenant_id and s.instance_id = i.id) r) as scopes,
  (select coalesce(json_agg(r order by r.seq), '[]') from (
     select id::text, seq, submission, node, scope_id::text as scope,
            previous_ids::text[] as previous, status, total, done, against, people, flows, verdict, basis, void, entered, left_at as "left",
            due_at as due, paused, outcome, outcome_key as "outcomeKey"
       from wf_act a where a.tenant_id = i.tenant_id and a.instance_id = i.id) r) as visits,
  (select coalesce(json_agg(r order by r.created, r.id), '[]') from (
     select id::text, act_id::text as visit, node, kind, parent_id::text as parent, assignee_id::text as assignee, owner_id::text as owner, candidates, status,
            actor_id::text as actor, comment, result, created, claimed, handed, finished
       from wf_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id) r) as tasks,
  (select coalesce(json_agg(r order by r.id), '[]') from (
     select id::text, act_id::text as visit, user_id::text as "user", by_id::text as by, at
       from wf_cc c where c.tenant_id = i.tenant_id and c.instance_id = i.id) r) as copies`;

/** Row as JSON, in which times are text. */
type Stored<T> = {
  readonly [K in keyof T]: T[K] extends Date
    ? string
    : T[K] extends Date | null
      ? string | null
      : T[K];
};

const moment = (text: string | null): Date | null => (text === null ? null : new Date(text));

type Parts = {
  readonly scopes: Scope[];
  readonly visits: Stored<StepVisit>[];
  readonly tasks: Stored<Task>[];
  readonly copies: Stored<Copy>[];
};

const snapshotOf = ({
  scopes,
  visits,
  tasks,
  copies,
  ...instance
}: Instance & Parts): Snapshot => ({
  instance,
  scopes,
  visits: visits.map((visit) => ({
    ...visit,
    entered: new Date(visit.entered),
    left: moment(visit.left),
    due: moment(visit.due),
  })),
  tasks: tasks.map((task) => ({
    ...task,
    created: new Date(task.created),
    claimed: moment(task.claimed),
    handed: moment(task.handed),
    finished: moment(task.finished),
  })),
  copies: copies.map((copy) => ({ ...copy, at: new Date(copy.at) })),
});

/** Name of a process: its id, or one of its tasks. */
export type InstanceName = { readonly task: string } | { readonly instance: string };

/** Returns a process with all its rows; undefined for an unknown id. */
export const loadSnapshot = async (
  session: Session,
  name: InstanceName,
): Promise<Snapshot | undefined> => {
  const [condition, id] =
    'task' in name
      ? ['(select instance_id from wf_task where tenant_id = $1 and id = $2)', name.task]
      : ['$2', name.instance];
  const [row] = await session.query<Instance & Parts>(
    `select ${instanceColumns}, ${partsText} from wf_instance i
      where i.tenant_id = $1 and i.id = ${condition}`,
    [session.tenantId, id],
  );
  return row && snapshotOf(row);
};

/** Returns several processes by id; unknown ids are left out. */
export const loadSnapshots = async (
  session: Session,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Snapshot>> => {
  if (ids.length === 0) return new Map();
  const rows = await session.query<Instance & Parts>(
    `select ${instanceColumns}, ${partsText} from wf_instance i
      where i.tenant_id = $1 and i.id = any($2::bigint[])`,
    [session.tenantId, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, snapshotOf(row)]));
};

/** Returns the people whom the records of processes name, by process, as their open tasks store them. */
export const peopleConcerned = async (
  session: Session,
  instances: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  if (instances.length === 0) return new Map();
  const rows = await session.query<{ id: string; people: string[] }>(
    `select t.instance_id::text as id, array_agg(distinct c.person::text) as people
       from wf_task t cross join lateral unnest(t.concerned_ids) c(person)
      where t.tenant_id = $1 and t.instance_id = any($2::bigint[]) and t.status = 'TODO'
      group by t.instance_id`,
    [session.tenantId, instances],
  );
  return new Map(rows.map(({ id, people }) => [id, new Set(people)]));
};

/**
 * Locks a process until the transaction ends, and updates the snapshot: usually its revision shows that nothing has
 * changed.
 */
export const lockSnapshot = async (tx: Tx, seen: Snapshot): Promise<Snapshot> => {
  const { id, revision } = seen.instance;
  const [now] = await tx.query<{ revision: number }>(
    'select revision from wf_instance where tenant_id = $1 and id = $2 for update',
    [tx.tenantId, id],
  );
  if (now?.revision === revision) return seen;
  // A separate statement, begun after the lock was granted: it sees the changes of the lock's last holder.
  return (await loadSnapshot(tx, { instance: id })) ?? seen;
};

/**
 * SQL that writes what a decision changed. In existing rows only columns that a step may change are written. One
 * statement writes all tables; references are checked at its end. The log stores people's current names (ruling 46).
 */
const saveText = `with
  given as (select $2::jsonb as j),
  i as (
    insert into wf_instance (tenant_id, id, definition_id, kind, business_id, title, applicant_id,
        department_id, frozen, submission, status, suspended, revision, started, ended,
        suspended_at)
      select $1, r.* from given, jsonb_to_record(j -> 'instance') as r(id bigint,
        definition bigint, kind text, business bigint, title text, applicant bigint, department bigint,
        frozen jsonb, submission int, status text, suspended boolean, revision int, started timestamptz,
        ended timestamptz, "suspendedAt" timestamptz)
    on conflict (tenant_id, id) do update set title = excluded.title,
      applicant_id = excluded.applicant_id, department_id = excluded.department_id,
      definition_id = excluded.definition_id, frozen = excluded.frozen, submission = excluded.submission, status = excluded.status, suspended = excluded.suspended,
      revision = excluded.revision, ended = excluded.ended,
      suspended_at = excluded.suspended_at),
  s as (
    insert into wf_scope (tenant_id, instance_id, id, fork, parent_id, expected, arrivals,
        partial, status)
      select $1, (j #>> '{instance,id}')::bigint, r.* from given,
        jsonb_to_recordset(j -> 'scopes') as r(id bigint, fork text, parent bigint, expected int,
          arrivals jsonb, partial boolean, status text)
    on conflict (tenant_id, id) do update set fork = excluded.fork, expected = excluded.expected,
      arrivals = excluded.arrivals, status = excluded.status),
  a as (
    insert into wf_act (tenant_id, instance_id, id, seq, submission, node, scope_id, previous_ids,
        status, total, done, against, people, flows, verdict, basis, void, entered, left_at, due_at,
        paused, outcome, outcome_key, type, overdue)
      select $1, (j #>> '{instance,id}')::bigint, r.* from given,
        jsonb_to_recordset(j -> 'visits') as r(id bigint, seq int, submission int, node text,
          scope bigint, previous bigint[], status text, total int, done int, against int, people jsonb, flows jsonb,
          verdict text, basis jsonb, void boolean, entered timestamptz, "left" timestamptz,
          due timestamptz, paused bigint, outcome jsonb, "outcomeKey" text, type text, overdue text)
    on conflict (tenant_id, id) do update set status = excluded.status, total = excluded.total,
      node = excluded.node, previous_ids = excluded.previous_ids,
      done = excluded.done, against = excluded.against, submission = excluded.submission,
      people = excluded.people, flows = excluded.flows,
      verdict = excluded.verdict, basis = excluded.basis, void = excluded.void,
      left_at = excluded.left_at, due_at = excluded.due_at, paused = excluded.paused, overdue = excluded.overdue, outcome = excluded.outcome,
      outcome_key = excluded.outcome_key),
  t as (
    insert into wf_task (tenant_id, instance_id, business_id, applicant_id, concerned_ids, id, act_id,
        node, kind, parent_id, node_name, node_name_en, assignee_id, owner_id, candidates, status, actor_id, comment, result,
        created, claimed, handed, finished)
      select $1, (j #>> '{instance,id}')::bigint, (j #>> '{instance,business}')::bigint,
          (j #>> '{instance,applicant}')::bigint, $3::bigint[], r.*
        from given, jsonb_to_recordset(j -> 'tasks') as r(id bigint, visit bigint, node text,
          kind text, parent bigint, name text, english text, assignee bigint, owner bigint, candidates text[], status text, actor bigint,
          comment text, result text, created timestamptz, claimed timestamptz, handed timestamptz,
          finished timestamptz)
    on conflict (tenant_id, id) do update set assignee_id = excluded.assignee_id,
      owner_id = excluded.owner_id,
      node = excluded.node, node_name = excluded.node_name, node_name_en = excluded.node_name_en,
      candidates = excluded.candidates, concerned_ids = excluded.concerned_ids,
      applicant_id = excluded.applicant_id,
      status = excluded.status, actor_id = excluded.actor_id, comment = excluded.comment,
      result = excluded.result, claimed = excluded.claimed, handed = excluded.handed,
      finished = excluded.finished),
  w as (
    -- Whatever was found wrong with it is over: it moves. What is still wrong is found again.
    update wf_trouble x set solved_at = (j #>> '{logs,0,at}')::timestamptz
      from given
     where x.tenant_id = $1 and x.instance_id = (j #>> '{instance,id}')::bigint
       and x.solved_at is null),
  c as (
    insert into wf_cc (tenant_id, instance_id, id, act_id, user_id, by_id, at)
      select $1, (j #>> '{instance,id}')::bigint, r.* from given,
        jsonb_to_recordset(j -> 'copies') as r(id bigint, visit bigint, "user" bigint, by bigint,
          at timestamptz))
  insert into wf_log (tenant_id, instance_id, id, revision, line, operation, actor_id, owner_id,
      task_id, act_id, node, node_name, comment, reason, target, extra, arrived, at, actor_name,
      owner_name, target_name)
    select $1, (j #>> '{instance,id}')::bigint, r.*,
        (select u.real_name from users u where u.tenant_id = $1 and u.id = r.actor),
        (select u.real_name from users u where u.tenant_id = $1 and u.id = r.owner),
        (select string_agg(u.real_name, '、' order by named.place)
           from unnest(case when r.target ~ '^([1-8]\\d{18}|\\d{1,18})(,([1-8]\\d{18}|\\d{1,18}))*$'
             then string_to_array(r.target, ',')::bigint[] end) with ordinality named(id, place)
           join users u on u.tenant_id = $1 and u.id = named.id)
      from given,
      jsonb_to_recordset(j -> 'logs') as r(id bigint, revision int, line int, operation text,
        actor bigint, owner bigint, task bigint, visit bigint, node text, "nodeName" jsonb, comment text,
        reason jsonb, target text, extra jsonb, arrived timestamptz, at timestamptz)`;

/**
 * Stores the events of a decision. The lock of the record prevents a second process.
 * @param concerned people whom the record names besides its applicant: stored with the tasks, so that lists do not show
 *   the tasks to people who may not take them.
 */
export const saveEvents = (
  tx: Tx,
  graph: Graph,
  events: readonly WorkflowEvent[],
  concerned: ReadonlySet<string> = new Set(),
): void => {
  const rows = {
    instance: undefined as Instance | undefined,
    scopes: [] as Scope[],
    visits: [] as (StepVisit & { type: VisitedNode['type']; overdue: string | null })[],
    tasks: [] as (Task & { name: string; english: string })[],
    copies: [] as Copy[],
    logs: [] as LogEntry[],
  };
  const keep: { readonly [T in WorkflowEvent['type']]: (event: never) => void } = {
    instance: ({ row }: { row: Instance }) => {
      rows.instance = row;
    },
    scope: ({ row }: { row: Scope }) => void rows.scopes.push(row),
    visit: ({ row }: { row: StepVisit }) => {
      const node = visitedNode(graph, row.node);
      const overdue = (node?.type === 'user' && node.overdue) || null;
      rows.visits.push({ ...row, type: node?.type ?? 'user', overdue });
    },
    task: ({ row }: { row: Task }) => {
      const step = userNode(graph, row.node);
      const [name, english] = step ? stepLabel(step) : [row.node, row.node];
      rows.tasks.push({ ...row, name, english });
    },
    copy: ({ row }: { row: Copy }) => void rows.copies.push(row),
    log: ({ entry }: { entry: LogEntry }) => void rows.logs.push(entry),
    notice: () => undefined,
    outcome: () => undefined,
  };
  for (const event of events) keep[event.type](event as never);
  tx.send({ sql: saveText, parameters: [tx.tenantId, JSON.stringify(rows), [...concerned]] });
};
