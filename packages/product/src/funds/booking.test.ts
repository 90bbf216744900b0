import { minus, percent, plus } from '@keyan/kernel/values/amounts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookedAmounts, indirectEntries } from './booking.ts';

test('the worked example of R-304: 106,000.00 with taxes of 6,720.00 at 8 %', () => {
  const allocation = { divideAmount: '106000.00', taxAmount: '6720.00' };
  const { manageFee } = bookedAmounts(allocation, '8.00');
  expect(manageFee).toBe('7942.40');
  expect(bookedAmounts({ ...allocation, indirectFee: manageFee }, '8.00').netAmount).toBe(
    '91337.60',
  );
});

test('nothing is lost: taxes, transfers, overhead and what the project may spend are the allocation', () => {
  const yuan = fc.integer({ min: 0, max: 1_000_000 }).map((fen) => (fen / 100).toFixed(2));
  fc.assert(
    fc.property(yuan, yuan, yuan, yuan, (taxAmount, outFunds, rest, performanceFee) => {
      const divideAmount = plus(taxAmount, outFunds, rest, performanceFee);
      const manageFee = percent(minus(divideAmount, taxAmount, outFunds), '8');
      const indirectFee = plus(manageFee, performanceFee);
      const booking = { divideAmount, taxAmount, outFunds, manageFee, indirectFee, performanceFee };
      const { netAmount } = bookedAmounts(booking, '8.00');
      const spendable = indirectEntries(booking).map(({ booked }) => booked);
      expect(plus(taxAmount, outFunds, manageFee, netAmount, ...spendable)).toBe(divideAmount);
    }),
  );
});
