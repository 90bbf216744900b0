import { equal, minus, plus, sum } from '@keyan/kernel/values/amounts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookedInAll, itemsDiffer, leftOf, openingEntries } from './amounts.ts';

const cents = fc.bigInt({ min: 0n, max: 9_999_999_999n });
const yuan = (units: bigint): string => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`;

const sums = fc
  .record({ taxed: cents, overhead: cents, spent: cents, left: cents })
  .map(({ taxed, overhead, spent, left }) => ({
    arrived: yuan(taxed + overhead + spent + left),
    taxed: yuan(taxed),
    overhead: yuan(overhead),
    spent: yuan(spent),
  }));

test('the entries of an opening balance come to its sums, to the fen', () => {
  fc.assert(
    fc.property(sums, (given) => {
      const entries = openingEntries(given, []);
      expect(sum(entries, 'arrived')).toBe(given.arrived);
      expect(minus(sum(entries, 'booked'), sum(entries, 'spent'))).toBe(leftOf(given));
      // Nothing is left to be booked, and direct funds are what was booked.
      const pending = minus(
        sum(entries, 'arrived'),
        sum(entries, 'taxed'),
        sum(entries, 'overhead'),
        sum(entries, 'booked'),
      );
      expect(pending).toBe('0.00');
      expect(
        minus(plus(sum(entries, 'booked'), sum(entries, 'overhead')), sum(entries, 'indirect')),
      ).toBe(bookedInAll(given));
    }),
  );
});

test('items stand for themselves and come to the same', () => {
  const items = fc.array(fc.record({ booked: cents, spent: cents }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(items, (given) => {
      const lines = given.map(({ booked, spent }, index) => ({
        itemCode: `102${index}`,
        booked: yuan(booked + spent),
        spent: yuan(spent),
      }));
      const whole = {
        arrived: sum(lines, 'booked'),
        taxed: null,
        overhead: null,
        spent: sum(lines, 'spent'),
      };
      const entries = openingEntries(whole, lines);
      expect(equal(sum(entries, 'booked'), whole.arrived)).toBe(true);
      expect(equal(sum(entries, 'spent'), whole.spent)).toBe(true);
      expect(itemsDiffer(lines, 'booked', bookedInAll(whole))).toBe(false);
      expect(itemsDiffer(lines, 'spent', plus(whole.spent, '0.01'))).toBe(true);
    }),
  );
});
