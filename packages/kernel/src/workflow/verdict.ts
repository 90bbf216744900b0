import type { Draft } from './draft.ts';
import { namesIn } from './expression.ts';
import type { Graph } from './graph.ts';
import { isApplicants } from './graph.ts';
import { lookBack } from './standing.ts';
import type { Act } from './state.ts';

/**
 * `pass` as a gateway sees it: false where the last person on one of the branches that led here
 * was against. Steps that nobody was asked on say nothing: they hand on what came before.
 */
export const passOf = (draft: Draft, from: readonly string[]): boolean =>
  lookBack(draft, from, (act) => act.verdict === null).every((act) => act.verdict === 'agree');

/** What an end comes to, and the act that decided it where that was not an agreement. */
export type Ending =
  | { readonly result: 'approved' }
  | { readonly result: 'refused' | 'withdrawn'; readonly by: Act };

const approved: Ending = { result: 'approved' };

/** Submitting begins anew; a step of the applicant's further on only takes note. */
const saysNothing = (draft: Draft, act: Act): boolean => {
  const own = isApplicants(draft.stepOf(act));
  const decides = act.verdict === 'against' || (act.verdict === 'agree' && !own);
  return !decides && act.node !== draft.world.graph.apply;
};

const endingOf = (draft: Draft, act: Act): Ending => {
  if (act.verdict !== 'against') return approved;
  const applicants = isApplicants(draft.stepOf(act));
  return { result: applicants ? 'withdrawn' : 'refused', by: act };
};

/**
 * The result of an end without one of its own: the last verdict on the way to it. Of several
 * branches, one refusal refuses; the applicant who says no gives the application up.
 */
export const endingBehind = (draft: Draft, from: readonly string[]): Ending => {
  const endings = lookBack(draft, from, (act) => saysNothing(draft, act)).map((act) =>
    endingOf(draft, act),
  );
  return (
    endings.find((ending) => ending.result === 'refused') ??
    endings.find((ending) => ending.result === 'withdrawn') ??
    approved
  );
};

const readers = new WeakMap<Graph, Map<string, boolean>>();

const findReader = (graph: Graph, from: string): boolean => {
  const seen = new Set<string>();
  const queue = [from];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const flowId of graph.nodes[id]?.out ?? []) {
      const flow = graph.flows[flowId];
      if (!flow) continue;
      if (flow.condition && id !== from && namesIn(flow.condition).has('pass')) return true;
      if (seen.has(flow.to) || graph.nodes[flow.to]?.type === 'user') continue;
      seen.add(flow.to);
      queue.push(flow.to);
    }
  }
  return false;
};

/**
 * Does a gateway ahead of the step, before the next person is asked, read `pass`? There
 * disagreeing follows the diagram; elsewhere it sends the record back.
 */
export const readsPass = (graph: Graph, node: string): boolean => {
  let nodes = readers.get(graph);
  if (!nodes) {
    nodes = new Map();
    readers.set(graph, nodes);
  }
  const answer = nodes.get(node) ?? findReader(graph, node);
  nodes.set(node, answer);
  return answer;
};
