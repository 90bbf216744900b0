import { f } from '@keyan/kernel/definition/field/field.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { expect, test } from 'vitest';
import { placePastedGaps } from './gaps-paste.web.ts';
import type { GapRow } from './missing.ts';

const ranks = dictionary('ranks', ['职称', 'Rank'], [['011', '教授', 'Professor']]);
const fields = {
  ranks: f.dict(['职称', 'Rank'], ranks),
  months: f.integer(['投入人月', 'Months']),
};

const row = (id: string, title: string, lacking: readonly string[]): GapRow => ({
  resource: 'personnel',
  id,
  version: 1,
  title,
  dept: '',
  person: '',
  personName: '',
  fields: lacking,
  others: [],
});

const rows = [row('1', '张三', ['ranks', 'months']), row('2', '李四', ['months'])];

test('a range of a sheet fills what its records lack, by names and heads', () => {
  const text = '姓名\t职称\t投入人月\r\n张三\t教授\t6\r\n李四\t教授\t3\r\n';
  expect(placePastedGaps(text, rows, fields, ([zh]) => zh)).toEqual({
    values: { 1: { ranks: '011', months: 6 }, 2: { months: 3 } },
    unknown: [],
  });
});

test('a name, a head or a value that means nothing is told, and the others are filled', () => {
  const text = '姓名\t职称\t年龄\t投入人月\n王五\t教授\t40\t1\n张三\t掌门\t41\t2';
  expect(placePastedGaps(text, rows, fields, ([zh]) => zh)).toEqual({
    values: { 1: { months: 2 } },
    unknown: ['年龄', '王五', '张三 · 掌门'],
  });
});

test('two records of one name are not guessed between', () => {
  const text = '姓名\t投入人月\n张三\t2';
  const twice = [...rows, row('3', '张三', ['months'])];
  expect(placePastedGaps(text, twice, fields, ([zh]) => zh)).toEqual({
    values: {},
    unknown: ['张三'],
  });
});
