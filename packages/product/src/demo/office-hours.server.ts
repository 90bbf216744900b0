import { timeText } from '@keyan/kernel/values/time.ts';
import type { Chance } from './random.server.ts';

const hour = 3_600_000;
const day = 24 * hour;
const shanghai = 8 * hour;

/** Moves a time outside office hours (9:00 to 17:30, Monday to Friday) to the next working morning. */
export const inOfficeHours = (time: number, random: Chance): number => {
  const local = new Date(time + shanghai);
  const hours = local.getUTCHours() + local.getUTCMinutes() / 60;
  const isWorkDay = (at: Date): boolean => at.getUTCDay() % 6 !== 0;
  if (isWorkDay(local) && hours >= 9 && hours < 17.5) return time;
  const morning = new Date(hours >= 17.5 ? local.getTime() + day : local);
  while (!isWorkDay(morning)) morning.setTime(morning.getTime() + day);
  morning.setUTCHours(9, random.int(0, 90), random.int(0, 59));
  return morning.getTime() - shanghai;
};

/** Returns whether a moment is within office hours. */
export const isOfficeHour = (moment: Date): boolean => {
  const time = timeText(moment).slice(11);
  const weekday = new Date(moment.getTime() + shanghai).getUTCDay();
  return weekday % 6 !== 0 && time >= '09:00:00' && time < '17:30:00';
};

/** Public holidays with a fixed date: New Year, Labour Day, National Day. */
const holidays: readonly (readonly [month: number, first: number, last: number])[] = [
  [1, 1, 3],
  [5, 1, 5],
  [10, 1, 7],
];

const isHoliday = (local: Date): boolean =>
  local.getUTCDay() % 6 === 0 ||
  holidays.some(
    ([month, first, last]) =>
      local.getUTCMonth() + 1 === month &&
      local.getUTCDate() >= first &&
      local.getUTCDate() <= last,
  );

/** Returns the last bank working day at or before a moment: not a weekend or a holiday. */
export const bankDay = (moment: Date): Date => {
  const local = new Date(moment.getTime() + shanghai);
  while (isHoliday(local)) local.setTime(local.getTime() - day);
  return new Date(local.getTime() - shanghai);
};
