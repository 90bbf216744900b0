import { f } from '@keyan/kernel/definition/field/field.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isCopiedRange,
  lineLabelOf,
  moveLine,
  pasteRange,
  readCopiedRange,
  sumOfLines,
} from './lines.ts';

const role = dictionary(
  'role',
  ['角色', 'Role'],
  [
    ['01', '第一', 'First'],
    ['02', '其他', 'Other'],
  ],
);
const fields = {
  place: f.integer(['排名', 'Order']).ordinal(),
  name: f.text(['姓名', 'Name']).max(20),
  role: f.dict(['角色', 'Role'], role).initial('02'),
  rate: f.percent(['比例', 'Rate']),
  number: f.text(['工号', 'No.']).computed(),
};
const columns = ['name', 'role', 'rate', 'number'];

describe('lines of a sub-table', () => {
  it('move without loss', () => {
    expect(moveLine(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moveLine(['a', 'b', 'c'], 2, -5)).toEqual(['c', 'a', 'b']);
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.nat(), fc.nat(), (lines, from, to) => {
        expect([...moveLine(lines, from, to)].sort()).toEqual([...lines].sort());
      }),
    );
  });

  it('read what spreadsheets copy', () => {
    expect(readCopiedRange('甲\t1\r\n乙\t2\r\n')).toEqual([
      ['甲', '1'],
      ['乙', '2'],
    ]);
    expect(readCopiedRange('"a\nb"\t"say ""x"""\tc')).toEqual([['a\nb', 'say "x"', 'c']]);
    expect(readCopiedRange('a\t\t\n\tb')).toEqual([
      ['a', '', ''],
      ['', 'b'],
    ]);
    expect(isCopiedRange('one cell\n')).toBe(false);
    expect(isCopiedRange('a\tb')).toBe(true);
  });

  it('take a range from a cell on, adding lines and understanding names of codes', () => {
    const before = [{ place: 1, name: '旧', role: '01', rate: '50.00', number: '7' }];
    const after = pasteRange(
      before,
      fields,
      columns,
      { line: 0, column: 0 },
      '甲\t其他\t30%\t9\n乙\tFirst\tx',
      9,
    );
    expect(after[0]).toMatchObject({ name: '甲', role: '02', rate: '30.00', number: '7' });
    expect(after[1]).toMatchObject({ name: '乙', role: '01', rate: 'x', number: null });
  });

  it('never exceed the most that the sub-table holds', () => {
    expect(pasteRange([], fields, columns, { line: 0, column: 0 }, 'a\nb\nc', 2)).toHaveLength(2);
  });

  it('add up without floats', () => {
    const lines = ['0.10', '0.20', '', 'x', '33.333', null].map((rate) => ({ rate }));
    expect(sumOfLines(lines, 'rate', 2)).toBe('33.63');
    expect(sumOfLines([{ rate: '-1.5' }], 'rate', 2)).toBe('-1.50');
  });
});

it.each([
  ['Legal events', 'Legal event'],
  ['Units', 'Unit'],
  ['Budget', 'Budget'],
  ['Budget of the surplus', 'Budget of the surplus'],
  ['Education history', 'Education history'],
])('one line of “%s” is a “%s”', (several, one) => {
  expect(lineLabelOf(['单位', several])).toEqual(['单位', one]);
});
