import { expect, test } from 'vitest';
import { dayBefore, daysOfMonth, monthAfter } from './months.ts';

test('a month is whole weeks from Monday', () => {
  const days = daysOfMonth('2026-11');
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
  // February of 2027 begins on a Monday and ends on a Sunday.
  expect(daysOfMonth('2027-02')).toHaveLength(28);
  for (const month of ['2024-02', '2026-12', '2027-01']) {
    expect(daysOfMonth(month).length % 7).toBe(0);
  }
});

test('months and days pass the end of the year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2027-01', -1), monthAfter('2026-11', 14)]).toEqual([
    '2027-01',
    '2026-12',
    '2028-01',
  ]);
  expect(dayBefore('2027-01-01')).toBe('2026-12-31');
});
