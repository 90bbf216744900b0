import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import { uniqueKey } from '@keyan/kernel/definition/field/unique.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { describe, expect, test } from 'vitest';
import { supplyNationalDictionaries } from '../../shared/formats/national.server.ts';
import { award } from './award.ts';

supplyNationalDictionaries();

const complete = {
  awardName: '省科学技术进步奖',
  achName: '江汉平原湿地生态修复关键技术',
  awardType: '04',
  awardLevel: '02',
  awardGrade: '01',
  awardUnit: '省人民政府',
  awardDate: '2026-08-01',
  resultForm: '08',
  unitSort: 1,
  unitNum: 2,
  fkDeptId: '10',
  discipline: '18044',
  schoolSign: '1',
  subjectClass: '01',
  isStatistics: '1',
  secretLevel: '0',
  authors: [
    {
      sort: 1,
      personType: '02',
      name: '阮若谷',
      unit: '环境学院',
      authorType: '01',
      contributionRate: '100',
    },
  ],
};

const judge = (input: object) => {
  const { row, faults } = validate(
    untypedResource(award),
    {},
    { ...complete, ...input },
    'complete',
    {
      today: '2026-11-21',
    },
  );
  return { row, faults: faults.map(({ path, message }) => `${path}: ${message[0]}`) };
};

describe('an award', () => {
  test('is complete with what its form marks as required, and counts in its year', () => {
    expect(judge({})).toMatchObject({
      faults: [],
      row: { statYear: 2026, isFirstUnit: '1', firstAuthor: '阮若谷' },
    });
  });

  test('is the same as another of the prize, achievement and year, however they are spelt', () => {
    const keyOf = (input: object) =>
      uniqueKey(award.fields.achName.spec, 'achName', judge(input).row as RowLike);
    const key = keyOf({});
    expect(keyOf({ achName: '「江汉平原湿地」 生态修复关键技术' })).toBe(key);
    expect(keyOf({ awardDate: '2026-01-01' })).toBe(key);
    expect(keyOf({ awardDate: '2025-08-01' })).not.toBe(key);
    expect(keyOf({ awardName: '市科学技术进步奖' })).not.toBe(key);
  });

  test('names the registered achievement of its form alone', () => {
    const chosen = { paperId: '77', bookId: '78', patentId: '79', standardId: '80' };
    expect(judge({ ...chosen, resultForm: '01' }).row).toMatchObject({
      paperId: '77',
      bookId: null,
    });
    expect(judge({ ...chosen, resultForm: '10' }).row).toMatchObject({
      paperId: null,
      bookId: '78',
    });
    expect(judge({ ...chosen, resultForm: '04' }).row).toMatchObject({
      paperId: null,
      bookId: null,
      patentId: '79',
      standardId: null,
    });
    expect(judge({ ...chosen, resultForm: '06' }).row).toMatchObject({
      patentId: null,
      standardId: '80',
    });
  });

  test('has our place among the units that there are, on a day that has come', () => {
    expect(judge({ unitSort: 3 }).faults).toEqual([
      'unitSort: 【我校单位排名】不能大于【完成单位总数】',
    ]);
    expect(judge({ unitSort: 2 }).row.isFirstUnit).toBe('0');
    expect(judge({ awardDate: '2026-11-22' }).faults).toEqual([
      'awardDate: 【获奖日期】不能晚于今天',
    ]);
  });

  test('starts as the first of one unit', () => {
    const writer = { id: '1', name: '林晓岚', departments: ['10'], imported: false };
    expect(initialRow(award.fields, writer)).toMatchObject({ unitSort: 1, unitNum: 1 });
  });
});
