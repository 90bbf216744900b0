import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import { userNode } from '@keyan/kernel/workflow/graph.ts';
import type { Snapshot } from '@keyan/kernel/workflow/state.ts';
import type { Session, Tx } from '../../store/connection/database.ts';
import { graphOf } from '../drawings/definitions.ts';
import type { WorkflowServices } from '../runtime/port.ts';
import { loadSnapshot, lockSnapshot } from '../runtime/rows.ts';
import { managesKind, processNotFound, resourceOfKind } from '../runtime/subject.ts';
import { holderIdsText } from './held.ts';
import { urgeNotice } from './notices.ts';

const day = 86_400_000;

/** Capacity in which somebody reminds: as applicant, as earlier assignee, or as manager of the kind. */
export type UrgingCapacity = 'applicant' | 'handler' | 'manager';

/** State of a process that decides if it may be reminded of. */
export interface WaitingProcess {
  readonly kind: string;
  /** Status of the process: `RUN` while it goes on. */
  readonly status: string;
  readonly suspended: boolean;
  /** Capacity of the actor; null for none. */
  readonly by: UrgingCapacity | null;
  /** Time since when other people have it; null if nobody has a task, or only the applicant. */
  readonly held: Date | null;
  /** Time of the last reminder. */
  readonly urged: Date | null;
}

const promisedDays = (engine: WorkflowServices, kind: string): number =>
  resourceOfKind(engine, kind).processes.find((process) => process.kind === kind)?.promisedDays ??
  0;

/**
 * Returns why nobody may remind (催办) now in this capacity; undefined if allowed: once a day, and except for managers
 * after the promised days.
 */
export const whyNotUrge = (
  engine: WorkflowServices,
  waiting: WaitingProcess,
): Label | undefined => {
  const { kind, status, suspended, by, held, urged } = waiting;
  const now = engine.clock();
  if (by === null) {
    return [
      '只有申请人、经办人和流程管理员可以催办',
      'Only the applicant, earlier reviewers and process administrators can send a reminder',
    ];
  }
  if (status !== 'RUN' || suspended || held === null) {
    return ['没有可催办的待办', 'There is no open task to send a reminder for'];
  }
  const days = promisedDays(engine, kind);
  if (by !== 'manager' && now.getTime() - held.getTime() < days * day) {
    return [
      `停留满 ${days} 天后可以催办`,
      `You can send a reminder once it has waited for ${days} days`,
    ];
  }
  if (urged !== null && dayText(urged) === dayText(now)) {
    return ['今天已经催办过，请明天再试', 'A reminder was sent today; try again tomorrow'];
  }
  return undefined;
};

/** Returns the capacity in which an actor may remind the holders of a process. */
export const urgingCapacityOf = (
  engine: WorkflowServices,
  actor: Actor,
  { instance, tasks }: Pick<Snapshot, 'instance' | 'tasks'>,
): UrgingCapacity | null => {
  if (instance.applicant === actor.id) return 'applicant';
  if (managesKind(engine, actor, instance.kind)) return 'manager';
  const handled = tasks.some((task) => task.status === 'DONE' && task.actor === actor.id);
  return handled ? 'handler' : null;
};

/** True if the actor may remind the holders of a process now. */
export const mayUrge = (
  engine: WorkflowServices,
  actor: Actor,
  snapshot: Snapshot,
  since: Pick<WaitingProcess, 'held' | 'urged'>,
): boolean => {
  const by = urgingCapacityOf(engine, actor, snapshot);
  return whyNotUrge(engine, { ...snapshot.instance, by, ...since }) === undefined;
};

/** Returns the time of the last reminder of a process. */
export const lastUrged = async (session: Session, instance: string): Promise<Date | null> => {
  const [found] = await session.query<{ at: Date | null }>(
    `select max(at) as at from wf_log
      where tenant_id = $1 and instance_id = $2 and operation = 'urge'`,
    [session.tenantId, instance],
  );
  return found?.at ?? null;
};

