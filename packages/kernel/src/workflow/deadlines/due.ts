import { addDays, dateOfText } from '../../values/time.ts';
import type { Deadline } from '../diagram.ts';
import { type FactPath, type Variables, valueAtPath } from '../expression.ts';
import { type Period, parsePeriod, periodEnd, type WorkCalendar } from '../period.ts';

/**
 * Returns the path of the date on which a deadline depends: `date:endDate` is a field of the
 * record, `date:plan.endDate` of a record that it refers to. Undefined for a period.
 */
export const deadlineDatePath = ({ due = '' }: Deadline): FactPath | undefined => {
  const [, path] = /^date:(\w+(?:\.\w+)*)$/.exec(due) ?? [];
  return path?.split('.');
};

/** Minimum time for a step if the record's date has already passed. */
const minTimeAfterPastDate: Period = { is: 'workDays', days: 1 };

/**
 * Returns the deadline of a step that begins now; null for a step without one, and if the record
 * has no date. A date includes its whole day, and always leaves at least a work day.
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
  const ends = [
    dateOfText(addDays(day.slice(0, 10), 1)),
    periodEnd(now, minTimeAfterPastDate, calendar),
  ];
  return new Date(Math.max(...ends.map(Number)));
};
