import type { Label } from '@keyan/kernel/label.ts';
import { dateOfText } from '@keyan/kernel/values/time.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns the milliseconds since a wire time; 0 if it cannot be parsed. */
export const millisecondsSince = (since: string | undefined, now: number): number =>
  since ? Math.max(0, now - dateOfText(since).getTime()) : 0;

/** Returns whole days of a duration; pages warn from 3 days and show an error from 7. */
export const daysText = (ms: number): number => Math.floor(ms / day);

const durationUnits: readonly (readonly [least: number, unit: number, label: Label])[] = [
  [day, day, [' 天', ' d']],
  [hour, hour, [' 小时', ' h']],
  [minute, minute, [' 分钟', ' min']],
];

/** Returns a duration in words: 刚刚, 5 分钟, 4 小时, 2 天. */
export const durationText = (ms: number): Label => {
  const step = durationUnits.find(([least]) => ms >= least);
  if (!step) return ['刚刚', 'just now'];
  const [, unit, [zh, en]] = step;
  const count = Math.floor(ms / unit);
  return [`${count}${zh}`, `${count}${en}`];
};

/** Returns a time as `11-21 16:41` in the current year, with the year otherwise. */
export const shortTime = (time: string, now: number): string => {
  const year = new Date(now + 8 * hour).getUTCFullYear();
  const short = time.slice(0, 16);
  return short.startsWith(`${year}-`) ? short.slice(5) : short;
};

/** Returns how long something has been pending, as a phrase. */
export const waitingText = (ms: number): Label => {
  if (ms < minute) return ['刚收到', 'just received'];
  const [zh, en] = durationText(ms);
  return [`已停留 ${zh}`, `waiting for ${en}`];
};
