import { expect, test } from 'vitest';
import { canonicalNumber, invoiceNumbersIn, lacksSheetCode } from './invoice-numbers.ts';

const number = '26442000000123456789';

test.each([
  '2644 2000 0001 2345 6789',
  '２６４４２０００００0123456789',
  'No. 26442000000123456789',
  '№26442000000123456789',
  '发票号码：26442000000123456789',
  '26442000-000123456789 ',
])('R-307: %s is the number itself', (written) => {
  expect(canonicalNumber(written)).toBe(number);
});

test('R-307: several numbers in one cell are one each, and one that stands twice counts once', () => {
  expect(invoiceNumbersIn(`a1，A 1、b-2; c3；${number}/d4\ne5,`)).toEqual([
    'A1',
    'B2',
    'C3',
    number,
    'D4',
    'E5',
  ]);
  expect(invoiceNumbersIn(null)).toEqual([]);
});

test('R-307: eight digits want the code of the sheet', () => {
  expect(['12345678', '04400220011112345678', 'F1234567'].map(lacksSheetCode)).toEqual([
    true,
    false,
    false,
  ]);
});
