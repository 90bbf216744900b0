import { dateOfText } from '@keyan/kernel/values/time.ts';

/** Times of a job in the time zone of the tenants (Asia/Shanghai, without daylight saving). */
export interface Schedule {
  /** Milliseconds between two times: minutes, an hour or a day. */
  readonly period: number;
  /** Milliseconds from the beginning of a day, hour or minute. */
  readonly offset: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Schedule of a job that runs once a day: `dailyAt('00:05')`. */
export const dailyAt = (time: `${number}:${number}`): Schedule => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { period: day, offset: hours * hour + minutes * minute };
};

/** Schedule of a job that runs once an hour, this many minutes past the hour. */
export const everyHour = (past: number): Schedule => ({ period: hour, offset: past * minute });

export const everyMinute: Schedule = { period: minute, offset: 0 };

/** Schedule of a job that runs every `count` minutes, a divisor of 60. */
export const everyMinutes = (count: number): Schedule => ({ period: count * minute, offset: 0 });

/** Beginning of any day in the time zone, as the origin of schedules. */
const origin = dateOfText('2000-01-01').getTime();

/** Returns the last time of the schedule that is not after `now`. */
export const previousScheduledTime = ({ period, offset }: Schedule, now: Date): Date => {
  const first = origin + offset;
  return new Date(first + Math.floor((now.getTime() - first) / period) * period);
};

/** Returns the first time of the schedule after `now`. */
export const nextScheduledTime = (schedule: Schedule, now: Date): Date =>
  new Date(previousScheduledTime(schedule, now).getTime() + schedule.period);
