import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateOfText, dayText, timeText } from '../../values/time.ts';
import { after, before, reachedReminder } from './due.ts';

const day = 86_400_000;
const moments = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
});

test('a date has passed when its day has, a time at once', () => {
  const at = (text: string) => dateOfText(text);
  expect(reachedReminder(after('end'), '2026-03-01', at('2026-03-01 23:59:59'))).toBeNull();
  expect(reachedReminder(after('end'), '2026-03-01', at('2026-03-02 00:00:00'))).toBe(0);
  expect(
    reachedReminder(after('end'), '2026-03-01 12:00:00', at('2026-03-01 11:59:59')),
  ).toBeNull();
  expect(reachedReminder(after('end'), '2026-03-01 12:00:00', at('2026-03-01 12:00:00'))).toBe(0);
  expect(reachedReminder(after('end'), null, at('2026-03-02'))).toBeNull();
});

test('looked at each morning, every rung comes on its day, and on no other', () => {
  fc.assert(
    fc.property(
      moments,
      fc.uniqueArray(fc.integer({ min: 0, max: 90 }), { minLength: 1 }),
      (end, rungs) => {
        const due = before('end', ...(rungs as [number, ...number[]]));
        const value = dayText(end);
        const first = dateOfText(value).getTime() - 100 * day + 5 * 60_000;
        let known: number | null = null;
        const rung: (readonly [number, number])[] = [];
        for (let days = 100; days >= -3; days -= 1) {
          const now = new Date(first + (100 - days) * day);
          const reached = reachedReminder(due, value, now);
          if (reached !== null && reached !== known) rung.push([reached, days]);
          known = reached ?? known;
        }
        expect(rung).toEqual(due.days.map((each) => [each, each]));
      },
    ),
  );
});

test('late, it rings for the nearest rung only, and never after the end', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 200 * 24 }), (end, hours) => {
      const value = timeText(end);
      const due = before('end', 60, 30, 7);
      const now = new Date(dateOfText(value).getTime() - hours * 3_600_000);
      const expected = [7, 30, 60].find((rung) => rung * 24 >= hours) ?? null;
      expect(reachedReminder(due, value, now)).toBe(expected);
      expect(reachedReminder(due, value, dateOfText(value))).toBeNull();
    }),
  );
});
