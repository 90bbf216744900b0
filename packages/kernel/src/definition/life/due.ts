import { dateOfText } from '../../values/time.ts';

/** Time at which the clock performs an action on a record, by one of its own date or time fields. */
export interface DueRule {
  readonly due: 'after' | 'before';
  readonly field: string;
  /** How many days before, the most first; empty for after. */
  readonly days: readonly number[];
}

/** Action of the clock after the time in a field; after a date, once its whole day has passed. */
export const after = (field: string): DueRule => ({ due: 'after', field, days: [] });

/**
 * Action of the clock these numbers of days before the date in a field, once for each number, and again when the
 * record gets another date.
 */
export const before = (field: string, ...days: readonly [number, ...number[]]): DueRule => ({
  due: 'before',
  field,
  days: days.toSorted((a, b) => b - a),
});

export const isDueRule = (by: unknown): by is DueRule =>
  typeof by === 'object' && by !== null && 'due' in by;

const day = 86_400_000;

/** The moment after which a date or time lies behind us: a date has its whole day. */
const endOf = (value: string): number =>
  dateOfText(value).getTime() + (value.length === 10 ? day : 0);

/**
 * The rung of the clock that a record has reached: for `after` 0 once the time has passed, for `before` the
 * fewest days of its list that still cover the time that is left. Null where there is nothing to do yet, or
 * no more. A record that is stored late rings for the nearest rung only.
 *
 * @param value of the field: a date, or a time, as records have them.
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
  // On the day itself nothing of a date is left but that day.
  const days = value.length === 10 ? Math.ceil(left / day) - 1 : left / day;
  return due.days.findLast((rung) => rung >= days) ?? null;
};
