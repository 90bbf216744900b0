import { Refused } from '../errors.ts';
import { fill, type Label } from '../label.ts';
import type { Command } from './command.ts';
import type { Decision } from './decide.ts';
import { decide } from './decide.ts';
import { stepLabel } from './diagram.ts';
import type { Graph } from './graph.ts';
import { userNode, visitedNode } from './graph.ts';
import type { Snapshot, StepVisit, Task, WorkflowEvent } from './state.ts';
import type { DecisionInput } from './working-state.ts';

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
  const step = visitedNode(graph, node);
  return step ? stepLabel(step) : [node, node];
};

const notified = (events: readonly WorkflowEvent[], tasks: readonly Task[]): string[] => {
  const ids = new Set(tasks.map((task) => task.id));
  return events.flatMap((event) =>
    event.type === 'notice' && event.notice.task !== null && ids.has(event.notice.task)
      ? event.notice.to
      : [],
  );
};

const stepOf = (graph: Graph, visit: StepVisit, decision: Decision): NextStep => {
  const tasks = decision.snapshot.tasks.filter((task) => task.visit === visit.id);
  const assigned = tasks.flatMap((task) => task.assignee ?? []);
  const users = [...new Set([...visit.people, ...notified(decision.events, tasks), ...assigned])];
  const together = userNode(graph, visit.node)?.multi != null;
  return {
    node: visit.node,
    name: nameOf(graph, visit.node),
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
  input: DecisionInput,
): readonly NextStep[] | Refused => {
  const decision = decide(snapshot, command, input);
  if (decision instanceof Refused) return decision;
  const before = new Set(snapshot?.visits.map((visit) => visit.id));
  return decision.snapshot.visits
    .filter((visit) => visit.status === 'ACTIVE' && !before.has(visit.id))
    .map((visit) => stepOf(input.graph, visit, decision));
};

/** One step of the predicted route. */
export interface ForecastStep extends NextStep {
  readonly state: 'done' | 'active' | 'coming' | 'skipped';
}

export interface Forecast {
  readonly steps: readonly ForecastStep[];
  /** Why the prediction stops after these steps; null when the end was reached. */
  readonly stopped: Label | null;
}

const dependsOn: Label = ['取决于【{name}】的结果', 'This depends on the outcome of “{name}”'];

/** Longer forecasts help nobody. */
const horizon = 100;

const stateOf: Readonly<Record<StepVisit['status'], ForecastStep['state'] | undefined>> = {
  ACTIVE: 'active',
  DONE: 'done',
  SKIP: 'skipped',
  BACK: undefined,
  CANCEL: undefined,
};

/**
 * The whole way to the end if everybody agreed. It stops, and says why, where a variable is not
 * known yet, instead of guessing.
 */
export const forecast = (
  snapshot: Snapshot | null,
  start: Command | null,
  input: DecisionInput,
): Forecast => {
  const users = new Map<string, NextStep>();
  let at = snapshot;
  let stopped: Label | null = null;
  const run = (command: Command, by: DecisionInput): boolean => {
    const decision = decide(at, command, by);
    if (decision instanceof Refused) {
      stopped = decision.label;
      return false;
    }
    for (const visit of decision.snapshot.visits) {
      if (!users.has(visit.id)) users.set(visit.id, stepOf(input.graph, visit, decision));
    }
    at = decision.snapshot;
    return true;
  };
  /** Nobody is asked any more: waits are next. Time passes at once; a matter may come to anything. */
  const endWait = ({ visits }: Snapshot): boolean => {
    const waits = visits.filter((visit) => visit.status === 'ACTIVE');
    const wait = waits.find((visit) => visit.due !== null);
    if (!wait) {
      const [matter] = waits;
      if (matter) stopped = fill(dependsOn, { name: nameOf(input.graph, matter.node) });
      return false;
    }
    return run({ is: 'elapse', visit: wait.id }, { ...input, now: wait.due as Date });
  };
  const known = new Map(snapshot?.visits.map((visit) => [visit.id, visit.status]));
  let going = start === null || run(start, input);
  for (let turn = 0; going && at?.instance.status === 'RUN' && turn < horizon; turn += 1) {
    const task = at.tasks.find((item) => item.status === 'TODO');
    going = task
      ? run({ is: 'agree', task: task.id, comment: '' }, standIn(input, at, task))
      : endWait(at);
  }
  const steps = (at?.visits ?? []).flatMap((visit): ForecastStep[] => {
    const before = known.get(visit.id);
    const state = before === undefined ? later(visit, start) : stateOf[before];
    if (state === undefined) return [];
    return [{ ...(users.get(visit.id) ?? past(input.graph, visit, at as Snapshot)), state }];
  });
  return { steps, stopped };
};

/** A visit that the dry run made: the applicant's first step counts as active, the rest is to come. */
const later = (visit: StepVisit, start: Command | null): ForecastStep['state'] =>
  visit.status === 'SKIP' ? 'skipped' : start !== null && visit.seq === 1 ? 'active' : 'coming';

const past = (graph: Graph, visit: StepVisit, snapshot: Snapshot): NextStep => ({
  node: visit.node,
  name: nameOf(graph, visit.node),
  users: snapshot.tasks.flatMap((task) =>
    task.visit === visit.id ? (task.actor ?? task.assignee ?? []) : [],
  ),
  together: false,
  choose: false,
});

/** A person who may act on the task, for the dry run alone. */
const standIn = (input: DecisionInput, snapshot: Snapshot, task: Task): DecisionInput => {
  const candidate = task.candidates
    .flatMap((reference) => input.directory.resolve(reference).users)
    .find((user) => user !== snapshot.instance.applicant && !input.directory.concerned.has(user));
  const id = task.assignee ?? candidate ?? '';
  return { ...input, actor: { id, groups: new Set(task.candidates), manages: false } };
};
