import type { StepTick } from '@keyan/kernel/records/step-tick.ts';
import type { Graph, VisitedNode } from '@keyan/kernel/workflow/graph.ts';
import {
  holdsToken,
  nodeTitle,
  visitedNode,
  visitNodesBefore,
} from '@keyan/kernel/workflow/graph.ts';
import { uniqueValues } from '@keyan/kernel/workflow/staffing.ts';
import type { Snapshot, Task } from '@keyan/kernel/workflow/state.ts';
import type { ProcessColumns } from '../../records/process-columns.ts';
import type { LoadedDirectory } from '../people/people.ts';

/** Maximum number of names in a column of a list. */
const maxNames = 3;

/** Returns the names of the people who could act on a task now. */
const peopleOf = (task: Task, snapshot: Snapshot, directory: LoadedDirectory): string[] =>
  (task.assignee === null
    ? task.candidates
        .flatMap((reference) => directory.resolve(reference).users)
        .filter((user) => user !== snapshot.instance.applicant && !directory.concerned.has(user))
    : [task.assignee]
  ).map((user) => directory.nameOf(user));

const inShort = (names: readonly string[]): string =>
  names.length > maxNames
    ? `${names.slice(0, maxNames).join('、')}等 ${names.length} 人`
    : names.join('、');

/**
 * Returns the steps and waits in the order in which they are reached, without the applicant's own. They are sorted by
 * the number of steps before them, since the stored graph does not contain the order of the drawing.
 */
export const stepsIn = (graph: Graph): readonly VisitedNode[] =>
  Object.keys(graph.nodes)
    .flatMap((id) => {
      const step = visitedNode(graph, id);
      return step && holdsToken(graph, id) && id !== graph.apply ? [step] : [];
    })
    .sort((a, b) => visitNodesBefore(graph, a.id).size - visitNodesBefore(graph, b.id).size);

/** Returns the steps on which somebody other than the applicant acted since the last submission. */
const handledSteps = ({ instance, visits, tasks }: Snapshot, graph: Graph): ReadonlySet<string> => {
  const submitted = visits.findLast(
    (visit) => visit.status === 'DONE' && visit.node === graph.apply,
  );
  const round = new Map(
    visits
      .filter((visit) => visit.seq > (submitted?.seq ?? 0))
      .map((visit) => [visit.id, visit.node]),
  );
  return new Set(
    tasks
      .filter((task) => task.actor !== null && task.actor !== instance.applicant)
      .flatMap((task) => round.get(task.visit) ?? []),
  );
};

/**
 * Returns the step line: the last visit of each step counts. Steps that were skipped, because a condition did not hold,
 * are left out.
 */
export const stepTicks = (snapshot: Snapshot, graph: Graph): readonly StepTick[] => {
  const last = new Map(snapshot.visits.map((visit) => [visit.node, visit]));
  const applying = last.get(graph.apply)?.status === 'ACTIVE';
  const refused = new Set(
    snapshot.tasks.filter((task) => task.status === 'REFUSE').map((task) => task.visit),
  );
  const handled = handledSteps(snapshot, graph);
  const steps = stepsIn(graph);
  const reached = steps.filter((step) => last.has(step.id));
  return steps.flatMap((step): StepTick[] => {
    const visit = last.get(step.id);
    const passedBy =
      !visit && reached.some((other) => visitNodesBefore(graph, other.id).has(step.id));
    if (passedBy) return [];
    const tick = (state: StepTick['state']): StepTick[] => [
      {
        key: step.id,
        label: nodeTitle(step),
        state,
        ...(handled.has(step.id) ? { handled: true } : {}),
      },
    ];
    if (!visit) return tick('todo');
    if (refused.has(visit.id)) return tick('refused');
    if (applying) return tick(visit.status === 'BACK' ? 'returned' : 'todo');
    return tick(
      visit.status === 'ACTIVE'
        ? 'here'
        : visit.status === 'DONE' || visit.status === 'SKIP'
          ? 'done'
          : 'todo',
    );
  });
};

/** Returns the values of a record's process columns. */
export const processColumns = (
  snapshot: Snapshot,
  graph: Graph,
  directory: LoadedDirectory,
): ProcessColumns => {
  const live = snapshot.visits.filter((visit) => visit.status === 'ACTIVE');
  const todo = snapshot.tasks.filter((task) => task.status === 'TODO');
  const nodes = live.flatMap((visit) => visitedNode(graph, visit.node) ?? []);
  const people = todo.flatMap((task) => peopleOf(task, snapshot, directory));
  const since = live.map((visit) => visit.entered.getTime());
  return {
    processInstanceId: snapshot.instance.id,
    currentNode: nodes.length > 0 ? uniqueValues(nodes.map(nodeTitle)).join('、') : null,
    currentAssignee: people.length > 0 ? inShort(uniqueValues(people)) : null,
    currentSince: since.length > 0 ? new Date(Math.min(...since)) : null,
    steps: stepTicks(snapshot, graph),
  };
};
