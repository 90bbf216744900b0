import { timeText } from '@keyan/kernel/values/time.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dailyAt,
  everyHour,
  everyMinute,
  nextScheduledTime,
  previousScheduledTime,
} from './schedule.ts';

const moments = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
});

test('the last time is not after now, the next is, and they follow each other', () => {
  fc.assert(
    fc.property(
      moments,
      fc.constantFrom(dailyAt('00:05'), everyHour(17), everyMinute),
      (now, at) => {
        const last = previousScheduledTime(at, now);
        const next = nextScheduledTime(at, now);
        expect(last.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(next.getTime()).toBeGreaterThan(now.getTime());
        expect(next.getTime() - last.getTime()).toBe(at.period);
        expect(previousScheduledTime(at, next)).toEqual(next);
      },
    ),
  );
});

test('times are those of the tenants’ clock', () => {
  fc.assert(
    fc.property(moments, (now) => {
      expect(timeText(previousScheduledTime(dailyAt('00:05'), now)).slice(11)).toBe('00:05:00');
      expect(timeText(previousScheduledTime(everyHour(17), now)).slice(14)).toBe('17:00');
      expect(timeText(previousScheduledTime(everyMinute, now)).slice(17)).toBe('00');
    }),
  );
});
