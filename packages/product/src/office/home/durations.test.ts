import { expect, test } from 'vitest';
import { inUnit, timeSpent, unitOfTimes } from './durations.ts';

test('times of more than two days read in days, shorter ones in hours', () => {
  expect(timeSpent(12.46)).toEqual(['12.5 小时', '12.5 hours']);
  expect(timeSpent(48)).toEqual(['48.0 小时', '48.0 hours']);
  expect(timeSpent(48.1)).toEqual(['2.0 天', '2.0 days']);
  expect(timeSpent(3377)).toEqual(['140.7 天', '140.7 days']);
});

test('times beside one another have one unit, that of the longest', () => {
  const unit = unitOfTimes(3377);
  expect([3377, 30].map((hours) => inUnit(hours, unit))).toEqual([140.7, 1.3]);
});
