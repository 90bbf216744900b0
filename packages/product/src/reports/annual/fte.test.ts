import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effortIn, monthsIn } from '../../project/effort/months.ts';
import { fullTimePeopleOf } from './fte.ts';

const year = (person: string, months: number, type = '1') => ({
  person,
  type,
  tenths: Math.round(months * 10),
});

test('six people of 12, 11, 2.4, 3.6, 8.4 and 1 months are 3.2 person-years, two of them full-time', () => {
  const found = fullTimePeopleOf(
    [12, 11, 2.4, 3.6, 8.4, 1].map((months, at) => year(`${at}`, months)),
  );
  expect(found.map(({ tenths }) => tenths)).toEqual([10, 10, 2, 3, 7]);
  expect(found.filter(({ full }) => full)).toHaveLength(2);
});

test('six months of basic and five of applied research are half a year each', () => {
  const [one] = fullTimePeopleOf([year('a', 6, '1'), year('a', 5, '2')]);
  expect(one).toMatchObject({ full: true, tenths: 10, byType: { 1: 5, 2: 5 } });
});

test('months outside research and development do not count', () => {
  expect(fullTimePeopleOf([year('a', 12, '5')])).toEqual([]);
});

test('a project counts by the months that it has in the year', () => {
  expect(monthsIn(2026, '2026-03-01', '2028-02-28')).toBe(10);
  expect(monthsIn(2026, '2024-01-01', '2026-06-30')).toBe(6);
  expect(monthsIn(2026, '2027-01-01', '2028-12-31')).toBe(0);
  expect(monthsIn(2026, '2020-01-01', '2025-12-31')).toBe(0);
  expect(effortIn(60, 10)).toBe(50);
  expect(effortIn(80, 7)).toBe(45);
});

test('the parts by type add up, and nobody is more than one person', () => {
  const effort = fc.record({
    person: fc.constantFrom('a', 'b', 'c'),
    type: fc.constantFrom('1', '2', '3', '4', '5'),
    tenths: fc.integer({ min: 0, max: 120 }),
  });
  fc.assert(
    fc.property(fc.array(effort, { maxLength: 20 }), (efforts) => {
      for (const { tenths, byType, full } of fullTimePeopleOf(efforts)) {
        const parts = Object.values(byType);
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(tenths);
        expect(parts.every((one) => one >= 0)).toBe(true);
        expect(tenths >= 1 && tenths <= 10).toBe(true);
        expect(full).toBe(tenths === 10 && full);
      }
    }),
  );
});
