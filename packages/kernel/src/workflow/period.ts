import { englishQuantity, type Label } from '../label.ts';
import { dateOfText, dayText } from '../values/time.ts';

/** Duration of a wait: work days, or a duration in calendar time. */
export type Period =
  | { readonly is: 'workDays'; readonly days: number }
  | { readonly is: 'elapsed'; readonly hours: number };

/**
 * Exceptions to the working week Monday to Friday: `2026-10-01` → false, a working weekend → true.
 */
export type WorkCalendar = ReadonlyMap<string, boolean>;

/** Maximum wait, in days; a longer one is assumed to be a mistake. */
const maxPeriodDays = 366;

/**
 * Parses a period: `5wd` (work days), `P5D`, `P1W`, `PT48H` or `P1DT12H`.
 * @returns undefined for invalid text, for zero and for more than a year.
 */
export const parsePeriod = (text: string): Period | undefined => {
  const within = (days: number): boolean => days > 0 && days <= maxPeriodDays;
  const [, work] = /^(\d{1,3})wd$/.exec(text) ?? [];
  if (work !== undefined) {
    return within(Number(work)) ? { is: 'workDays', days: Number(work) } : undefined;
  }
  const found = /^P(?=.)(?:(\d{1,3})W|(?:(\d{1,3})D)?(?:T(\d{1,4})H)?)$/.exec(text);
  if (!found) return undefined;
  const [weeks = 0, days = 0, hours = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const total = (weeks * 7 + days) * 24 + hours;
  return within(total / 24) ? { is: 'elapsed', hours: total } : undefined;
};

/** Describes a period; returns the text itself if it is invalid. */
export const periodLabel = (text: string): Label => {
  const period = parsePeriod(text);
  if (!period) return [text, text];
  if (period.is === 'workDays')
    return [`${period.days} 个工作日`, englishQuantity(period.days, 'working day')];
  const days = period.hours / 24;
  return Number.isInteger(days)
    ? [`${days} 天`, englishQuantity(days, 'day')]
    : [`${period.hours} 小时`, englishQuantity(period.hours, 'hour')];
};

const hour = 3_600_000;
const dayAfter = (moment: Date): Date => new Date(moment.getTime() + 24 * hour);

/** True if the day of this moment is a working day. */
export const isWorkDay = (moment: Date, calendar: WorkCalendar): boolean => {
  const day = dayText(moment);
  // As a moment in UTC, so that the weekday is that of the date text.
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return calendar.get(day) ?? (weekday !== 0 && weekday !== 6);
};

/**
 * Moves a moment to the next work day, at its time of day. @throws Error for a calendar without
 * work days.
 */
const nextWorkDay = (from: Date, calendar: WorkCalendar): Date => {
  let moment = dayAfter(from);
  for (let tried = 0; !isWorkDay(moment, calendar); tried += 1) {
    if (tried > maxPeriodDays) throw new Error('the calendar has a year without a work day');
    moment = dayAfter(moment);
  }
  return moment;
};

/**
 * Returns the end of a period that begins at this moment. Work days end at the time of day of the
 * beginning; a period that begins on a day off counts from the first instant of the next work day.
 */
export const periodEnd = (from: Date, period: Period, calendar: WorkCalendar): Date => {
  if (period.is === 'elapsed') return new Date(from.getTime() + period.hours * hour);
  let moment = isWorkDay(from, calendar) ? from : dateOfText(dayText(nextWorkDay(from, calendar)));
  for (let day = 0; day < period.days; day += 1) moment = nextWorkDay(moment, calendar);
  return moment;
};
