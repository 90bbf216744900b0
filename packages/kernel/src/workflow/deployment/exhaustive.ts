import { type Finding, findingAt } from '../../finding.ts';
import { fill, type Label } from '../../label.ts';
import { isSameExpression, negationOf, simplifyBooleans } from '../disjoint.ts';
import type { Expression } from '../expression.ts';
import type { Graph } from '../graph.ts';
import { nodeTitle } from '../graph.ts';

/** Maximum number of comparisons whose combinations are tried; with more, nothing is proved. */
const maxComparisons = 10;

type Truths = readonly { readonly atom: Expression; readonly holds: boolean }[];

/** Collects the distinct comparisons of a condition, treating opposites as one. */
const atomsIn = (expression: Expression, known: Expression[] = []): Expression[] => {
  const simple = simplifyBooleans(expression);
  if (simple.is === 'binary' && (simple.op === '&&' || simple.op === '||')) {
    return atomsIn(simple.right, atomsIn(simple.left, known));
  }
  if (simple.is === 'unary' && simple.op === '!') return atomsIn(simple.of, known);
  if (simple.is === 'constant') return known;
  const same = known.some(
    (one) => isSameExpression(one, simple) || isSameExpression(negationOf(one), simple),
  );
  return same ? known : [...known, simple];
};

const isTrue = (expression: Expression, truths: Truths): boolean => {
  const simple = simplifyBooleans(expression);
  if (simple.is === 'binary' && simple.op === '&&') {
    return isTrue(simple.left, truths) && isTrue(simple.right, truths);
  }
  if (simple.is === 'binary' && simple.op === '||') {
    return isTrue(simple.left, truths) || isTrue(simple.right, truths);
  }
  if (simple.is === 'unary' && simple.op === '!') return !isTrue(simple.of, truths);
  if (simple.is === 'constant') return simple.value === true;
  const same = truths.find(({ atom }) => isSameExpression(atom, simple));
  if (same) return same.holds;
  return !(truths.find(({ atom }) => isSameExpression(negationOf(atom), simple))?.holds ?? true);
};

/**
 * True if one of these conditions is true for every record, as proved from their text. False means
 * unknown.
 */
export const areExhaustive = (conditions: readonly Expression[]): boolean => {
  const atoms = conditions.reduce<Expression[]>((known, one) => atomsIn(one, known), []);
  if (atoms.length > maxComparisons) return false;
  for (let row = 0; row < 2 ** atoms.length; row += 1) {
    const truths = atoms.map((atom, place) => ({ atom, holds: (row >> place) % 2 === 1 }));
    if (!conditions.some((one) => isTrue(one, truths))) return false;
  }
  return true;
};

const mayStand: Label = [
  '网关【{node}】没有默认分支，条件均不成立时流程会停在此处，请设置默认分支',
  'Gateway “{node}” has no default flow: if none of its conditions is met, the process stops there. Set a default flow',
];

/**
 * Finds gateways at which a process may get stuck, as warnings for the person who deploys the
 * route.
 */
export const gatewaysThatMayBlock = (graph: Graph): readonly Finding[] =>
  Object.values(graph.nodes).flatMap((node) => {
    const chooses = node.type === 'exclusive' || (node.type === 'fork' && node.inclusive);
    if (!chooses || node.default !== null) return [];
    const conditions = node.out.map((flow) => graph.flows[flow]?.condition ?? null);
    const given = conditions.filter((one): one is Expression => one !== null);
    if (given.length < conditions.length || areExhaustive(given)) return [];
    return [findingAt(node, fill(mayStand, { node: nodeTitle(node) }))];
  });
