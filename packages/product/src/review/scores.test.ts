import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { neededOf, outcomeOf, ranksOf, totalOf } from './scores.ts';

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
  expect([1, 2, 3, 4, 5, 7].map(neededOf)).toEqual([1, 2, 2, 3, 4, 5]);
});
