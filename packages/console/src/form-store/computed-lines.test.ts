import { f } from '@keyan/kernel/definition/field/field.ts';
import { expect, test } from 'vitest';
import { withComputedLines } from './computed-lines.ts';

const fields = {
  gross: f.money(['应发', 'Gross']),
  net: f.money(['实发', 'Net']).computed(),
};

test('computed values join what is typed, which stays as it is', () => {
  const typed = [
    { gross: '12.', net: null },
    { gross: '3.00', net: '3.00' },
  ];
  const computed = [
    { gross: '12.00', net: '12.00' },
    { gross: '3.00', net: '3.00' },
  ];
  const lines = withComputedLines(fields, typed, computed) as typeof typed;
  expect(lines[0]).toEqual({ gross: '12.', net: '12.00' });
  expect(lines[1]).toBe(typed[1]);
});

test('lines in which nothing changes are the same', () => {
  const typed = [{ gross: '3.00', net: '3.00' }];
  expect(withComputedLines(fields, typed, [{ gross: '3', net: '3.00' }])).toBe(typed);
  expect(withComputedLines(fields, typed, null)).toBe(typed);
  expect(withComputedLines(fields, null, [])).toBe(null);
});
