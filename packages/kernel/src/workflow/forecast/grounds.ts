import type { Decision } from '../decide.ts';
import { conditionHolds } from '../evaluate.ts';
import type { Expression, Facts, Variables } from '../expression.ts';
import { variableNamesIn } from '../expression.ts';
import type { Graph } from '../graph.ts';
import { visitedNode } from '../graph.ts';
import type { StepVisit } from '../state.ts';

/** Smallest part of a condition, and whether it was true. */
export interface ConditionPart {
  readonly of: Expression;
  readonly holds: boolean;
}

/** Returns the parts of a condition that decided its result. */
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
    // One operand alone makes `||` true and `&&` false; otherwise both count.
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
 * Returns the parts of a condition that decided its result. A part that only tests for a value is
 * omitted if another part uses the value.
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

/** Choice of a gateway for a token: the deciding parts, and the names that were evaluated. */
export interface TurnGrounds {
  readonly grounds: readonly ConditionPart[];
  readonly names: readonly string[];
}

/** Returns the grounds on which a gateway sent the token along a flow. */
const turnAt = (graph: Graph, flow: string, facts: Facts): TurnGrounds => {
  const seen: Variables = new Map(Object.entries(facts));
  const condition = graph.flows[flow]?.condition;
  const gateway = graph.nodes[graph.flows[flow]?.from ?? ''];
  const isDefault = gateway !== undefined && 'default' in gateway && gateway.default === flow;
  // The default flow is taken because no other condition is true; another flow without a condition
  // is always taken.
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
 * Returns the choices between a node and its previous visits, in order. Choices inside a block are
 * irrelevant after its join.
 *
 * @param decision decision in which the token reached the node
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
