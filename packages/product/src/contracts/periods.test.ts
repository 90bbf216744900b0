import { atMost, equal, sum } from '@keyan/kernel/values/amounts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { creditCheck, creditCode } from '../shared/formats/formats.ts';
import { arrivedByPeriod, nextOpenPeriod } from './periods.ts';

const plan = [
  { sort: 1, planDate: '2026-03-01', planAmount: '90000.00' },
  { sort: 2, planDate: '2026-07-01', planAmount: '120000.00' },
  { sort: 3, planDate: '2026-12-01', planAmount: '90000.00' },
];
const arrivedOf = (arrived: string) =>
  arrivedByPeriod(plan, arrived).map(({ arrivedAmount }) => arrivedAmount);

describe('R-208: money pays the periods of a contract in their order', () => {
  test.each([
    ['early', '100000.00', ['90000.00', '10000.00', '0.00'], 2, '110000.00'],
    ['second', '210000.00', ['90000.00', '120000.00', '0.00'], 3, '90000.00'],
    ['more than all', '305000.00', ['90000.00', '120000.00', '90000.00'], null, null],
    ['given back', '195000.00', ['90000.00', '105000.00', '0.00'], 2, '15000.00'],
    ['nothing', '0.00', ['0.00', '0.00', '0.00'], 1, '90000.00'],
  ])('%s', (_name, arrived, periods, no, open) => {
    expect(arrivedOf(arrived)).toEqual(periods);
    const next = nextOpenPeriod(plan, arrived);
    expect(next?.no ?? null).toBe(no);
    expect(next?.amount ?? null).toBe(open);
  });

  test('periods get what arrived, no more than is planned, and none before the one in front is full', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 5000 }), (planned, arrived) => {
        const periods = planned.map((amount) => ({ planAmount: `${amount}.00` }));
        const found = arrivedByPeriod(periods, `${arrived}.00`);
        const total = Math.min(
          arrived,
          planned.reduce((all, one) => all + one, 0),
        );
        expect(equal(sum(found, 'arrivedAmount'), total)).toBe(true);
        for (const [at, one] of found.entries()) {
          expect(atMost(one.arrivedAmount, one.planAmount)).toBe(true);
          const later = sum(found.slice(at + 1), 'arrivedAmount');
          expect(equal(one.arrivedAmount, one.planAmount) || equal(later, 0)).toBe(true);
        }
      }),
    );
  });
});

test('GB 32100: the last character of a credit code proves the others', () => {
  expect(creditCheck('91350100M000100Y4')).toBe('3');
  expect(creditCode.test('91350100M000100Y43')).toBe(true);
  expect(creditCode.test('91350100M000100Y4Z')).toBe(false);
  expect(creditCode.tidy?.(' 91350100m000100y43 ')).toBe('91350100M000100Y43');
  expect(creditCheck('91350100I000100Y4')).toBeNull();
  expect(creditCode.explain?.('91350100M000100Y4W')?.[0]).toContain('应为 3，现为 W');
  expect(creditCode.explain?.('91350100I000100Y43')?.[0]).toContain('不使用字符“I”');
  expect(creditCode.explain?.('91350100M000100')).toBeNull();
  fc.assert(
    fc.property(fc.nat({ max: 99_999_999_999 }), fc.nat({ max: 16 }), (n, at) => {
      const code = creditCode.make?.(n) ?? '';
      expect(creditCode.test(code)).toBe(true);
      const other = code[at] === '7' ? '8' : '7';
      expect(creditCode.test(code.slice(0, at) + other + code.slice(at + 1))).toBe(false);
    }),
  );
});
