import type { EndResult } from './diagram.ts';
import { variableNamesIn } from './expression.ts';
import type { Graph } from './graph.ts';
import { holdsToken, isApplicants } from './graph.ts';
import type { StepVisit } from './state.ts';
import { visitsLedTo } from './valid-approvals.ts';
import type { WorkingState } from './working-state.ts';

/**
 * Returns `pass` for a gateway: false if the last decision on one of the branches that led here was
 * negative. Steps without tasks are skipped for the one before.
 */
export const isPassed = (state: WorkingState, from: readonly string[]): boolean =>
  visitsLedTo(state, from, (visit) => visit.verdict === null).every(
    (visit) => visit.verdict === 'agree',
  );

/** Result of an end, and the visit that decided it if that was not an agreement. */
export type DecidedEnding =
  | { readonly result: 'approved' }
  | { readonly result: 'refused' | 'withdrawn'; readonly by: StepVisit };

const approved: DecidedEnding = { result: 'approved' };

/**
 * True for visits that decide nothing: those without a verdict, and later steps of the applicant
 * that only confirm. False for the submission, with which verdicts begin anew.
 */
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
 * Returns the result of an end without a fixed one: the last verdict before it. Of several
 * branches, one refusal suffices; a “no” of the applicant withdraws the application.
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

/** Returns the result of an end, reached from the given last visits. */
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
 * True if a gateway between the step and the next step or wait reads `pass`: there disagreeing
 * follows the diagram; elsewhere it returns the record.
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
