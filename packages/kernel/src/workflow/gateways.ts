import type { Label } from '../label.ts';
import type { FactPath, Variables } from './expression.ts';
import { pickFacts, valueAtPath, variablePathsIn } from './expression.ts';
import type { Graph, GraphFlow, GraphNode } from './graph.ts';
import { ConditionUndecidable, judgeCondition } from './judging/judge.ts';
import { isPassed } from './verdict.ts';
import type { WorkingState } from './working-state.ts';

/** Gateway that chooses among its flows. */
export type ChoosingGateway = Extract<GraphNode, { type: 'exclusive' | 'fork' }>;

/**
 * Returns the variables for conditions after these visits: the current facts and the token's
 * `pass`.
 */
export const variablesAt = (state: WorkingState, from: readonly string[]): Variables =>
  new Map([...state.present, ['pass', isPassed(state, from)]]);

const conditionOf = (graph: Graph, flow: string) => (graph.flows[flow] as GraphFlow).condition;

/** Returns the paths that a gateway's conditions read. */
const lookedAt = (graph: Graph, gateway: ChoosingGateway): readonly FactPath[] =>
  gateway.out.flatMap((flow) => {
    const condition = conditionOf(graph, flow);
    return condition === null ? [] : variablePathsIn(condition);
  });

/**
 * Returns the flows that a gateway chooses: of an exclusive one the first with a true condition, of
 * an inclusive fork all of them; otherwise the default. A flow without condition counts as true.
 * @param seen variables for the conditions
 * @returns ids of flows; empty if no condition is true and there is no default
 */
export const flowsChosen = (
  graph: Graph,
  gateway: ChoosingGateway,
  seen: Variables,
): readonly string[] => {
  if (gateway.type === 'fork' && !gateway.inclusive) return gateway.out;
  const others = gateway.out.filter((id) => id !== gateway.default);
  const isOpen = (id: string): boolean => {
    const condition = conditionOf(graph, id);
    return condition === null || judgeCondition(gateway, condition, seen);
  };
  if (gateway.type === 'exclusive') {
    const first = others.find(isOpen) ?? gateway.default;
    return first === null ? [] : [first];
  }
  const open = others.filter(isOpen);
  return open.length > 0 || gateway.default === null ? open : [gateway.default];
};

const noBranch: Label = ['没有满足条件的分支', 'no branch condition is met'];

/**
 * Moves a token through a gateway. If conditions were evaluated, a history entry stores the flows
 * taken and the values used, so that the route can be recomputed.
 * @param from the last visits of every branch that led here
 * @throws ConditionUndecidable if no flow may be taken.
 */
export const passGateway = (
  state: WorkingState,
  gateway: ChoosingGateway,
  from: readonly string[],
): readonly string[] => {
  const { graph } = state.input;
  const paths = lookedAt(graph, gateway);
  const seen = paths.length > 0 ? variablesAt(state, from) : state.facts;
  const flows = flowsChosen(graph, gateway, seen);
  if (flows.length === 0) {
    // As for a missing value: the record stays at its step until a manager corrects the route.
    throw new ConditionUndecidable({ node: gateway, fact: null }, noBranch);
  }
  if (paths.length > 0) {
    state.log('route', {
      actor: null,
      node: gateway,
      extra: { flows, facts: pickFacts(paths, (path) => valueAtPath(path, seen)) },
    });
  }
  return flows;
};
