import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayText, momentOf, timeText } from './time.ts';

test('moments are printed in Shanghai, whatever the clock of the machine says', () => {
  expect(timeText(new Date('2025-12-31T16:00:00Z'))).toBe('2026-01-01 00:00:00');
  expect(dayText(new Date('2025-12-31T15:59:59Z'))).toBe('2025-12-31');
});

test('a text is read back to the second', () => {
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(
    fc.property(seconds, (second) => {
      const moment = new Date(second * 1000);
      expect(momentOf(timeText(moment))).toEqual(moment);
    }),
  );
  expect(momentOf('2026-01-01').toISOString()).toBe('2025-12-31T16:00:00.000Z');
});
