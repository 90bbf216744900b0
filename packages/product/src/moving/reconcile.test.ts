import { plus } from '@keyan/kernel/values/amounts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReconciledRow, reconcile } from './reconcile.ts';

const fen = fc.integer({ min: 0, max: 99_999_999_999 });
const yuan = (units: number): string => (units / 100).toFixed(2);

const row = (more: Partial<ReconciledRow>): ReconciledRow => ({
  row: 2,
  name: '',
  state: 'new',
  recordId: '1',
  file: {},
  system: {},
  group: { college: '机械学院', kind: '纵向', year: '2025', source: '国家自然科学基金' },
  reason: null,
  ...more,
});

const measures = ['arrived'];

describe('the reconciliation of a file', () => {
  test('sums every side to the fen, and each dimension comes to the same', () => {
    const rows = fc.array(fc.record({ amount: fen, college: fc.constantFrom('甲', '乙', '丙') }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(rows, (given) => {
        const all = given.map(({ amount, college }, index) =>
          row({
            row: index + 2,
            file: { arrived: yuan(amount) },
            system: { arrived: yuan(amount) },
            group: { college, kind: '', year: '', source: '' },
          }),
        );
        const { total, by, differences } = reconcile(all, measures);
        const cents = given.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
        const whole = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
        expect(total.file.amounts.arrived).toBe(whole);
        expect(total.system).toEqual(total.file);
        expect(plus('0.00', ...by.college.map((line) => line.file.amounts.arrived))).toBe(whole);
        expect(differences).toEqual([]);
      }),
    );
  });

  test('lets no two faults cancel each other out', () => {
    const { total, differences } = reconcile(
      [
        row({ row: 2, file: { arrived: '100.00' }, system: { arrived: '90.00' } }),
        row({ row: 3, file: { arrived: '100.00' }, system: { arrived: '110.00' } }),
      ],
      measures,
    );
    expect(total.file).toEqual(total.system);
    expect(total.agrees).toBe(false);
    expect(differences.map((one) => one.row)).toEqual([2, 3]);
  });

  test('counts a row without a record on one side, and compares no column that the file leaves empty', () => {
    const { total } = reconcile(
      [
        row({ row: 2, state: 'faulty', system: null, file: { arrived: '5.00' } }),
        row({ row: 3, file: { arrived: null }, system: { arrived: '7.00' } }),
      ],
      measures,
    );
    expect(total).toMatchObject({
      agrees: false,
      file: { count: 2, amounts: { arrived: '5.00' } },
      system: { count: 1, amounts: { arrived: '0.00' } },
    });
  });
});
