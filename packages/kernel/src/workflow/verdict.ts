import type { EndResult } from './diagram.ts';
import { variableNamesIn } from './expression.ts';
import type { Graph } from './graph.ts';
import { holdsToken, isApplicants } from './graph.ts';
import type { StepVisit } from './state.ts';
import { visitsLedTo } from './valid-approvals.ts';
import type { WorkingState } from './working-state.ts';

/**
 * `pass` as a gateway sees it: false where the last person on one of the branches that led here
 * was against. Steps on which nobody was asked have no verdict: the one before counts.
 */
export const isPassed = (state: WorkingState, from: readonly string[]): boolean =>
  visitsLedTo(state, from, (visit) => visit.verdict === null).every(
    (visit) => visit.verdict === 'agree',
  );

/** Result of an end, and the visit that decided it where that was not an agreement. */
export type DecidedEnding =
  | { readonly result: 'approved' }
  | { readonly result: 'refused' | 'withdrawn'; readonly by: StepVisit };

const approved: DecidedEnding = { result: 'approved' };

/** Submitting begins anew; a step of the applicant's further on only takes note. */
const saysNothing = (state: WorkingState, visit: StepVisit): boolean => {
  const own = isApplicants(state.nodeOf(visit));
  const decides = visit.verdict === 'against' || (visit.verdict === 'agree' && !own);
  return !decides && visit.node !== state.input.graph.apply;
};

const endingOf = (state: WorkingState, visit: StepVisit): DecidedEnding => {
  if (visit.verdict !== 'against') return approved;
  const applicants = isApplicants(state.nodeOf(visit));
  return { result: applicants ? 'withdrawn' : 'refused', by: visit };
};

/**
 * The result of an end without one of its own: the last verdict on the way to it. Of several
 * branches, one refusal refuses; the applicant who says no gives the application up.
 */
export const endingByVerdict = (state: WorkingState, from: readonly string[]): DecidedEnding => {
  const endings = visitsLedTo(state, from, (visit) => saysNothing(state, visit)).map((visit) =>
    endingOf(state, visit),
  );
  return (
    endings.find((ending) => ending.result === 'refused') ??
    endings.find((ending) => ending.result === 'withdrawn') ??
    approved
  );
};

/** The result that the diagram gives an end, brought there by the last visit on the way. */
export const drawnEnding = (
  state: WorkingState,
  result: EndResult,
  from: readonly string[],
): DecidedEnding => {
  if (result === 'approved') return approved;
  return { result, by: state.visit(from.at(-1) as string) };
};

const readers = new WeakMap<Graph, Map<string, boolean>>();

const findReader = (graph: Graph, from: string): boolean => {
  const seen = new Set<string>();
  const queue = [from];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const flowId of graph.nodes[id]?.out ?? []) {
      const flow = graph.flows[flowId];
      if (!flow) continue;
      if (flow.condition && id !== from && variableNamesIn(flow.condition).has('pass')) return true;
      if (seen.has(flow.to) || holdsToken(graph, flow.to)) continue;
      seen.add(flow.to);
      queue.push(flow.to);
    }
  }
  return false;
};

/**
 * Does a gateway ahead of the step, before the next step or wait, read `pass`? There
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