/** SQL that adds a history line after the last decision, because a reminder decides nothing. */
const logText = `
  insert into wf_log (tenant_id, instance_id, id, revision, line, operation, actor_id, node, node_name,
      comment, target, arrived, at, actor_name, target_name)
    select $1::varchar, $2::bigint, $3::bigint, $4::int, 1 + coalesce(max(l.line), 0), 'urge',
        $5::bigint, $6::text, $7::jsonb, '', $8::text, $9::timestamptz, $10::timestamptz,
        (select u.real_name from users u where u.tenant_id = $1::varchar and u.id = $5::bigint),
        (select string_agg(u.real_name, '、' order by u.real_name) from users u
          where u.tenant_id = $1::varchar and u.id = any(string_to_array($8::text, ',')::bigint[]))
      from wf_log l
     where l.tenant_id = $1::varchar and l.instance_id = $2::bigint and l.revision = $4::int`;

interface Held {
  readonly id: string;
  readonly node: string;
  readonly since: Date;
  readonly people: readonly string[];
}

const heldText = `
  select t.id::text, t.node, coalesce(t.handed, t.claimed, t.created) as since,
      ${holderIdsText} as people
    from wf_task t
   where t.tenant_id = $1 and t.instance_id = $2 and t.status = 'TODO' and t.node <> $3
   order by 3, t.id`;

/** Sends the messages and writes the history, in the caller's transaction. */
const carryOut = async (
  tx: Tx,
  engine: WorkflowServices,
  actor: Actor,
  instance: string,
): Promise<void> => {
  const seen = await loadSnapshot(tx, { instance });
  const by = seen ? urgingCapacityOf(engine, actor, seen) : null;
  if (!seen || by === null) throw processNotFound();
  // Two clicks at once: the second waits here, and finds the first reminder.
  const snapshot = await lockSnapshot(tx, seen);
  const graph = await graphOf(tx, snapshot.instance.definition);
  const held = await tx.query<Held>(heldText, [tx.tenantId, instance, graph.apply]);
  const urged = await lastUrged(tx, instance);
  const [oldest] = held;
  const waiting = { ...snapshot.instance, by, held: oldest?.since ?? null, urged };
  const reason = whyNotUrge(engine, waiting);
  if (reason || !oldest)
    throw new Refused(
      reason ?? ['没有可催办的待办', 'There is no open task to send a reminder for'],
    );
  const now = engine.clock();
  const step = userNode(graph, oldest.node);
  const label = step ? stepLabel(step) : ([oldest.node, oldest.node] as const);
  const resource = resourceOfKind(engine, snapshot.instance.kind);
  const [me] = await tx.query<{ name: string }>(
    'select real_name as name from users where tenant_id = $1 and id = $2',
    [tx.tenantId, actor.id],
  );
  const notices = held.map((task) =>
    urgeNotice(snapshot, resource, {
      task: task.id,
      step: label,
      applicant: me?.name ?? '',
      days: Math.floor((now.getTime() - task.since.getTime()) / day),
      to: task.people,
    }),
  );
  const people = [...new Set(held.flatMap((task) => task.people))];
  await tx.query(logText, [
    tx.tenantId,
    instance,
    engine.ids.next(),
    snapshot.instance.revision,
    actor.id,
    oldest.node,
    JSON.stringify(label),
    people.join(),
    oldest.since,
    now,
  ]);
  await engine.messages.send(tx, notices);
};

/**
 * Reminds (催办) the holders of the open tasks of a process, for its applicant, an earlier assignee or a manager: each
 * gets a message, and the history records it.
 * @throws Missing for everybody else; Refused before the promised days are over, a second time on one day, and if
 *   nobody has a task.
 */
export const urgeHolders = (
  engine: WorkflowServices,
  actor: Actor,
  instance: string,
): Promise<void> =>
  engine.database.transaction(actor.tenantId, (tx) => carryOut(tx, engine, actor, instance));
