import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fittingConfig, manageRateOf } from './fitting.ts';
import { itemFaults } from './item-rules.ts';
import { type RateConfig, ratesFor } from './rates.ts';

const config = (id: string, more: Partial<RateConfig>): RateConfig => ({
  id,
  programKind: 'horizontal',
  resource: null,
  contractType: null,
  fundMode: null,
  startDate: '2026-01-01',
  manageRate: '8.00',
  manageSteps: [],
  indirectRate: null,
  performanceRate: null,
  collegeRate: null,
  taxRate: null,
  ...more,
});
const asked = { programKind: 'horizontal', resource: null, contractType: '0101', fundMode: '1' };

describe('经费配置 that holds for some money', () => {
  test('says the most of it: contract type before source, the later one of two alike', () => {
    const all = [
      config('1', {}),
      config('2', { contractType: '01' }),
      config('3', { contractType: '0101' }),
      config('4', { contractType: '0101', startDate: '2026-06-01' }),
      config('5', { contractType: '05' }),
    ];
    expect(fittingConfig(all, asked)?.id).toBe('4');
    expect(fittingConfig(all, { ...asked, contractType: '0102' })?.id).toBe('2');
    expect(fittingConfig(all, { ...asked, contractType: '99' })?.id).toBe('1');
    expect(fittingConfig(all, { ...asked, programKind: 'vertical' })).toBeNull();
  });

  test('a source holds for what lies below it, a funding mode for itself', () => {
    const all = [
      config('1', { programKind: 'vertical', resource: '10' }),
      config('2', { programKind: 'vertical', resource: '1003' }),
      config('3', { programKind: 'vertical', resource: '1003', fundMode: '2' }),
    ];
    const of = (resource: string, fundMode = '1') =>
      fittingConfig(all, { programKind: 'vertical', resource, contractType: null, fundMode })?.id;
    expect([of('1003'), of('1003', '2'), of('1001'), of('2004')]).toEqual([
      '2',
      '3',
      '1',
      undefined,
    ]);
  });

  test('the order in which they are read changes nothing', () => {
    const codes = fc.constantFrom(null, '01', '0101', '05');
    const many = fc.array(
      fc.record({ contractType: codes, fundMode: fc.constantFrom(null, '1', '2') }),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(many, (given) => {
        const all = given.map((one, index) => config(String(index), one));
        expect(fittingConfig([...all].reverse(), asked)).toEqual(fittingConfig(all, asked));
      }),
    );
  });
});

test('one band of overhead holds for all money of a project', () => {
  const bands = {
    manageRate: '8.00',
    manageSteps: [
      { upTo: '500000', rate: '8.00' },
      { upTo: null, rate: '6.00' },
    ],
  };
  expect([
    manageRateOf(bands, '480000.00'),
    manageRateOf(bands, '500000'),
    manageRateOf(bands, '620000.00'),
  ]).toEqual(['8.00', '8.00', '6.00']);
});

test('a booking keeps the rates of its submission', () => {
  const known = {
    configs: [config('2', { manageRate: '6.00', taxRate: '0.0300' })],
    project: { resource: null, funds: '100000.00' },
    contract: { contractType: '0101' },
    contractRate: '8',
    rate: '0.06',
  };
  const row = { programKind: 'horizontal', fundMode: '1' };
  expect(ratesFor(row, undefined, known)).toMatchObject({
    configId: '2',
    manageRate: '6.00',
    taxRate: '0.0300',
  });
  const before = { configId: '1', manageRate: '8.00', taxRate: '0.06' };
  expect(ratesFor(row, { ...before, status: '1' }, known)).toMatchObject(before);
  expect(ratesFor(row, { ...before, status: '3' }, known)).toMatchObject({
    configId: '2',
    manageRate: '6.00',
  });
  expect(ratesFor(row, undefined, { ...known, configs: [] })).toMatchObject({
    configId: null,
    manageRate: '8',
  });
  expect(ratesFor({ ...row, programKind: 'vertical' }, undefined, known)).toMatchObject({
    manageRate: '0.00',
  });
});

test('items that a configuration requires are there, and within their share', () => {
  const rules = [
    { itemCode: '10201', isRequired: '1', maxRate: null },
    { itemCode: '10205', isRequired: '0', maxRate: '20' },
  ];
  const line = (itemCode: string, amount: string) => ({ itemCode, amount });
  expect(itemFaults([line('10201', '80000'), line('10205', '20000')], '100000.00', rules)).toEqual(
    [],
  );
  expect(
    itemFaults([line('10201', '79999.99'), line('10205', '20000.01')], '100000.00', rules),
  ).toMatchObject([
    {
      path: 'items.1.amount',
      message: [
        expect.stringContaining('20,000.01 元，超过直接经费的 20%（20,000.00 元）'),
        expect.anything(),
      ],
    },
  ]);
  expect(itemFaults([], '100000.00', rules)).toMatchObject([{ path: 'items' }]);
});
