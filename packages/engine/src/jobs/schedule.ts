import { dateOfText } from '@keyan/kernel/values/time.ts';

/** Times of a job by the clock of the tenants (Asia/Shanghai, which has no daylight saving). */
export interface Schedule {
  /** Milliseconds from one time to the next: minutes, an hour or a day. */
  readonly period: number;
  /** Milliseconds from the beginning of a day, hour or minute. */
  readonly offset: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `dailyAt('00:05')`: once a day at that time. */
export const dailyAt = (time: `${number}:${number}`): Schedule => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { period: day, offset: hours * hour + minutes * minute };
};

/** Schedule of a job that runs once an hour, this many minutes past the hour. */
export const everyHour = (past: number): Schedule => ({ period: hour, offset: past * minute });

export const everyMinute: Schedule = { period: minute, offset: 0 };

/** Every this many minutes, a divisor of an hour. */
export const everyMinutes = (count: number): Schedule => ({ period: count * minute, offset: 0 });

/** The beginning of any day of the zone. */
const origin = dateOfText('2000-01-01').getTime();

/** The last time of the schedule that is not after `now`. */
export const previousScheduledTime = ({ period, offset }: Schedule, now: Date): Date => {
  const first = origin + offset;
  return new Date(first + Math.floor((now.getTime() - first) / period) * period);
};

/** The first time of the schedule after `now`. */
export const nextScheduledTime = (schedule: Schedule, now: Date): Date =>
  new Date(previousScheduledTime(schedule, now).getTime() + schedule.period);
