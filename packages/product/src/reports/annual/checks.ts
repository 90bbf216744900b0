import { atMost, equal, minus, plus } from '@keyan/kernel/values/amounts.ts';
import type { AnnualForm, CellSum, FormCheck } from './form.ts';

/** Returns the value of a cell in this or last year’s report; null if missing. */
export type LookUpCell = (
  table: string,
  row: string,
  column: string,
  last: boolean,
) => string | null;

/** Failed check with both sides. */
export interface CheckFailure {
  readonly check: FormCheck;
  readonly left: string;
  readonly right: string;
  /** Left side minus right side. */
  readonly difference: string;
}

/** Value of an expression; null if a cell is missing, as in the first year. */
const sideOf = ({ plus: added, minus: taken = [] }: CellSum, look: LookUpCell): string | null => {
  const at = (name: string): string | null => {
    const last = name.startsWith('last:');
    const [table = '', row = '', column = ''] = (last ? name.slice(5) : name).split('/');
    return look(table, row, column, last);
  };
  const [plusses, minuses] = [added.map(at), taken.map(at)];
  if ([...plusses, ...minuses].some((value) => value === null)) return null;
  return minus(plus(...plusses), ...minuses);
};

const absolute = (value: string): string => value.replace(/^-/, '');

/**
 * True if a value deviates from another by at most the given percentage; only zero is near zero.
 */
const isNear = (left: string, right: string, percent: number): boolean =>
  // Evaluates |left − right| × 100 ≤ |right| × percent with exact decimals.
  atMost(repeated(absolute(minus(left, right)), 100), repeated(absolute(right), percent));

const repeated = (value: string, count: number): string => {
  const [whole = '0', fraction = ''] = value.split('.');
  const units = BigInt(`${whole}${fraction}`) * BigInt(count);
  const text = units.toString().padStart(fraction.length + 1, '0');
  return fraction.length === 0
    ? text
    : `${text.slice(0, -fraction.length)}.${text.slice(-fraction.length)}`;
};

const holds: Readonly<
  Record<FormCheck['is'], (left: string, right: string, percent: number) => boolean>
> = {
  equal,
  atMost,
  near: isNear,
};

/**
 * Failed checks of a form; checks with missing cells are skipped.
 * @param percent maximum deviation from last year
 */
export const checkFailuresOf = (
  { checks }: AnnualForm,
  look: LookUpCell,
  percent: number,
): readonly CheckFailure[] =>
  checks.flatMap((check) => {
    const [left, right] = [sideOf(check.left, look), sideOf(check.right, look)];
    if (left === null || right === null || holds[check.is](left, right, percent)) return [];
    return [{ check, left, right, difference: minus(left, right) }];
  });
