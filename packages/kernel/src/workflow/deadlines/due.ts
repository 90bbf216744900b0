import type { Deadline } from '../diagram.ts';
import { parsePeriod, periodEnd, type WorkCalendar } from '../period.ts';

/** Until when a step is to be dealt with that begins now; null for one without a deadline. */
export const dueOf = (
  { due }: Deadline,
  now: Date,
  calendar: WorkCalendar = new Map(),
): Date | null => {
  const period = due === undefined ? undefined : parsePeriod(due);
  return period ? periodEnd(now, period, calendar) : null;
};
