import { equal, plus, sum } from '@keyan/kernel/values/amounts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amountDueAgain,
  type BookedFigures,
  bookingAfterRefunds,
  type EarlierRefund,
  refundItems,
  refundParts,
  shareByWeights,
} from './refund-parts.ts';

/** The example of R-304: 106,000.00 at 6 % and 8 %. */
const booked: BookedFigures = {
  divideAmount: '106000.00',
  taxAmount: '6720.00',
  manageFee: '7942.40',
  indirectFee: '7942.40',
  performanceFee: '0.00',
  outFunds: null,
  netAmount: '91337.60',
  items: [
    { itemCode: '10201', amount: '40000.00' },
    { itemCode: '10205', amount: '51337.60' },
  ],
};

test('R-301: 5,000.00 go back, with a red letter and without one', () => {
  expect(refundParts(booked, [], '5000.00', true)).toEqual({
    taxBack: '316.98',
    feeBack: '374.64',
    performanceBack: '0.00',
    restBack: '0.00',
    outBack: '0.00',
    netBack: '4308.38',
  });
  expect(refundParts(booked, [], '5000.00', false)).toMatchObject({
    taxBack: '0.00',
    feeBack: '374.64',
    netBack: '4625.36',
  });
  expect(refundItems(booked, [], '4308.38')).toEqual([
    { itemCode: '10201', amount: '1886.79' },
    { itemCode: '10205', amount: '2421.59' },
  ]);
});

test('R-301: the refund of the rest brings every figure back to nothing', () => {
  const first: EarlierRefund = {
    refundAmount: '5000.00',
    ...refundParts(booked, [], '5000.00', true),
    items: refundItems(booked, [], '4308.38'),
  };
  expect(bookingAfterRefunds(booked, [first])).toBe('101000.00');
  const last = refundParts(booked, [first], '101000.00', true);
  expect(last).toMatchObject({ taxBack: '6403.02', feeBack: '7567.76', netBack: '87029.22' });
  expect(refundItems(booked, [first], last.netBack)).toEqual([
    { itemCode: '10201', amount: '38113.21' },
    { itemCode: '10205', amount: '48916.01' },
  ]);
});

const amounts = fc.integer({ min: 0, max: 50_000 });
const yuan = (fen: number): string =>
  `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;

test('any refunds of a booking come to it, part by part, and no figure falls below zero', () => {
  fc.assert(
    fc.property(
      fc.tuple(amounts, amounts, amounts, amounts, amounts, amounts, amounts),
      fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 5 }),
      ([tax, fee, performance, rest, out, one, other], cuts) => {
        const whole = tax + fee + performance + rest + out + one + other;
        fc.pre(whole > 0);
        const of: BookedFigures = {
          divideAmount: yuan(whole),
          taxAmount: yuan(tax),
          manageFee: yuan(fee),
          indirectFee: yuan(fee + performance + rest),
          performanceFee: yuan(performance),
          outFunds: yuan(out),
          netAmount: yuan(one + other),
          items: [
            { itemCode: '10201', amount: yuan(one) },
            { itemCode: '10202', amount: yuan(other) },
          ],
        };
        const done: EarlierRefund[] = [];
        let left = whole;
        for (const cut of [...cuts, whole]) {
          const amount = Math.min(cut, left);
          if (amount === 0) break;
          left -= amount;
          const parts = refundParts(of, done, yuan(amount), true);
          expect(equal(plus(...Object.values(parts)), yuan(amount))).toBe(true);
          done.push({
            refundAmount: yuan(amount),
            ...parts,
            items: refundItems(of, done, parts.netBack),
          });
        }
        expect(sum(done, 'taxBack')).toBe(yuan(tax));
        expect(sum(done, 'feeBack')).toBe(yuan(fee));
        expect(sum(done, 'performanceBack')).toBe(yuan(performance));
        expect(sum(done, 'outBack')).toBe(yuan(out));
        expect(sum(done, 'netBack')).toBe(yuan(one + other));
      },
    ),
    { numRuns: 300 },
  );
});

test('amounts are shared out to the fen', () => {
  const weights = [
    { itemCode: '1', amount: '1.00' },
    { itemCode: '2', amount: '1.00' },
    { itemCode: '3', amount: '1.00' },
  ];
  expect(shareByWeights('0.02', weights).map(({ amount }) => amount)).toEqual(['0.01', '0.01']);
  expect(sum([...shareByWeights('100.00', weights)], 'amount')).toBe('100.00');
});

test('R-301, R-404: refunds take back what an allocation paid of an invoice, and no more', () => {
  const paying = { billId: '7', billSettled: '50.00' };
  const back = (amount: string) => ({ refundAmount: amount, items: null });
  expect(amountDueAgain(paying, [], '60.00')).toBe('50.00');
  expect(amountDueAgain(paying, [], '30.00')).toBe('30.00');
  const first = { ...back('30.00'), settledBack: '30.00' };
  expect(amountDueAgain(paying, [first], '40.00')).toBe('20.00');
  expect(amountDueAgain(paying, [first, { ...back('40.00'), settledBack: '20.00' }], '30.00')).toBe(
    '0.00',
  );
  expect(amountDueAgain({ billId: null, billSettled: null }, [], '30.00')).toBe('0.00');
});
