import type { Decision } from '../decide.ts';
import { conditionHolds } from '../evaluate.ts';
import type { Expression, Facts, Variables } from '../expression.ts';
import { variableNamesIn } from '../expression.ts';
import type { Graph } from '../graph.ts';
import { visitedNode } from '../graph.ts';
import type { StepVisit } from '../state.ts';

/** A part of a condition that cannot be taken apart further, and whether it held. */
export interface ConditionPart {
  readonly of: Expression;
  readonly holds: boolean;
}

/** The parts of a condition that made it hold, or not hold. */
const partsOf = (
  expression: Expression,
  value: boolean,
  seen: Variables,
): readonly ConditionPart[] => {
  if (expression.is === 'unary' && expression.op === '!') {
    return partsOf(expression.of, !value, seen);
  }
  if (expression.is === 'choice') {
    const test = conditionHolds(expression.test, seen);
    const chosen = test ? expression.yes : expression.no;
    return [...partsOf(expression.test, test, seen), ...partsOf(chosen, value, seen)];
  }
  if (expression.is === 'binary' && (expression.op === '&&' || expression.op === '||')) {
    const { op, left, right } = expression;
    // One side alone makes `||` hold and `&&` fail; otherwise both are needed.
    const alone = op === '||';
    if (value !== alone) {
      return [...partsOf(left, value, seen), ...partsOf(right, value, seen)];
    }
    return partsOf(conditionHolds(left, seen) === value ? left : right, value, seen);
  }
  return [{ of: expression, holds: value }];
};

const isFilled = ({ of, holds: empty }: ConditionPart): boolean =>
  of.is === 'unary' && of.op === 'empty' && !empty;

/**
 * Parts of a condition that decided its result. A part that only asks for a value to be there is left out where
 * another part reads the value.
 */
export const decidingParts = (
  expression: Expression,
  seen: Variables,
): readonly ConditionPart[] => {
  const parts = partsOf(expression, conditionHolds(expression, seen), seen);
  const said = new Set(
    parts.filter((part) => !isFilled(part)).flatMap(({ of }) => [...variableNamesIn(of)]),
  );
  return parts.filter(
    (part) => !isFilled(part) || [...variableNamesIn(part.of)].every((name) => !said.has(name)),
  );
};

/** A choice that a token took on its way: what decided it, and the names that were looked at. */
export interface TurnGrounds {
  readonly grounds: readonly ConditionPart[];
  readonly names: readonly string[];
}

/** Values that were judged where a gateway sent the token along a flow. */
const turnAt = (graph: Graph, flow: string, facts: Facts): TurnGrounds => {
  const seen: Variables = new Map(Object.entries(facts));
  const condition = graph.flows[flow]?.condition;
  const gateway = graph.nodes[graph.flows[flow]?.from ?? ''];
  const isDefault = gateway !== undefined && 'default' in gateway && gateway.default === flow;
  // The default flow is taken because no other condition holds; any other without one always is.
  const others = isDefault ? gateway.out : [];
  const judged = condition
    ? [condition]
    : others.flatMap((other) => graph.flows[other]?.condition ?? []);
  return {
    grounds: judged.flatMap((each) => decidingParts(each, seen)),
    names: Object.keys(facts),
  };
};

/**
 * The choices between a node and the visits before it, in their order. What was chosen inside a
 * block says nothing of what lies behind its join.
 *
 * @param decision the decision in which the token came to the node
 */
export const choicesBefore = (
  graph: Graph,
  node: string,
  previous: readonly string[],
  { snapshot, events }: Decision,
): readonly TurnGrounds[] => {
  const taken = new Set(
    snapshot.visits.flatMap((visit: StepVisit) => (previous.includes(visit.id) ? visit.flows : [])),
  );
  const judged = new Map(
    events.flatMap((event) =>
      event.type === 'log' && event.entry.operation === 'route' && event.entry.extra
        ? [[event.entry.node, event.entry.extra.facts] as const]
        : [],
    ),
  );
  const turns: TurnGrounds[] = [];
  let at = node;
  for (;;) {
    const flow = [...taken].find((id) => graph.flows[id]?.to === at);
    const from = flow === undefined ? undefined : graph.flows[flow]?.from;
    if (flow === undefined || from === undefined) return turns;
    if (visitedNode(graph, from) || graph.nodes[from]?.type === 'join') return turns;
    const facts = judged.get(from);
    if (facts) turns.unshift(turnAt(graph, flow, facts));
    at = from;
    taken.delete(flow);
  }
};
