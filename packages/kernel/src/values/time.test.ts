import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, dateOfText, daysBetween, dayText, timeText } from './time.ts';

test('moments are printed in Shanghai, whatever the clock of the machine says', () => {
  expect(timeText(new Date('2025-12-31T16:00:00Z'))).toBe('2026-01-01 00:00:00');
  expect(dayText(new Date('2025-12-31T15:59:59Z'))).toBe('2025-12-31');
});

test('a text is read back to the second', () => {
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(
    fc.property(seconds, (second) => {
      const moment = new Date(second * 1000);
      expect(dateOfText(timeText(moment))).toEqual(moment);
    }),
  );
  expect(dateOfText('2026-01-01').toISOString()).toBe('2025-12-31T16:00:00.000Z');
});

test('months are counted to the same day, or to the last of a shorter month', () => {
  expect(addMonths('2026-12-31', 12)).toBe('2027-12-31');
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
  expect(addMonths('2028-03-31', -1)).toBe('2028-02-29');
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
});
