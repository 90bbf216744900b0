import { dateOfText, dayText, timeText } from '@keyan/kernel/values/time.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MailingPlan, nextMailing } from './mailing-times.ts';

const plan = (given: Partial<MailingPlan>): MailingPlan => ({
  period: 'daily',
  weekday: null,
  monthDay: null,
  hour: 8,
  ...given,
});
const next = (given: Partial<MailingPlan>, now: string): string => {
  const found = nextMailing(plan(given), dateOfText(now));
  return found ? timeText(found) : '';
};

test('a plan goes on from the moment itself, never at it', () => {
  expect(next({}, '2026-11-29 07:59:59')).toBe('2026-11-29 08:00:00');
  expect(next({}, '2026-11-29 08:00:00')).toBe('2026-11-30 08:00:00');
  // 2026-11-29 is a Sunday.
  expect(next({ period: 'weekly', weekday: '7' }, '2026-11-29 07:00:00')).toBe(
    '2026-11-29 08:00:00',
  );
  expect(next({ period: 'weekly', weekday: '1' }, '2026-11-29 07:00:00')).toBe(
    '2026-11-30 08:00:00',
  );
  expect(next({ period: 'yearly' }, '2026-11-29 07:00:00')).toBe('');
});

test('the 31st of a shorter month is its last day', () => {
  const monthly = { period: 'monthly', monthDay: 31 };
  expect(next(monthly, '2027-02-01 00:00:00')).toBe('2027-02-28 08:00:00');
  expect(next(monthly, '2028-02-01 00:00:00')).toBe('2028-02-29 08:00:00');
  expect(next({ period: 'monthly', monthDay: 30 }, '2026-04-30 08:00:00')).toBe(
    '2026-05-30 08:00:00',
  );
});

test('every plan has a next time within its period, once in each', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('daily', 'weekly', 'monthly'),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 31 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 4000 }),
      (period, weekday, monthDay, hour, days) => {
        const now = new Date(Date.UTC(2024, 0, 1) + days * 86_400_000 + 12_345_678);
        const given = { period, weekday: String(weekday), monthDay, hour };
        const first = nextMailing(given, now);
        const second = first && nextMailing(given, first);
        if (!first || !second) throw new Error('no next time');
        expect(first > now && second > first).toBe(true);
        expect(Number(timeText(first).slice(11, 13))).toBe(hour);
        if (period === 'monthly') {
          expect(dayText(first).slice(0, 7)).not.toBe(dayText(second).slice(0, 7));
        }
      },
    ),
  );
});
