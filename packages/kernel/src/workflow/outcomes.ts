import type { StepOutcome } from '../process.ts';
import type { Graph } from './graph.ts';
import { upstream, userNode } from './graph.ts';
import { position } from './position.ts';
import type { Snapshot, StepVisit, WorkflowEvent } from './state.ts';

/** The last visit of every step. */
const lastVisits = (snapshot: Snapshot): readonly StepVisit[] => [
  ...new Map(snapshot.visits.map((visit) => [visit.node, visit])).values(),
];

/**
 * The words of tagged steps by which a record stands after a command, the newest first (decisions
 * 25). Where it waits, those are the agreements behind it: what was sent back over or taken back
 * counts no more. A record that was returned or refused stands by what was said just now.
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
      const tag = userNode(graph, visit.node)?.tag;
      const overruled = against.some((outcome) => outcome.tag === tag);
      return tag === undefined || overruled ? [] : [{ tag, result: 'approve' }];
    });
};
