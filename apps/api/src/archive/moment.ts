import { Failure } from '../failure.ts';

const momentPattern =
  /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/;

/**
 * Reads a moment as an operator types it: `2026-05-01 14:30`, in Shanghai time unless the text
 * names an offset from UTC.
 * @throws Failure for an unreadable text, and for a day or a time that does not exist
 */
export function readMoment(text: string): Date {
  const [, day, time, zone = '+08:00'] = momentPattern.exec(text.trim()) ?? [];
  const moment = new Date(`${day}T${time}${zone}`);
  // JavaScript turns 30 February into a day in March, so the text is compared with the parsed day.
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(`${day}`);
  if (!isDay || Number.isNaN(moment.getTime())) {
    throw new Failure(
      `"${text}" is no moment. Write it as 2026-05-01 14:30:00, by the clock of Shanghai.`,
    );
  }
  return moment;
}
