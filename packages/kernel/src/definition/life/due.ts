import { dateOfText } from '../../values/time.ts';

/**
 * Rule by which the clock performs an action on a record, relative to one of its date or time
 * fields.
 */
export interface DueRule {
  readonly due: 'after' | 'before';
  readonly field: string;
  /** Numbers of days before the date, in descending order; empty for `after`. */
  readonly days: readonly number[];
}

/** Performs the action after the time in a field; for a date, after the end of that day. */
export const after = (field: string): DueRule => ({ due: 'after', field, days: [] });

/**
 * Performs the action each of these numbers of days before the date in a field, and again when the
 * date changes.
 */
export const before = (field: string, ...days: readonly [number, ...number[]]): DueRule => ({
  due: 'before',
  field,
  days: days.toSorted((a, b) => b - a),
});

export const isDueRule = (by: unknown): by is DueRule =>
  typeof by === 'object' && by !== null && 'due' in by;

const day = 86_400_000;

/** Returns the end of a date (the midnight after the day) or a time, in milliseconds since 1970. */
const endOf = (value: string): number =>
  dateOfText(value).getTime() + (value.length === 10 ? day : 0);

/**
 * Returns the rung of the clock that a record has reached: for `after` 0 once the time has passed;
 * for `before` the smallest number of days in the list that covers the remaining time. Null before
 * the first rung, and after the time. A record stored late gets the nearest rung only.
 *
 * @param value of the field: a date, or a time, as records store them.
 */
export const reachedReminder = (
  due: DueRule,
  value: string | null | undefined,
  now: Date,
): number | null => {
  if (!value) return null;
  const left = endOf(value) - now.getTime();
  if (due.due === 'after') return left <= 0 ? 0 : null;
  if (left <= 0) return null;
  // On the date itself the remaining time is below one day, which counts as 0 days.
  const days = value.length === 10 ? Math.ceil(left / day) - 1 : left / day;
  return due.days.findLast((rung) => rung >= days) ?? null;
};
