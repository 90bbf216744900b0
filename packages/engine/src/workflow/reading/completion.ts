import type { VotePolicy } from '@keyan/kernel/definition/life/process.ts';
import { compareDecimals, parseDecimal } from '@keyan/kernel/workflow/decimal.ts';
import { type Expression, Unreadable } from '@keyan/kernel/workflow/expression.ts';
import { parseExpression } from '@keyan/kernel/workflow/parse.ts';

type Agree = VotePolicy['agree'];

/** Measure in a completion condition: number of agreements, or share of all. */
type Measure = 'count' | 'share' | 'open';

const isName = (expression: Expression, name: string): boolean =>
  expression.is === 'name' && expression.name === name;

const measureOf = (expression: Expression): Measure | undefined => {
  if (isName(expression, 'nrOfCompletedInstances')) return 'count';
  if (isName(expression, 'nrOfActiveInstances')) return 'open';
  const share =
    expression.is === 'binary' &&
    expression.op === '/' &&
    isName(expression.left, 'nrOfCompletedInstances') &&
    isName(expression.right, 'nrOfInstances');
  return share ? 'share' : undefined;
};

const mirrored: ReadonlyMap<string, string> = new Map([
  ['<=', '>='],
  ['<', '>'],
  ['==', '=='],
  ['>=', '<='],
  ['>', '<'],
]);

/** Returns a share such as `0.6` as whole percent; undefined for finer shares, and for those above one. */
const percentOf = (text: string): number | undefined => {
  const percent = Number(text) * 100;
  const whole = Math.round(percent);
  const fits = whole >= 1 && whole <= 100;
  const written = parseDecimal(text);
  const exact = parseDecimal((whole / 100).toFixed(2));
  return fits && written && exact && compareDecimals(written, exact) === 0 ? whole : undefined;
};

/** Vote rule for each comparison with a literal; the key is `measure operator`. */
const policies: ReadonlyMap<string, (text: string) => Agree | undefined> = new Map<
  string,
  (text: string) => Agree | undefined
>([
  ['share >=', (text) => (Number(text) === 1 ? 'all' : percentOf(text))],
  ['share ==', (text) => (Number(text) === 1 ? 'all' : undefined)],
  ['share >', (text) => (Number(text) === 0 ? 'any' : undefined)],
  ['count >=', (text) => (Number(text) === 1 ? 'any' : undefined)],
  ['count ==', (text) => (Number(text) === 1 ? 'any' : undefined)],
  ['count >', (text) => (Number(text) === 0 ? 'any' : undefined)],
  ['open ==', (text) => (Number(text) === 0 ? 'all' : undefined)],
]);

const agreementIn = (expression: Expression): Agree | undefined => {
  if (expression.is !== 'binary') return undefined;
  const { op, left, right } = expression;
  const all =
    op === '==' || op === '>='
      ? isName(left, 'nrOfCompletedInstances') && isName(right, 'nrOfInstances')
      : false;
  if (all) return 'all';
  const [measured, literal, operator] =
    right.is === 'number' ? [left, right, op] : [right, left, mirrored.get(op)];
  const measure = measureOf(measured);
  if (measure === undefined || literal.is !== 'number') return undefined;
  return policies.get(`${measure} ${operator}`)?.(literal.text);
};

/**
 * Returns the vote rule of a completion condition in a file of another platform, such as 60 for
 * `${nrOfCompletedInstances / nrOfInstances >= 0.6}`. Undefined for another condition, which is evaluated as written.
 */
export const voteRuleOf = (condition: string): Agree | undefined => {
  try {
    return agreementIn(parseExpression(condition));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
};
