import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { ProcessAbility } from '@keyan/kernel/wire/tasks.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import { type Decision, decide } from '@keyan/kernel/workflow/decide.ts';
import type { DecisionInput } from '@keyan/kernel/workflow/decision-input.ts';
import { isApplicants, userNode } from '@keyan/kernel/workflow/graph.ts';
import type { RecordPosition, Snapshot, Task } from '@keyan/kernel/workflow/state.ts';
import type { Session } from '../../store/connection/database.ts';
import { graphOf } from '../drawings/definitions.ts';
import type { WorkItem } from '../lists/lists.ts';
import type { WorkflowServices } from './port.ts';
import { loadSnapshots, peopleConcerned } from './rows.ts';
import type { Runtime } from './runtime.ts';

/**
 * Tries a command on a process without storing anything; returns its decision, or undefined if it would be refused. So
 * the page offers exactly what the call would do.
 */
export type PreviewCommand = (command: Command) => Decision | undefined;

/** Creates trials on one process for the actor of the input. */
export const commandPreviews = (snapshot: Snapshot, world: DecisionInput): PreviewCommand => {
  // Nothing is stored: rows of a trial get temporary ids.
  let made = 0;
  const nextId = () => {
    made += 1;
    return `trial ${made}`;
  };
  return (command) => {
    const decision = decide(snapshot, command, { ...world, nextId });
    return decision instanceof Refused ? undefined : decision;
  };
};

/** True if the task may be reassigned, by its assignee or by a manager. */
export const mayReassign = (
  { instance }: Snapshot,
  world: DecisionInput,
  task: Task,
  isOwn: boolean,
): boolean => {
  const step = userNode(world.graph, task.node);
  return (
    task.status === 'TODO' &&
    instance.status === 'RUN' &&
    !instance.suspended &&
    step !== undefined &&
    (isApplicants(step)
      ? !isOwn && world.actor.manages !== false && !world.directory.isActive(instance.applicant)
      : isOwn || world.actor.manages !== false)
  );
};

/** Commands on the whole process. */
const managing: readonly (Command & { is: ProcessAbility })[] = [
  { is: 'suspend' },
  { is: 'activate' },
  { is: 'delete', comment: '-' },
];

/** Returns what a manager may do with this process; empty for other people. */
export const managerAbilities = (
  { instance, visits }: Snapshot,
  { actor, graph }: DecisionInput,
  trial: PreviewCommand,
): readonly ProcessAbility[] => {
  if (!actor.manages) return [];
  const isMovable =
    instance.status === 'RUN' &&
    !instance.suspended &&
    visits.some(({ status, node }) => status === 'ACTIVE' && node !== graph.apply);
  const whole = managing.filter((command) => trial(command)).map(({ is }) => is);
  const isWaiting =
    isMovable &&
    visits.some(({ status, node }) => status === 'ACTIVE' && graph.nodes[node]?.type === 'wait');
  return [
    ...(isMovable ? (['jump'] as const) : []),
    ...(isWaiting ? (['settle'] as const) : []),
    ...whole,
  ];
};

/** Returns the newest approval of the reader that can still be withdrawn (取回). */
export const withdrawableApproval = (
  actor: Actor,
  { tasks }: Snapshot,
  trial: PreviewCommand,
): string | undefined =>
  tasks.findLast(
    (task) => task.actor === actor.id && trial({ is: 'withdraw', task: task.id }) !== undefined,
  )?.id;

/** Positions of a process that has ended. */
const over: ReadonlySet<RecordPosition> = new Set(['approved', 'refused', 'recalled', 'draft']);

/**
 * Returns the effect of disagreeing with a task: the process goes back, or is closed; undefined if the route has
 * neither.
 */
export const disagreementOutcome = (
  task: Task,
  trial: PreviewCommand,
): 'return' | 'close' | undefined => {
  const decision = trial({ is: 'disagree', task: task.id, comment: '-' });
  if (!decision) return undefined;
  return over.has(decision.position) ? 'close' : 'return';
};

/** Returns the abilities on every row of a page of tasks; two statements read its processes. */
export const abilitiesOf = async (
  runtime: Runtime,
  engine: WorkflowServices,
  session: Session,
  actor: Actor,
  items: readonly WorkItem[],
): Promise<ReadonlyMap<WorkItem, readonly ProcessAbility[]>> => {
  const running = items.filter(({ status, taskId }) => status === 'RUN' && taskId !== null);
  const instances = running.map(({ instance }) => instance);
  const snapshots = await loadSnapshots(session, instances);
  const named = await peopleConcerned(session, instances);
  const found = new Map<WorkItem, readonly ProcessAbility[]>();
  for (const item of running) {
    const snapshot = snapshots.get(item.instance);
    const task = snapshot?.tasks.find(({ id }) => id === item.taskId);
    if (!snapshot || !task) continue;
    const { department } = snapshot.instance;
    const graph = await graphOf(session, snapshot.instance.definition);
    const world = await runtime.world(session, engine, actor, {
      snapshot,
      graph,
      department,
      concerned: named.get(item.instance) ?? new Set(),
      // A trial evaluates no condition.
      facts: {},
    });
    const trial = commandPreviews(snapshot, world);
    const isOwn = task.assignee === actor.id;
    found.set(item, [
      ...(trial({ is: 'withdraw', task: task.id }) ? (['withdraw'] as const) : []),
      ...(mayReassign(snapshot, world, task, isOwn) ? (['transfer'] as const) : []),
      ...managerAbilities(snapshot, world, trial),
    ]);
  }
  return found;
};
