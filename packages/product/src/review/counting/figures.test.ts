import { expect, test } from 'vitest';
import { deviationsOf, onTimeRateOf } from './figures.ts';

test('an expert is as far off as their totals are from the mean of the others', () => {
  const given = ['92.00', '88.00', '85.00', '81.00', '60.00'].map((total, at) => ({
    item: 'a',
    expert: String(at),
    total,
  }));
  expect(deviationsOf(given).get('4')).toBe('26.50');
  // Another record, at which the last one agreed with the others.
  const agreed = ['0', '1', '4'].map((expert) => ({ item: 'b', expert, total: '80.00' }));
  expect(deviationsOf([...given, ...agreed]).get('4')).toBe('13.25');
  // Two totals tell nothing of either.
  const two = ['0', '1'].map((expert) => ({ item: 'c', expert, total: `${expert}0.00` }));
  expect(deviationsOf(two).size).toBe(0);
});

test('who handed in by the first deadline was on time', () => {
  expect(onTimeRateOf(2, 3)).toBe('66.67');
  expect(onTimeRateOf(0, 0)).toBeNull();
});
