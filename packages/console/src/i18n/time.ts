import type { Label } from '@keyan/kernel/label.ts';
import { dateOfText } from '@keyan/kernel/values/time.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago a wire time was, in milliseconds; 0 for what is not one. */
export const millisecondsSince = (since: string | undefined, now: number): number =>
  since ? Math.max(0, now - dateOfText(since).getTime()) : 0;

/** Whole days of a stay: 3 and more warn, 7 and more are an error. */
export const daysText = (ms: number): number => Math.floor(ms / day);

const steps: readonly (readonly [least: number, unit: number, label: Label])[] = [
  [day, day, [' 天', ' d']],
  [hour, hour, [' 小时', ' h']],
  [minute, minute, [' 分钟', ' min']],
];

/** 刚刚, 5 分钟, 4 小时, 2 天. */
export const durationText = (ms: number): Label => {
  const step = steps.find(([least]) => ms >= least);
  if (!step) return ['刚刚', 'just now'];
  const [, unit, [zh, en]] = step;
  const count = Math.floor(ms / unit);
  return [`${count}${zh}`, `${count}${en}`];
};

/** `11-21 16:41` in this year, with the year otherwise. */
export const shortTime = (time: string, now: number): string => {
  const year = new Date(now + 8 * hour).getUTCFullYear();
  const short = time.slice(0, 16);
  return short.startsWith(`${year}-`) ? short.slice(5) : short;
};

/** How long something has been waiting, in words that stand alone. */
export const waitingText = (ms: number): Label => {
  if (ms < minute) return ['刚收到', 'just received'];
  const [zh, en] = durationText(ms);
  return [`已停留 ${zh}`, `waiting for ${en}`];
};
