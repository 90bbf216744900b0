/**
 * Offset of China's only time zone from UTC in milliseconds: UTC+8, without daylight saving since
 * 1991.
 */
const shanghaiOffset = 8 * 60 * 60 * 1000;

/** Formats a moment as `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export const timeText = (moment: Date): string =>
  new Date(moment.getTime() + shanghaiOffset).toISOString().slice(0, 19).replace('T', ' ');

/** Formats the day of a moment in Asia/Shanghai, `yyyy-MM-dd`. */
export const dayText = (moment: Date): string => timeText(moment).slice(0, 10);

/** Parses a text of `timeText`; a day means its first instant. */
export const dateOfText = (text: string): Date =>
  new Date(`${text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T')}+08:00`);

const dayLength = 86_400_000;

/** Returns the number of days from one day to another; negative if the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((dateOfText(to).getTime() - dateOfText(from).getTime()) / dayLength);

/** Returns the day this many days later. */
export const addDays = (day: string, days: number): string =>
  dayText(new Date(dateOfText(day).getTime() + days * dayLength));

/**
 * Returns the day this many months later, at most the last of that month: a month after 01-31 is
 * 02-28.
 */
export const addMonths = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  first.setUTCDate(Math.min(date, last.getUTCDate()));
  return first.toISOString().slice(0, 10);
};
