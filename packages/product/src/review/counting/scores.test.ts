import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agreeRateOf,
  conclusionAt,
  gradeOfShare,
  gradePoints,
  meanOfTotals,
  neededOpinionsOf,
  passesVote,
  ranksByVotes,
  ranksOf,
  spreadOfTotals,
  totalOf,
} from './scores.ts';
import { standardiseTotals } from './standardise.ts';

const outcomeOf = (totals: readonly string[], drops: boolean) => ({
  mean: meanOfTotals(totals, drops),
  spread: spreadOfTotals(totals),
});

const score = fc
  .integer({ min: 0, max: 10_000 })
  .map((units) => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`);
const scores = fc.array(score, { minLength: 1, maxLength: 9 });

describe('the total of an expert', () => {
  test('adds the points exactly', () => {
    expect(totalOf([{ score: '0.1' }, { score: '0.2' }])).toBe('0.30');
    expect(totalOf([{ score: '38.55' }, { score: '27.45' }, { score: '30' }])).toBe('96.00');
  });

  test('is not there while a criterion has no points', () => {
    expect(totalOf([{ score: '38' }, { score: null }])).toBeNull();
    expect(totalOf([])).toBeNull();
  });
});

describe('what the totals come to (R-804)', () => {
  test('is their mean to two digits, rounded half up, and how far they are apart', () => {
    expect(outcomeOf(['86.00', '90.00', '91.00'], false)).toEqual({
      mean: '89.00',
      spread: '5.00',
    });
    expect(outcomeOf(['80.00', '80.01'], false).mean).toBe('80.01');
    expect(outcomeOf(['70.00', '70.00', '70.01'], false).mean).toBe('70.00');
    expect(outcomeOf([], false)).toEqual({ mean: null, spread: null });
  });

  test('leaves the highest and the lowest out, of five and more', () => {
    expect(outcomeOf(['10.00', '80.00', '82.00', '84.00', '100.00'], true).mean).toBe('82.00');
    expect(outcomeOf(['10.00', '80.00', '82.00', '100.00'], true).mean).toBe('68.00');
    expect(outcomeOf(['10.00', '80.00', '82.00', '84.00', '100.00'], true).spread).toBe('90.00');
  });

  test('lies between the lowest and the highest, in whatever order they come', () => {
    fc.assert(
      fc.property(scores, fc.boolean(), (totals, drops) => {
        const { mean } = outcomeOf(totals, drops);
        const numbers = totals.map(Number);
        expect(Number(mean)).toBeGreaterThanOrEqual(Math.min(...numbers) - 0.005);
        expect(Number(mean)).toBeLessThanOrEqual(Math.max(...numbers) + 0.005);
        expect(outcomeOf([...totals].reverse(), drops)).toEqual(outcomeOf(totals, drops));
      }),
    );
  });
});

describe('ranks', () => {
  const judged = (id: string, ...totals: string[]) => ({ id, totals });

  test('follow the means', () => {
    const ranks = ranksOf(
      [judged('a', '80.00'), judged('b', '90.00'), judged('c', '85.00')],
      false,
    );
    expect([...ranks]).toEqual([
      ['b', 1],
      ['c', 2],
      ['a', 3],
    ]);
  });

  test('of equal means look at the highest totals, then at how much they vary', () => {
    const ranks = ranksOf(
      [
        judged('even', '80.00', '80.00', '80.00'),
        judged('top', '90.00', '80.00', '70.00'),
        judged('near', '81.00', '80.00', '79.00'),
      ],
      false,
    );
    expect(ranks.get('top')).toBe(1);
    expect(
      ranksOf(
        [
          judged('wide', '82.00', '80.00', '78.00', '82.00', '78.00'),
          judged('thin', '82.00', '82.00', '79.00', '78.50', '78.50'),
        ],
        false,
      ).get('thin'),
    ).toBe(1);
  });

  test('are shared by what nothing tells apart, and not given without a total', () => {
    const ranks = ranksOf(
      [judged('a', '80.00'), judged('b', '80.00'), judged('c', '70.00'), judged('none')],
      false,
    );
    expect(Object.fromEntries(ranks)).toEqual({ a: 1, b: 1, c: 3 });
  });

  test('put no record before one with a higher mean', () => {
    fc.assert(
      fc.property(fc.array(scores, { minLength: 2, maxLength: 8 }), (all) => {
        const items = all.map((totals, at) => ({ id: String(at), totals }));
        const ranks = ranksOf(items, false);
        for (const one of items) {
          for (const other of items) {
            const [a, b] = [one, other].map(({ totals }) =>
              Number(outcomeOf(totals, false).mean),
            ) as [number, number];
            if (a > b) expect(ranks.get(one.id)).toBeLessThan(ranks.get(other.id) ?? 0);
          }
        }
      }),
    );
  });
});

test('two thirds of the experts are needed (R-805)', () => {
  expect([1, 2, 3, 4, 5, 7].map((experts) => neededOpinionsOf(experts))).toEqual([
    1, 2, 2, 3, 4, 5,
  ]);
  expect(neededOpinionsOf(3, 3)).toBe(3);
  expect(neededOpinionsOf(5, 3)).toBe(4);
});

describe('worked examples of the rules', () => {
  test('R-804, R-806: five totals, trimmed and plain, far apart', () => {
    const totals = ['92.00', '88.00', '85.00', '81.00', '60.00'];
    expect(meanOfTotals(totals, true)).toBe('84.67');
    expect(meanOfTotals(totals, false)).toBe('81.20');
    expect(spreadOfTotals(totals)).toBe('32.00');
    expect(gradeOfShare('84.67')).toBe(1);
  });

  test('R-804: equal means: the highest total first, then the smaller variance', () => {
    const of = (id: string, ...totals: string[]) => ({ id, totals });
    const ranks = ranksOf(
      [
        of('p', '90.00', '84.00', '78.00'),
        of('q', '88.00', '84.00', '80.00'),
        of('r', '90.00', '82.00', '80.00'),
      ],
      false,
    );
    expect(Object.fromEntries(ranks)).toEqual({ r: 1, p: 2, q: 3 });
  });

  test('R-804: grades A, A, B, B, C come to 86', () => {
    expect(
      meanOfTotals(
        [...'AABBC'].map((grade) => gradePoints[grade] ?? ''),
        false,
      ),
    ).toBe('86.00');
  });

  test('R-804: votes pass with two thirds', () => {
    const of = (agree: number, against: number, abstained = 0) => ({ agree, against, abstained });
    expect(agreeRateOf(of(9, 3, 1))).toBe('69.23');
    expect(passesVote(of(9, 3, 1))).toBe(true);
    expect(agreeRateOf(of(8, 4))).toBe('66.67');
    expect(passesVote(of(8, 4))).toBe(true);
    expect(agreeRateOf(of(7, 4))).toBe('63.64');
    expect(passesVote(of(7, 4))).toBe(false);
    expect(agreeRateOf(of(0, 0))).toBeNull();
    const ranks = ranksByVotes([
      { id: 'a', ...of(5, 2, 1) },
      { id: 'b', ...of(5, 1, 2) },
      { id: 'c', ...of(6, 2) },
      { id: 'none', ...of(0, 0) },
    ]);
    expect(Object.fromEntries(ranks)).toEqual({ c: 1, b: 2, a: 3 });
  });

  test('R-804: of this many to be recommended, the next half are in reserve', () => {
    expect([1, 2, 3, 4, 5, 6].map((rank) => conclusionAt(rank, 3))).toEqual([
      '1',
      '1',
      '1',
      '2',
      '2',
      '3',
    ]);
  });

  test('R-804: severe and mild experts are brought to one measure (z×10+75)', () => {
    const by = {
      甲: { a: '95', b: '92', c: '90', d: '88', e: '85' },
      乙: { a: '80', b: '70', c: '75', d: '60', e: '65' },
      丙: { a: '88', b: '90', c: '80', d: '84', e: '78' },
    };
    const given = Object.entries(by).flatMap(([expert, totals]) =>
      Object.entries(totals).map(([item, total]) => ({ item, expert, total: `${total}.00` })),
    );
    const result = standardiseTotals(given);
    expect(Object.fromEntries(result.get('a') ?? [])).toEqual({
      甲: '89.6805',
      乙: '89.1421',
      丙: '83.7706',
    });
    const means = ['a', 'b', 'c', 'd', 'e'].map((item) =>
      meanOfTotals([...(result.get(item)?.values() ?? [])], false),
    );
    expect(means).toEqual(['87.53', '81.34', '74.43', '68.33', '63.36']);
  });
});

describe('standardised scores', () => {
  const totals = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 5, maxLength: 30 });
  const given = (units: readonly number[]) =>
    units.map((one, at) => ({ item: String(at), expert: 'x', total: (one / 100).toFixed(2) }));

  test('agree with the formula in floating point', () => {
    fc.assert(
      fc.property(totals, (units) => {
        const mean = units.reduce((sum, one) => sum + one, 0) / units.length;
        const deviation = Math.sqrt(
          units.reduce((sum, one) => sum + (one - mean) ** 2, 0) / units.length,
        );
        for (const [item, values] of standardiseTotals(given(units))) {
          const wanted =
            deviation === 0 ? 75 : 75 + (10 * ((units[Number(item)] ?? 0) - mean)) / deviation;
          const cut = Math.min(100, Math.max(0, wanted));
          expect(Math.abs(Number(values.get('x')) - cut)).toBeLessThan(0.000_06);
        }
      }),
    );
  });

  test('of an expert with few totals are held against all of them', () => {
    const all = [
      ...given([9000, 8000, 7000, 6000, 5000]),
      { item: '0', expert: 'y', total: '70.00' },
    ];
    // The mean of all six is 70: whoever gave 70 gave the mean.
    expect(standardiseTotals(all).get('0')?.get('y')).toBe('75.0000');
  });
});
