import { equal, minus, plus } from '@keyan/kernel/values/amounts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { taxesOf } from './taxes.ts';

const general = { payer: 'general', rate: '0.06', surtaxRate: '0.12' };
const small = { payer: 'small', rate: '0.01', surtaxRate: '0.06' };

describe('R-401: the taxes within an amount', () => {
  test.each([
    [
      'special, general payer',
      '03',
      '106000.00',
      null,
      general,
      '0.06',
      '6000.00',
      '100000.00',
      '720.00',
      '6720.00',
    ],
    [
      'the same, uneven',
      '01',
      '58000.00',
      null,
      general,
      '0.06',
      '3283.02',
      '54716.98',
      '393.96',
      '3676.98',
    ],
    [
      'free of tax',
      '02',
      '240000.00',
      '240000.00',
      general,
      '0.00',
      '0.00',
      '240000.00',
      '0.00',
      '0.00',
    ],
    [
      'partly free',
      '02',
      '300000.00',
      '240000.00',
      general,
      '0.06',
      '3396.23',
      '296603.77',
      '407.55',
      '3803.78',
    ],
    ['small payer', '01', '50000.00', null, small, '0.01', '495.05', '49504.95', '29.70', '524.75'],
    ['receipt', '04', '80000.00', null, general, '0.00', '0.00', '80000.00', '0.00', '0.00'],
    [
      'small payer at most 3 %',
      '01',
      '103000.00',
      null,
      { ...small, rate: '0.06' },
      '0.03',
      '3000.00',
      '100000.00',
      '180.00',
      '3180.00',
    ],
  ])('%s', (_name, ticket, amount, free, by, rate, taxAmount, noTaxAmount, surtax, total) => {
    expect(taxesOf(ticket, amount, by, free)).toMatchObject({
      rate,
      taxAmount,
      noTaxAmount,
      surtax,
      total,
    });
  });

  test('the formula says how they follow', () => {
    expect(taxesOf('03', '106000', general).formula[0]).toBe(
      '税额 106,000.00 ÷ (1 + 6%) × 6% = 6,000.00；附加 6,000.00 × 12% = 720.00；合计 6,720.00 元',
    );
    expect(taxesOf('02', '300000', general, '240000').formula[0]).toContain('已减免税 240,000.00');
    expect(taxesOf('04', '80000', general).formula).toEqual(['不计税', 'No tax']);
  });

  const fen = fc.integer({ min: 1, max: 999_999_999_999 });
  const yuanOf = (units: number): string =>
    `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`;

  test('amount without tax and tax add up to the amount, and tax grows with it', () => {
    fc.assert(
      fc.property(fen, fen, (one, more) => {
        const [less, greater] = [yuanOf(one), yuanOf(one + more)];
        const [first, second] = [taxesOf('01', less, general), taxesOf('01', greater, general)];
        expect(equal(plus(first.taxAmount, first.noTaxAmount), less)).toBe(true);
        expect(minus(second.taxAmount, first.taxAmount).startsWith('-')).toBe(false);
      }),
    );
  });

  test('what is free of tax bears none: a part of it is taxed as the rest alone', () => {
    fc.assert(
      fc.property(fen, fen, (free, taxed) => {
        const both = taxesOf('02', yuanOf(free + taxed), general, yuanOf(free));
        expect(both.taxAmount).toBe(taxesOf('01', yuanOf(taxed), general).taxAmount);
      }),
    );
  });
});
