import { expect, test } from 'vitest';
import { effortIn, monthsIn } from './months.ts';

test('months of a project lie within the year, both ends included', () => {
  expect(monthsIn(2026, '2024-03-01', '2027-02-28')).toBe(12);
  expect(monthsIn(2026, '2026-04-01', '2026-09-30')).toBe(6);
  expect(monthsIn(2026, '2027-01-01', null)).toBe(0);
  expect(monthsIn(2026, null, '2025-12-31')).toBe(0);
});

test('a project that ended before it was to begin has no month, and nobody works in it', () => {
  const months = monthsIn(2026, '2026-11-20', '2026-09-30');
  expect(months).toBe(0);
  expect(effortIn(30, months)).toBe(0);
});
