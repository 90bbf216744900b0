import { expect, test } from 'vitest';
import { literary } from './literary.ts';
import { shownWorkValues, validateWork } from './testing.ts';

const judge = validateWork(literary);

const complete = {
  ...shownWorkValues,
  workName: '大堤上的人家',
  literaryType: '01',
  displayWay: '01',
  carrier: '《江汉文艺》',
  publishDate: '2026-06-01',
  wordCount: '12.5',
};

test('a novel in a periodical counts for the year of its publication', () => {
  expect(judge(complete)).toMatchObject({ faults: [], row: { statYear: 2026, wordCount: '12.5' } });
});

test('what is not published yet is no creation to register (R-505)', () => {
  expect(judge({ ...complete, publishDate: '2026-11-24' }).faults).toEqual([
    'publishDate: 【发表（首演）日期】不能晚于今天',
  ]);
});

test('the same novel elsewhere is another registration, the same place none (R-502)', () => {
  const { occasion } = judge(complete).row;
  expect(judge({ ...complete, carrier: '长江文学出版社' }).row.occasion).not.toBe(occasion);
  expect(judge({ ...complete, publishDate: '2026-07-01' }).row.occasion).toBe(occasion);
});
