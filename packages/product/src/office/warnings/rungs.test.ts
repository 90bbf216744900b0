import { expect, test } from 'vitest';
import { daysInText, timeInPlan } from './early-warning.ts';
import {
  daysBetween,
  fillTemplate,
  thresholdAfter,
  thresholdBefore,
  thresholdLabel,
} from './rungs.ts';

test('a rule warns at the nearest rung before a date, once for each', () => {
  const rungs = [60, 30, 7];
  expect([90, 60, 31, 30, 8, 7, 0, -1].map((left) => thresholdBefore(rungs, left))).toEqual([
    null,
    60,
    60,
    30,
    30,
    7,
    7,
    null,
  ]);
});

test('a rule warns at the farthest rung after a date', () => {
  expect([0, 1, 29, 30, 400].map((passed) => thresholdAfter([1, 30, 90], passed))).toEqual([
    null,
    1,
    1,
    30,
    90,
  ]);
});

test('days, plans and templates are read as people write them', () => {
  expect(daysInText('60，30、7')).toEqual([60, 30, 7]);
  expect(timeInPlan('0 30 8 * * ?')).toEqual({ hour: 8, minute: 30 });
  expect(timeInPlan('0 0 25 * * ?')).toBeNull();
  expect(timeInPlan('*/5 * * * * ?')).toBeNull();
  expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2);
  expect(fillTemplate('【${name}】剩余 ${days} 天${none}', { name: '甲', days: 7 })).toBe(
    '【甲】剩余 7 天',
  );
});

test('a rung is said in words, and none as a bare nought', () => {
  expect(thresholdLabel('before', 30)).toEqual(['提前 30 天', '30 days ahead']);
  expect(thresholdLabel('before', 0)).toEqual(['已到期', 'Due']);
  expect(thresholdLabel('after', 15)).toEqual(['满 15 天', '15 days past']);
  expect(thresholdLabel('measured', 0)).toEqual(['低于阈值', 'Below the threshold']);
});
