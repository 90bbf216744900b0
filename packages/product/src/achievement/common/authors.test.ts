import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AuthorLine,
  authorsValidator,
  byRank,
  defaultRates,
  equalShares,
  rateSum,
} from './authors.ts';

const line = (over: Partial<AuthorLine> & { sort: number }): AuthorLine => ({
  personType: '01',
  userId: String(1000 + over.sort),
  personnelId: null,
  name: `作者${over.sort}`,
  authorType: '06',
  contributionRate: '50',
  ...over,
});

const rule = authorsValidator();
const moment = { today: '2026-11-21', now: '2026-11-21 08:00:00', facts: {} };
const messages = (authors: readonly AuthorLine[]): readonly string[] => {
  const found = rule.check({ authors } as never, moment) as
    | readonly {
        readonly message: readonly [string, string];
      }[]
    | null;
  return (found ?? []).map((fault) => fault.message[0]);
};

describe('R-503', () => {
  test('two staff with half each pass', () => {
    expect(messages([line({ sort: 1 }), line({ sort: 2 })])).toEqual([]);
  });
  test('ranks run from 1 without gaps or repeats, in whatever order they are sent', () => {
    expect(messages([line({ sort: 2 }), line({ sort: 1 })])).toEqual([]);
    expect(messages([line({ sort: 1 }), line({ sort: 3 })])).toEqual([
      '作者排名应从 1 开始连续且不重复',
    ]);
    expect(messages([line({ sort: 1 }), line({ sort: 1, userId: '7' })])).toEqual([
      '作者排名应从 1 开始连续且不重复',
    ]);
  });
  test('staff are chosen from the personnel', () => {
    expect(messages([line({ sort: 1, userId: null, contributionRate: '100' })])).toEqual([
      '第 1 位作者【作者1】为校内人员，请从人员库选择',
    ]);
  });
  test('one of the authors is ours; a student is', () => {
    const outside = line({ sort: 1, personType: '03', userId: null, contributionRate: '100' });
    expect(messages([outside])).toEqual(['至少应有一名本校作者']);
    expect(messages([{ ...outside, personType: '02' }])).toEqual([]);
  });
  test('nobody is listed twice', () => {
    expect(messages([line({ sort: 1 }), line({ sort: 2, userId: '1001' })])).toEqual([
      '作者【作者2】重复',
    ]);
  });
  test.each([
    [['40', '35', '20'], '贡献率合计应为 100%，当前 95%'],
    [['33.33', '33.33', '33.33'], null],
    [['33.33', '33.33', '33.32'], '贡献率合计应为 100%，当前 99.98%'],
    [['33.34', '33.33', '33.34'], null],
    [['100', '0.02'], '贡献率合计应为 100%，当前 100.02%'],
  ])('rates %j: %s', (rates, expected) => {
    const authors = rates.map((contributionRate, index) =>
      line({ sort: index + 1, contributionRate }),
    );
    expect(messages(authors)).toEqual(expected === null ? [] : [expected]);
  });
});

describe('prefilled rates', () => {
  test('the worked example: three authors', () => {
    expect(defaultRates(3)).toEqual(['60.00', '30.00', '10.00']);
    expect(defaultRates(6)).toEqual(['45.00', '25.00', '15.00', '10.00', '5.00', '0.00']);
    expect(equalShares(3)).toEqual(['33.34', '33.33', '33.33']);
  });
  test('always add up to exactly 100; equal ones never fall to nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (count) => {
        for (const rates of [defaultRates(count), equalShares(count)]) {
          expect(rates).toHaveLength(count);
          expect(rateSum(rates.map((contributionRate) => ({ contributionRate })))).toBe('100');
        }
        expect(equalShares(count).every((rate) => Number(rate) > 0)).toBe(true);
      }),
    );
  });
});

test('authors are told in the order of their ranks', () => {
  expect(byRank([line({ sort: 2 }), line({ sort: 1 })]).map((one) => one.sort)).toEqual([1, 2]);
});
