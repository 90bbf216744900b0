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

/** How a step or wait is called. */
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

/** A visit that a decision made, and who would act. */
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
 * Steps to which a command would lead: a dry run of the very same decision, so that what is shown is what happens.
 * The refusal, if the command would be refused.
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
