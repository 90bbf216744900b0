import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  atLeast,
  atMost,
  equal,
  isZero,
  minus,
  percent,
  plus,
  proportionalAmount,
  roundAmount,
  sum,
} from './amounts.ts';
import { decimalText } from './decimal.ts';

/** Fen up to a trillion yuan, also below zero. */
const fen = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
const yuan = (units: bigint): string => decimalText(units, 2);

describe('amounts are exact', () => {
  test('sums and differences are those of the fen', () => {
    fc.assert(
      fc.property(fen, fen, fen, (a, b, c) => {
        expect(plus(yuan(a), yuan(b), yuan(c))).toBe(yuan(a + b + c));
        expect(minus(yuan(a), yuan(b), yuan(c))).toBe(yuan(a - b - c));
      }),
    );
  });

  test('comparisons are those of the fen, however an amount is written', () => {
    fc.assert(
      fc.property(fen, fen, (a, b) => {
        expect(atLeast(yuan(a), yuan(b))).toBe(a >= b);
        expect(atMost(yuan(a), decimalText(b * 100n, 4))).toBe(a <= b);
        expect(equal(yuan(a), decimalText(a * 10n, 3))).toBe(true);
        expect(isZero(minus(yuan(a), yuan(a)))).toBe(true);
      }),
    );
  });

  test('a percentage is within half a fen of the exact one, a half going away from zero', () => {
    fc.assert(
      fc.property(fen, fc.bigInt({ min: 0n, max: 10_000n }), (a, rate) => {
        const exact = a * rate; // in ten-thousandths of a fen
        const result = percent(yuan(a), decimalText(rate, 2)).replace('.', '');
        const gap = BigInt(result) * 10_000n - exact;
        const size = gap < 0n ? -gap : gap;
        expect(size <= 5000n).toBe(true);
        if (size === 5000n) expect(gap > 0n).toBe(exact > 0n);
      }),
    );
  });

  test('a proportion is one division: nothing is rounded before it', () => {
    expect(proportionalAmount('0.1496', '1', '1', 1)).toBe('0.1');
    expect(proportionalAmount('14.96', '1', '100', 1)).toBe('0.1');
    expect(proportionalAmount('106000.00', '0.06', '1.06')).toBe('6000.00');
  });

  test('numbers that a person checks', () => {
    expect(plus('0.1', '0.2')).toBe('0.3');
    expect(plus()).toBe('0');
    expect(minus('1', 2)).toBe('-1');
    expect(percent('91337.60', '5')).toBe('4566.88');
    expect(roundAmount('0.125', 2)).toBe('0.13');
    expect(roundAmount('-0.125', 2)).toBe('-0.13');
    expect(roundAmount(3, 2)).toBe('3.00');
    expect(sum([{ amount: '1.20' }, { amount: null }, {}], 'amount')).toBe('1.20');
    expect(sum(null, 'amount')).toBe('0');
  });

  test('a float and a text that is no decimal are bugs', () => {
    expect(() => plus(0.5)).toThrow('0.5');
    expect(() => plus('12,5x')).toThrow('12,5x');
  });
});
