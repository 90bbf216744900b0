import { atMost, percent } from '@keyan/kernel/values/amounts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indirectFault, maxIndirectCosts } from './budget-limits.ts';

const line = (itemCode: string, superiorAppropriation: string, selfRaiseFunds = '0.00') => ({
  itemCode,
  superiorAppropriation,
  selfRaiseFunds,
});

test('indirect costs take 30, 25 and 20 percent of the parts of the base (R-105)', () => {
  expect(maxIndirectCosts('0.00')).toBe('0.00');
  expect(maxIndirectCosts('5000000')).toBe('1500000.00');
  expect(maxIndirectCosts('5500000.00')).toBe('1625000.00');
  expect(maxIndirectCosts('12000000')).toBe('3150000.00');
});

test('purely theoretical research takes 60 percent of the base (R-105)', () => {
  expect(maxIndirectCosts('400000.00', true)).toBe('240000.00');
  expect(maxIndirectCosts('400000.00')).toBe('120000.00');
  const direct = [line('10201', '300000'), line('10301', '100000')];
  expect(indirectFault([...direct, line('202', '240000')], true)).toBeNull();
  expect(indirectFault([...direct, line('202', '240000.01')], true)?.[0]).toBe(
    '间接费用 240,000.01 元，超过上限 240,000.00 元',
  );
  expect(indirectFault([...direct, line('202', '240000')])?.[0]).toBe(
    '间接费用 240,000.00 元，超过上限 120,000.00 元',
  );
});

test('more base never allows less, and never more than 30 percent', () => {
  const base = fc.integer({ min: 0, max: 20_000_000 });
  fc.assert(
    fc.property(base, base, (one, more) => {
      const [least, most] = [maxIndirectCosts(String(one)), maxIndirectCosts(String(one + more))];
      return atMost(least, most) && atMost(most, percent(one + more, 30));
    }),
  );
});

test('equipment that is bought adds nothing to the base', () => {
  const direct = [line('10101', '500000'), line('10201', '5000000', '500000')];
  expect(indirectFault([...direct, line('202', '1625000')])).toBeNull();
  expect(indirectFault([...direct, line('202', '1625000.01')])?.[0]).toBe(
    '间接费用 1,625,000.01 元，超过上限 1,625,000.00 元',
  );
  expect(indirectFault(null)).toBeNull();
});
