import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { expect, it } from 'vitest';
import { countText, largeAmount } from './format.ts';
import { shortTime } from './time.ts';

it('numbers and amounts keep their thousands apart, and their cents', () => {
  expect([0, 999, 1000, 1_234_567].map(countText)).toEqual(['0', '999', '1,000', '1,234,567']);
  expect(groupDigits('1234567.00')).toBe('1,234,567.00');
});

it.each([
  ['9999.99', '', ''],
  ['10000', '≈ 1.00 万元', ''],
  ['1234567.00', '≈ 123.46 万元', '≈ 1.23 million yuan'],
  ['1,234,567.00', '≈ 123.46 万元', '≈ 1.23 million yuan'],
  ['99999950', '≈ 10,000.00 万元', '≈ 100.00 million yuan'],
  ['9007199254740993.01', '≈ 900,719,925,474.10 万元', '≈ 9,007,199,254.74 million yuan'],
  ['', '', ''],
  ['-20000', '', ''],
])('%s yuan is %s and %s', (value, zh, en) => {
  expect(largeAmount(value)).toEqual([zh, en]);
});

it('a time of this year is printed without the year', () => {
  const now = Date.UTC(2026, 10, 21, 8);
  expect(shortTime('2026-11-21 16:41:05', now)).toBe('11-21 16:41');
  expect(shortTime('2025-12-31 23:59:59', now)).toBe('2025-12-31 23:59');
  // The first hours of the year in China are the last of the year before in London.
  expect(shortTime('2026-01-01 00:30:00', Date.UTC(2025, 11, 31, 17))).toBe('01-01 00:30');
});
