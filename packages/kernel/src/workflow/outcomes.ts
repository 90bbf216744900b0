import type { StepPlace } from '../definition/life/process.ts';
import type { Graph } from './graph.ts';
import { outcomeTagOf, visitedNode, visitNodesBefore } from './graph.ts';
import { positionOf } from './position.ts';
import type { Snapshot, StepVisit, WorkflowEvent } from './state.ts';

/** Returns the last visit of every step. */
const lastVisits = (snapshot: Snapshot): readonly StepVisit[] => [
  ...new Map(snapshot.visits.map((visit) => [visit.node, visit])).values(),
];

/**
 * Returns the steps with tags that determine a record's state after a command (ruling 25): current
 * steps, then valid outcomes, the newest first. For a waiting record, the outcomes are valid
 * agreements; voided and withdrawn ones do not count. For a record just returned or refused, only
 * that outcome counts.
 */
export const taggedPlacesOf = (
  snapshot: Snapshot,
  graph: Graph,
  events: readonly WorkflowEvent[],
): readonly StepPlace[] => {
  const said = events.flatMap((event) => (event.type === 'outcome' ? [event.outcome] : []));
  const against = said.filter(({ result }) => result !== 'approve').reverse();
  const stand = positionOf(snapshot, graph);
  if (stand === 'returned' || stand === 'refused') return against;
  if (stand !== 'inApproval') return [];
  const waiting = snapshot.visits.filter((visit) => visit.status === 'ACTIVE');
  const behind = new Set(waiting.flatMap((visit) => [...visitNodesBefore(graph, visit.node)]));
  const open = waiting.flatMap((visit): StepPlace[] => {
    const tag = outcomeTagOf(visitedNode(graph, visit.node));
    return tag === undefined ? [] : [{ tag, result: 'open' }];
  });
  const agreed = lastVisits(snapshot)
    .filter(
      (visit) => behind.has(visit.node) && (visit.status === 'DONE' || visit.status === 'SKIP'),
    )
    .sort((a, b) => b.seq - a.seq)
    .flatMap((visit): StepPlace[] => {
      const tag = outcomeTagOf(visitedNode(graph, visit.node));
      const overruled = against.some((outcome) => outcome.tag === tag);
      return tag === undefined || overruled ? [] : [{ tag, result: 'approve' }];
    });
  return [...open, ...agreed];
};
