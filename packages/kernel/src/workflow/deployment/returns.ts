import { type Finding, findingAt } from '../../finding.ts';
import { fill, type Label } from '../../label.ts';
import { commonPrefix } from '../back.ts';
import { reachableNodes } from '../flows.ts';
import type { Graph, UserNode, WaitNode } from '../graph.ts';
import { isApplicants, nodeTitle, userNode } from '../graph.ts';
import { readsPass } from '../verdict.ts';

const texts = {
  behindJoin: [
    '节点【{node}】在并行汇聚之后，不同意时无法确定“上一环节”，请指定退回的环节',
    'Branches join before “{node}”, so “the previous step” is ambiguous. Name the step to return to',
  ],
  mayBeMissed: [
    '节点【{node}】不同意时退回的【{to}】不是每次都会经过，届时无法退回',
    'Disagreeing at “{node}” returns to “{to}”, which is not always on the way: the return would fail',
  ],
  cannotDisagree: [
    '申请人在【{node}】只能同意：之后没有按【pass】判断的网关',
    'At “{node}” the applicant can only agree: no later gateway tests “pass”',
  ],
} as const satisfies Record<string, Label>;

const targetsOf = (graph: Graph, id: string): readonly string[] =>
  graph.nodes[id]?.out.flatMap((flow) => graph.flows[flow]?.to ?? []) ?? [];

/** True if branches join between a node and the steps before it. */
const isBehindJoin = (graph: Graph, id: string): boolean => {
  const sources = (at: string): readonly string[] =>
    Object.values(graph.flows).flatMap(({ from, to }) => (to === at ? [from] : []));
  const asks = (at: string): boolean => graph.nodes[at]?.type === 'user';
  const before = reachableNodes(sources(id), (at) => (asks(at) ? [] : sources(at)));
  return [...before].some((at) => graph.nodes[at]?.type === 'join');
};

/** True if every path from one node to another passes a third, judging by flows only. */
const separates = (graph: Graph, from: string, between: string, to: string): boolean =>
  from === between ||
  !reachableNodes([from], (at) => targetsOf(graph, at).filter((next) => next !== between)).has(to);

/** Returns the join at which a branch of a fork ends. */
const joinOf = (graph: Graph, flow: string, depth: number): string | undefined => {
  const inside = reachableNodes([graph.flows[flow]?.to ?? ''], (at) =>
    (graph.nodes[at]?.path.length ?? 0) > depth ? targetsOf(graph, at) : [],
  );
  return [...inside].find((at) => graph.nodes[at]?.path.length === depth);
};

/**
 * True if every path from one node to another passes a step. All branches of a parallel fork are
 * taken, of an inclusive fork none for certain.
 * @param depth number of forks around the step that both ends share
 */
const isAlwaysPassed = (
  graph: Graph,
  step: UserNode,
  { from, to, depth }: { readonly from: string; readonly to: string; readonly depth: number },
): boolean => {
  const branch = step.path[depth];
  if (!branch) return separates(graph, from, step.id, to);
  const [fork, flow] = branch;
  const gateway = graph.nodes[fork];
  const join = joinOf(graph, flow, depth);
  if (gateway?.type !== 'fork' || gateway.inclusive || join === undefined) return false;
  const inside = { from: graph.flows[flow]?.to ?? '', to: join, depth: depth + 1 };
  return separates(graph, from, fork, to) && isAlwaysPassed(graph, step, inside);
};

const problemOf = (graph: Graph, node: UserNode | WaitNode): Label | undefined => {
  const to = node.onAgainst;
  if (to === undefined || to === 'applicant' || to === 'refuse') return undefined;
  if (readsPass(graph, node.id)) return undefined;
  const values = { node: nodeTitle(node) };
  if (to === 'prev') {
    return isBehindJoin(graph, node.id) ? fill(texts.behindJoin, values) : undefined;
  }
  const step = userNode(graph, to);
  // A missing step is reported by the checks of the diagram.
  if (!step) return undefined;
  const shared = commonPrefix(node.path, step.path);
  const sibling =
    node.path[shared] !== undefined && node.path[shared]?.[0] === step.path[shared]?.[0];
  const optional = step.skip !== null || step.empty === 'skip';
  const reached =
    step.id !== node.id &&
    !sibling &&
    !optional &&
    isAlwaysPassed(graph, step, { from: graph.start, to: node.id, depth: shared });
  return reached ? undefined : fill(texts.mayBeMissed, { ...values, to: nodeTitle(step) });
};

/**
 * Finds steps and waits whose `onAgainst` names a step that may be impossible then, as problems for
 * the person who deploys the route. A running process falls back to the applicant.
 */
export const impossibleReturns = (graph: Graph): readonly Finding[] =>
  Object.values(graph.nodes).flatMap((node) => {
    const problem =
      node.type === 'user' || node.type === 'wait' ? problemOf(graph, node) : undefined;
    return problem ? [findingAt(node, problem)] : [];
  });

/** Finds steps at which the applicant confirms but cannot disagree, as warnings. */
export const confirmationOnlySteps = (graph: Graph): readonly Finding[] =>
  Object.values(graph.nodes).flatMap((node) =>
    node.type === 'user' &&
    isApplicants(node) &&
    node.id !== graph.apply &&
    !readsPass(graph, node.id)
      ? [findingAt(node, fill(texts.cannotDisagree, { node: nodeTitle(node) }))]
      : [],
  );
