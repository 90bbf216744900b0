import { Refused } from '../errors.ts';
import type { Label } from '../label.ts';
import type { Command } from './command.ts';
import type { Decision } from './decide.ts';
import { decide } from './decide.ts';
import type { DecisionInput } from './decision-input.ts';
import { stepLabel } from './diagram.ts';
import type { Graph } from './graph.ts';
import { userNode, visitedNode } from './graph.ts';
import type { Snapshot, StepVisit, Task, WorkflowEvent } from './state.ts';

/** Step to which a command would lead, and the people who would act. */
export interface NextStep {
  readonly node: string;
  readonly name: Label;
  readonly users: readonly string[];
  /** True if everybody acts (会签); false if one person claims the task. */
  readonly together: boolean;
  /** True if several people could claim the task, so that the sender may pick one. */
  readonly choose: boolean;
}

/** Returns the label of a step or wait. */
export const nodeLabel = (graph: Graph, node: string): Label => {
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

/** Describes a visit that a decision made, and the people who would act. */
export const nextStepOf = (graph: Graph, visit: StepVisit, decision: Decision): NextStep => {
  const tasks = decision.snapshot.tasks.filter((task) => task.visit === visit.id);
  const assigned = tasks.flatMap((task) => task.assignee ?? []);
  const users = [...new Set([...visit.people, ...notified(decision.events, tasks), ...assigned])];
  const together = userNode(graph, visit.node)?.multi != null;
  return {
    node: visit.node,
    name: nodeLabel(graph, visit.node),
    users,
    together,
    choose: !together && users.length > 1,
  };
};

/**
 * Returns the steps to which a command would lead, by a dry run of the decision itself; or the
 * refusal.
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
    .map((visit) => nextStepOf(input.graph, visit, decision));
};
