import { atMost, minus, percent, plus } from '@keyan/kernel/values/amounts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookedAmounts, entriesBesideItems, taxToBook, taxWithin } from './booking.ts';

const rates = (manageRate: string) => ({ manageRate, collegeRate: null });

test.each([
  [
    'with transfer, equipment and performance pay',
    '58000.00',
    '3676.98',
    '10000.00',
    '5000.00',
    '8',
    '6145.84',
    '3145.84',
    '38177.18',
  ],
  ['partly tax-free', '300000.00', '3803.78', null, null, '8', '23695.70', '23695.70', '272500.52'],
] as const)(
  'R-304 to the fen: %s',
  (_name, divideAmount, taxAmount, outFunds, equipFunds, rate, indirectFee, manageFee, netAmount) => {
    const booking = { divideAmount, taxAmount, outFunds, equipFunds, indirectFee };
    expect(bookedAmounts(booking, rates(rate), false)).toMatchObject({ manageFee, netAmount });
  },
);

test('R-304: of a project that is no contract, overhead is a share of indirect costs, and the college has its share', () => {
  const booking = { divideAmount: '240000.00', taxAmount: '0.00', indirectFee: '40000.00' };
  expect(bookedAmounts(booking, { manageRate: '50', collegeRate: '30' }, true)).toEqual({
    manageFee: '20000.00',
    collegeFee: '6000.00',
    netAmount: '200000.00',
  });
});

test('the worked example of R-304: 106,000.00 with taxes of 6,720.00 at 8 %', () => {
  const allocation = { divideAmount: '106000.00', taxAmount: '6720.00' };
  const { manageFee } = bookedAmounts(allocation, rates('8.00'), false);
  expect(manageFee).toBe('7942.40');
  expect(
    bookedAmounts({ ...allocation, indirectFee: manageFee }, rates('8.00'), false).netAmount,
  ).toBe('91337.60');
});

const school = { payer: 'general', rate: '0.06', surtaxRate: '0.12' };

test('the taxes of R-401: by ticket, and by what the school is and pays', () => {
  expect(taxWithin('03', '106000.00', school)).toBe('6720.00');
  expect(taxWithin('01', '106000.00', { ...school, surtaxRate: '0' })).toBe('6000.00');
  expect(taxWithin('01', '103000.00', { ...school, payer: 'small', surtaxRate: '0.12' })).toBe(
    '3360.00',
  );
  expect(taxWithin('01', '101000.00', { ...school, payer: 'small', rate: '0.01' })).toBe('1120.00');
  for (const free of ['02', '04', null]) expect(taxWithin(free, '106000.00', school)).toBe('0.00');
});

test('the tax follows what is due until somebody enters another', () => {
  expect(taxToBook(null, null, '6720.00')).toBe('6720.00');
  expect(taxToBook('0.00', '0.00', '6720.00')).toBe('6720.00');
  expect(taxToBook('6000.00', '6720.00', '6720.00')).toBe('6000.00');
  expect(taxToBook('6000.00', null, '6720.00')).toBe('6000.00');
});

test('the tax within an amount is never more than the amount', () => {
  const fen = fc.integer({ min: 0, max: 100_000_000 }).map((units) => (units / 100).toFixed(2));
  const rate = fc.constantFrom('0', '0.01', '0.03', '0.06', '0.13');
  fc.assert(
    fc.property(fen, rate, (amount, given) => {
      const due = taxWithin('03', amount, { ...school, rate: given });
      expect(atMost('0', due) && atMost(due, amount)).toBe(true);
    }),
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
      const { netAmount } = bookedAmounts(booking, rates('8.00'), false);
      const beside = entriesBesideItems(booking);
      const all = (measure: 'booked' | 'taxed' | 'overhead'): string =>
        plus(
          '0.00',
          ...beside.map((entry) => (measure in entry ? entry[measure as never] : '0.00')),
        );
      expect(all('taxed')).toBe(taxAmount);
      expect(all('overhead')).toBe(manageFee);
      // D = T + M + what is booked: the net amount by items, and beside it.
      expect(plus(all('taxed'), all('overhead'), netAmount, all('booked'))).toBe(divideAmount);
    }),
  );
});
