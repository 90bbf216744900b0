import { compareDecimals, parseDecimal } from './decimal.ts';
import type { BinaryOperator, Expression } from './expression.ts';

export const isSameExpression = (a: Expression, b: Expression): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

const opposites: ReadonlyMap<BinaryOperator, BinaryOperator> = new Map([
  ['==', '!='],
  ['!=', '=='],
  ['<', '>='],
  ['>=', '<'],
  ['>', '<='],
  ['<=', '>'],
]);

export const negationOf = (of: Expression): Expression => {
  if (of.is === 'unary' && of.op === '!') return of.of;
  const opposite = of.is === 'binary' ? opposites.get(of.op) : undefined;
  if (of.is === 'binary' && opposite) return { ...of, op: opposite };
  return { is: 'unary', op: '!', of };
};

/** Rewrites `x == true` as `x` and `x == false` as `!x`, and moves `!` inwards. */
export const simplifyBooleans = (expression: Expression): Expression => {
  if (expression.is === 'unary' && expression.op === '!')
    return negationOf(simplifyBooleans(expression.of));
  if (expression.is !== 'binary') return expression;
  const { op, left, right } = expression;
  const truth = right.is === 'constant' && typeof right.value === 'boolean' ? right.value : null;
  if (truth === null || (op !== '==' && op !== '!=')) return expression;
  return truth === (op === '==') ? simplifyBooleans(left) : negationOf(simplifyBooleans(left));
};

const conjuncts = (expression: Expression): readonly Expression[] => {
  const simple = simplifyBooleans(expression);
  if (simple.is !== 'binary' || simple.op !== '&&') return [simple];
  return [...conjuncts(simple.left), ...conjuncts(simple.right)];
};

/**
 * Returns the number with which a value is compared. Quoted numbers count for equality only; `<`
 * and `>` compare two texts by letters.
 */
const numberIn = ({ op, right }: Extract<Expression, { is: 'binary' }>) =>
  right.is === 'number' || (right.is === 'text' && op === '==')
    ? parseDecimal(right.text)
    : undefined;

const above: ReadonlySet<BinaryOperator> = new Set(['>', '>=']);
const below: ReadonlySet<BinaryOperator> = new Set(['<', '<=']);

const comparisonsDisjoint = (a: Expression, b: Expression): boolean => {
  if (a.is !== 'binary' || b.is !== 'binary' || !isSameExpression(a.left, b.left)) return false;
  const [x, y] = [numberIn(a), numberIn(b)];
  if (!x || !y) {
    const texts =
      a.right.is === 'text' && b.right.is === 'text' && !isSameExpression(a.right, b.right);
    return texts && a.op === '==' && b.op === '==';
  }
  const order = compareDecimals(x, y);
  if (order > 0) return comparisonsDisjoint(b, a);
  // From here on, the first value is at most the second.
  const atMost = (op: BinaryOperator): boolean => op === '==' || below.has(op);
  const atLeast = (op: BinaryOperator): boolean => op === '==' || above.has(op);
  if (order < 0) return atMost(a.op) && atLeast(b.op);
  const meet = [a.op, b.op].every((op) => op === '==' || op === '<=' || op === '>=');
  const apart = (atMost(a.op) && atLeast(b.op)) || (atLeast(a.op) && atMost(b.op));
  return apart && !meet;
};

/**
 * True if two conditions can never both be true, as proved from their text: one negates the other,
 * or they compare one value with different texts or with disjoint ranges. False means unknown.
 */
export const areDisjoint = (a: Expression, b: Expression): boolean =>
  conjuncts(a).some((one) =>
    conjuncts(b).some(
      (other) => isSameExpression(negationOf(one), other) || comparisonsDisjoint(one, other),
    ),
  );
