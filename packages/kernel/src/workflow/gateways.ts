import type { Label } from '../label.ts';
import type { FactPath, Variables } from './expression.ts';
import { pickFacts, valueAtPath, variablePathsIn } from './expression.ts';
import type { Graph, GraphFlow, GraphNode } from './graph.ts';
import { ConditionUndecidable, judgeCondition } from './judging/judge.ts';
import { isPassed } from './verdict.ts';
import type { WorkingState } from './working-state.ts';

/** A gateway that chooses among its flows. */
export type ChoosingGateway = Extract<GraphNode, { type: 'exclusive' | 'fork' }>;

/** Values that conditions see behind these visits: the present facts and the token's own `pass`. */
export const variablesAt = (state: WorkingState, from: readonly string[]): Variables =>
  new Map([...state.present, ['pass', isPassed(state, from)]]);

const conditionOf = (graph: Graph, flow: string) => (graph.flows[flow] as GraphFlow).condition;

/** Paths that a gateway's conditions look at. */
const lookedAt = (graph: Graph, gateway: ChoosingGateway): readonly FactPath[] =>
  gateway.out.flatMap((flow) => {
    const condition = conditionOf(graph, flow);
    return condition === null ? [] : variablePathsIn(condition);
  });

/**
 * The flows that a gateway's conditions choose: of an exclusive one the first that holds, of an
 * inclusive fork all that hold; the default where none does. A flow without a condition holds.
 * @param seen what conditions see
 * @returns ids of flows; none where nothing holds and there is no default
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
 * Sends a token through a gateway. Where conditions were judged, a line of history keeps the flows
 * taken and the values looked at, so that the route can be recomputed.
 * @param from the last visits of every branch that led here
 * @throws Unjudged where no flow may be taken.
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
    // As where a value is missing: the record stands still until a manager looks at its route.
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
