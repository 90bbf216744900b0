import { expect, test } from 'vitest';
import { rateFor, reviewFeeOf } from './fees.ts';

const rates = [
  { ranks: null, price: '100.00', most: null },
  { ranks: '011', price: '150.00', most: '1200.00' },
];

test('a fee is the price of a review times their number, cut to the most of a round', () => {
  const professor = rateFor(rates, '011') ?? rates[0];
  expect(reviewFeeOf(professor as (typeof rates)[0], 8)).toEqual({
    price: '150.00',
    amount: '1200.00',
    isCapped: false,
  });
  expect(reviewFeeOf(professor as (typeof rates)[0], 12)).toMatchObject({
    amount: '1200.00',
    isCapped: true,
  });
});

test('whom no rate names has the rate of all others', () => {
  expect(rateFor(rates, '012')?.price).toBe('100.00');
  expect(rateFor(rates, null)?.price).toBe('100.00');
  expect(rateFor(rates.slice(1), '012')).toBeUndefined();
});
