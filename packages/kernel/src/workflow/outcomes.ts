import type { StepOutcome } from '../definition/process.ts';
import type { Graph } from './graph.ts';
import { tagOf, upstream, visitedNode } from './graph.ts';
import { position } from './position.ts';
import type { Snapshot, StepVisit, WorkflowEvent } from './state.ts';

/** The last visit of every step. */
const lastVisits = (snapshot: Snapshot): readonly StepVisit[] => [
  ...new Map(snapshot.visits.map((visit) => [visit.node, visit])).values(),
];

/**
 * The outcomes of tagged steps that count after a command, the newest first (ruling
 * 25). Where it waits, those are the agreements behind it: what was sent back over or taken back
 * counts no more. For a record that was just returned or refused, only that outcome counts.
 */
export const outcomesOf = (
  snapshot: Snapshot,
  graph: Graph,
  events: readonly WorkflowEvent[],
): readonly StepOutcome[] => {
  const said = events.flatMap((event) => (event.type === 'outcome' ? [event.outcome] : []));
  const against = said.filter(({ result }) => result !== 'approve').reverse();
  const stand = position(snapshot, graph);
  if (stand === 'returned' || stand === 'refused') return against;
  if (stand !== 'inApproval') return [];
  const behind = new Set(
    snapshot.visits
      .filter((visit) => visit.status === 'ACTIVE')
      .flatMap((visit) => [...upstream(graph, visit.node)]),
  );
  return lastVisits(snapshot)
    .filter(
      (visit) => behind.has(visit.node) && (visit.status === 'DONE' || visit.status === 'SKIP'),
    )
    .sort((a, b) => b.seq - a.seq)
    .flatMap((visit): StepOutcome[] => {
      const tag = tagOf(visitedNode(graph, visit.node));
      const overruled = against.some((outcome) => outcome.tag === tag);
      return tag === undefined || overruled ? [] : [{ tag, result: 'approve' }];
    });
};
