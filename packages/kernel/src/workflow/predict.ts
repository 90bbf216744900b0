import { Refused } from '../errors.ts';
import type { Label } from '../label.ts';
import type { Command } from './command.ts';
import type { Decision } from './decide.ts';
import { decide } from './decide.ts';
import { stepLabel } from './diagram.ts';
import type { World } from './draft.ts';
import type { Graph } from './graph.ts';
import { userNode } from './graph.ts';
import type { Act, Snapshot, Task, WorkflowEvent } from './state.ts';

/** A step that a command would lead to, and who would act there. */
export interface NextStep {
  readonly node: string;
  readonly name: Label;
  readonly users: readonly string[];
  /** Everybody acts (会签), or the one who takes it. */
  readonly together: boolean;
  /** More than one person could take it: the sender may pick. */
  readonly choose: boolean;
}

const nameOf = (graph: Graph, node: string): Label => {
  const step = userNode(graph, node);
  return step ? stepLabel(step) : [node, node];
};

const told = (events: readonly WorkflowEvent[], tasks: readonly Task[]): string[] => {
  const ids = new Set(tasks.map((task) => task.id));
  return events.flatMap((event) =>
    event.type === 'notice' && event.notice.task !== null && ids.has(event.notice.task)
      ? event.notice.to
      : [],
  );
};

const stepOf = (graph: Graph, act: Act, decision: Decision): NextStep => {
  const tasks = decision.snapshot.tasks.filter((task) => task.act === act.id);
  const assigned = tasks.flatMap((task) => task.assignee ?? []);
  const users = [...new Set([...act.people, ...told(decision.events, tasks), ...assigned])];
  const together = userNode(graph, act.node)?.multi != null;
  return {
    node: act.node,
    name: nameOf(graph, act.node),
    users,
    together,
    choose: !together && users.length > 1,
  };
};

/**
 * Where a command would lead: a dry run of the very same decision, so that what is shown is what
 * happens. The refusal, if the command would be refused.
 */
export const nextSteps = (
  snapshot: Snapshot | null,
  command: Command,
  world: World,
): readonly NextStep[] | Refused => {
  const decision = decide(snapshot, command, world);
  if (decision instanceof Refused) return decision;
  const before = new Set(snapshot?.acts.map((act) => act.id));
  return decision.snapshot.acts
    .filter((act) => act.status === 'ACTIVE' && !before.has(act.id))
    .map((act) => stepOf(world.graph, act, decision));
};

/** One step of the way, as far as it can be told. */
export interface ForeseenStep extends NextStep {
  readonly state: 'done' | 'active' | 'coming' | 'skipped';
}

export interface Forecast {
  readonly steps: readonly ForeseenStep[];
  /** Why nothing can be said beyond these steps; null when the end was reached. */
  readonly stopped: Label | null;
}

/** Longer forecasts help nobody. */
const horizon = 100;

const stateOf: Readonly<Record<Act['status'], ForeseenStep['state'] | undefined>> = {
  ACTIVE: 'active',
  DONE: 'done',
  SKIP: 'skipped',
  BACK: undefined,
  CANCEL: undefined,
};

/**
 * The whole way to the end if everybody agreed. It stops, and says why, where a variable is not
 * known yet, instead of guessing (workflow.md §5.5).
 */
export const forecast = (
  snapshot: Snapshot | null,
  start: Command | null,
  world: World,
): Forecast => {
  const users = new Map<string, NextStep>();
  let at = snapshot;
  let stopped: Label | null = null;
  const run = (command: Command, by: World): boolean => {
    const decision = decide(at, command, by);
    if (decision instanceof Refused) {
      stopped = decision.label;
      return false;
    }
    for (const act of decision.snapshot.acts) {
      if (!users.has(act.id)) users.set(act.id, stepOf(world.graph, act, decision));
    }
    at = decision.snapshot;
    return true;
  };
  const known = new Map(snapshot?.acts.map((act) => [act.id, act.status]));
  let going = start === null || run(start, world);
  for (let turn = 0; going && at?.instance.status === 'RUN' && turn < horizon; turn += 1) {
    const task = at.tasks.find((item) => item.status === 'TODO') as Task;
    going = run({ is: 'agree', task: task.id, comment: '' }, standIn(world, at, task));
  }
  const steps = (at?.acts ?? []).flatMap((act): ForeseenStep[] => {
    const before = known.get(act.id);
    const state = before === undefined ? later(act, start) : stateOf[before];
    if (state === undefined) return [];
    return [{ ...(users.get(act.id) ?? past(world.graph, act, at as Snapshot)), state }];
  });
  return { steps, stopped };
};

/** An act that the dry run made: the applicant's first step counts as active, the rest is to come. */
const later = (act: Act, start: Command | null): ForeseenStep['state'] =>
  act.status === 'SKIP' ? 'skipped' : start !== null && act.seq === 1 ? 'active' : 'coming';

const past = (graph: Graph, act: Act, snapshot: Snapshot): NextStep => ({
  node: act.node,
  name: nameOf(graph, act.node),
  users: snapshot.tasks.flatMap((task) =>
    task.act === act.id ? (task.actor ?? task.assignee ?? []) : [],
  ),
  together: false,
  choose: false,
});

/** Whoever may act on the task, for the dry run alone. */
const standIn = (world: World, snapshot: Snapshot, task: Task): World => {
  const candidate = task.candidates
    .flatMap((reference) => world.directory.resolve(reference).users)
    .find((user) => user !== snapshot.instance.applicant && !world.directory.concerned.has(user));
  const id = task.assignee ?? candidate ?? '';
  return { ...world, handler: { id, groups: new Set(task.candidates), manages: false } };
};
