import { expect, test } from 'vitest';
import { numberKey, numberText } from './numbers.ts';

// 16:30 UTC on the last day of the year is the new year in Shanghai.
const newYear = new Date('2025-12-31T16:30:00Z');

test('a pattern takes its date in Shanghai and keeps its sequence', () => {
  expect(numberKey('LW${yyyy}${seq4}', newYear)).toBe('LW2026${seq4}');
  expect(numberKey('DZ${yyyy}${MM}${dd}${seq4}', newYear)).toBe('DZ20260101${seq4}');
});

test('a sequence is padded and grows beyond its width', () => {
  expect(numberText('LW2026${seq4}', 7)).toBe('LW20260007');
  expect(numberText('LW2026${seq4}', 12_345)).toBe('LW202612345');
});
