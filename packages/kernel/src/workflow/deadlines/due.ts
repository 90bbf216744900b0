import { addDays, dateOfText } from '../../values/time.ts';
import type { Deadline } from '../diagram.ts';
import { type FactPath, type Variables, valueAtPath } from '../expression.ts';
import { type Period, parsePeriod, periodEnd, type WorkCalendar } from '../period.ts';

/**
 * Path of the date that a deadline is read from: `date:endDate` is the field of the record, `date:plan.endDate` of one
 * that it refers to. Undefined for a period.
 */
export const deadlineDatePath = ({ due = '' }: Deadline): FactPath | undefined => {
  const [, path] = /^date:(\w+(?:\.\w+)*)$/.exec(due) ?? [];
  return path?.split('.');
};

/** Time that people have at least where the date of the record has passed already. */
const least: Period = { is: 'workDays', days: 1 };

/**
 * Deadline of a step that begins now; null for one without a deadline, and where the record has no date. A date
 * lasts until its end, and never leaves less than a work day.
 */
export const deadlineOf = (
  deadline: Deadline,
  now: Date,
  calendar: WorkCalendar,
  seen: Variables,
): Date | null => {
  const path = deadlineDatePath(deadline);
  if (!path) {
    const period = deadline.due === undefined ? undefined : parsePeriod(deadline.due);
    return period ? periodEnd(now, period, calendar) : null;
  }
  const day = valueAtPath(path, seen);
  if (typeof day !== 'string' || day === '') return null;
  const ends = [dateOfText(addDays(day.slice(0, 10), 1)), periodEnd(now, least, calendar)];
  return new Date(Math.max(...ends.map(Number)));
};
