import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { decide } from '@keyan/kernel/workflow/decide.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { visitedNode } from '@keyan/kernel/workflow/graph.ts';
import type { Snapshot } from '@keyan/kernel/workflow/state.ts';
import type { LoadedDirectory } from '../people/people.ts';
import type { OpenedProcess } from '../runtime/access.ts';
import { readFacts } from '../runtime/facts.ts';
import type { WorkflowServices } from '../runtime/port.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** Step with the names of its people. */
export interface StepPeople {
  readonly node: string;
  readonly name: Label;
  readonly people: readonly string[];
}

/** Changes that a jump would make. */
export interface JumpPreview {
  /** Steps that open, with the people who would be asked. */
  readonly opens: readonly StepPeople[];
  /** Steps that close, with the people who would lose a task. */
  readonly loses: readonly StepPeople[];
  /** Steps whose approvals would become invalid. */
  readonly voids: readonly StepPeople[];
  /** Steps that nobody would approve. */
  readonly leavesOut: readonly StepPeople[];
}

/** Groups people who act on tasks, or may act, by step. */
const bySteps = (
  graph: Graph,
  directory: LoadedDirectory,
  named: readonly { readonly node: string; readonly users: readonly string[] }[],
): readonly StepPeople[] => {
  const people = new Map<string, Set<string>>();
  for (const { node, users } of named) {
    const known = people.get(node) ?? new Set();
    for (const user of users) known.add(directory.nameOf(user));
    people.set(node, known);
  }
  return [...people].map(([node, names]) => {
    const step = visitedNode(graph, node);
    return { node, name: step ? stepLabel(step) : [node, node], people: [...names] };
  });
};

/** Returns the open tasks of a process with the people who may act on them. */
const openIn = (snapshot: Snapshot, directory: LoadedDirectory) =>
  snapshot.tasks
    .filter(({ status }) => status === 'TODO')
    .map(({ id, node, assignee, candidates }) => ({
      id,
      node,
      users:
        assignee === null
          ? candidates
              .flatMap((reference) => directory.resolve(reference).users)
              .filter((user) => !directory.concerned.has(user))
          : [assignee],
    }));

/**
 * Tries a jump and returns its changes; nothing is stored.
 * @throws Refused with the reason why it is not possible.
 */
export const previewJump = async (
  runtime: Runtime,
  engine: WorkflowServices,
  actor: Actor,
  { snapshot, graph }: OpenedProcess,
  command: { readonly visit: string; readonly to: string; readonly comment: string },
): Promise<JumpPreview> => {
  const { department } = snapshot.instance;
  const world = await engine.database.read(actor.tenantId, async (session) => {
    const facts = await readFacts(engine, session, snapshot.instance, graph);
    return runtime.world(session, engine, actor, { snapshot, graph, department, facts });
  });
  const decision = decide(snapshot, { is: 'jump', ...command }, world);
  if (decision instanceof Refused) throw decision;
  const { directory } = world;
  const before = openIn(snapshot, directory);
  const after = openIn(decision.snapshot, directory);
  const kept = new Set(after.map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  const valid = new Set(snapshot.visits.flatMap((visit) => (visit.void ? [] : [visit.id])));
  const voided = decision.snapshot.visits.filter(
    ({ id, void: isVoid, verdict, node }) =>
      isVoid && valid.has(id) && verdict === 'agree' && node !== graph.apply,
  );
  return {
    opens: bySteps(
      graph,
      directory,
      after.filter(({ id }) => !known.has(id)),
    ),
    loses: bySteps(
      graph,
      directory,
      before.filter(({ id }) => !kept.has(id)),
    ),
    voids: bySteps(
      graph,
      directory,
      voided.map(({ id, node }) => ({
        node,
        users: snapshot.tasks.flatMap((task) =>
          task.visit === id && task.status === 'DONE' ? (task.actor ?? []) : [],
        ),
      })),
    ),
    leavesOut: decision.events.flatMap((event): StepPeople[] =>
      event.type === 'log' && event.entry.operation === 'jumped'
        ? [
            {
              node: event.entry.node ?? '',
              name: event.entry.nodeName ?? ['', ''],
              people: [],
            },
          ]
        : [],
    ),
  };
};
