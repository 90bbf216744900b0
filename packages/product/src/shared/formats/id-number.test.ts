import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { birthDayIn, isIdNumber, nthIdNumber } from './id-number.ts';

describe('an identity number', () => {
  test.each([
    ['11010519491231002X', true],
    ['440524188001010014', true],
    ['130503670401001', true],
    ['110105194912310021', false],
    ['11010519491331002X', false],
    ['130503671301001', false],
    ['1234', false],
  ])('%s: %s', (text, right) => expect(isIdNumber(text)).toBe(right));

  test('one wrong digit is always found', () => {
    fc.assert(
      fc.property(fc.nat(999), fc.nat(16), fc.integer({ min: 1, max: 9 }), (n, at, more) => {
        const right = nthIdNumber(n);
        expect(isIdNumber(right)).toBe(true);
        const digit = (Number(right[at]) + more) % 10;
        expect(isIdNumber(`${right.slice(0, at)}${digit}${right.slice(at + 1)}`)).toBe(false);
      }),
    );
  });

  test('tells the day of birth', () => {
    expect(birthDayIn('11010519491231002X')).toBe('1949-12-31');
    expect(birthDayIn('130503670401001')).toBe('1967-04-01');
  });
});
