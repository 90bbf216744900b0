import type { StepOutcome } from '../process.ts';
import type { Graph } from './graph.ts';
import { upstream, userNode } from './graph.ts';
import { position } from './position.ts';
import type { Act, Snapshot, WorkflowEvent } from './state.ts';

/** The last visit of every step. */
const lastVisits = (snapshot: Snapshot): readonly Act[] => [
  ...new Map(snapshot.acts.map((act) => [act.node, act])).values(),
];

/**
 * The words of tagged steps by which a record stands after a command, the newest first (decisions
 * 25). Where it waits, those are the agreements behind it: what was sent back over or taken back
 * counts no more. A record that was returned or refused stands by what was said just now.
 */
export const wordsOf = (
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
    snapshot.acts
      .filter((act) => act.status === 'ACTIVE')
      .flatMap((act) => [...upstream(graph, act.node)]),
  );
  return lastVisits(snapshot)
    .filter((act) => behind.has(act.node) && (act.status === 'DONE' || act.status === 'SKIP'))
    .sort((a, b) => b.seq - a.seq)
    .flatMap((act): StepOutcome[] => {
      const tag = userNode(graph, act.node)?.tag;
      const overruled = against.some((outcome) => outcome.tag === tag);
      return tag === undefined || overruled ? [] : [{ tag, result: 'approve' }];
    });
};
