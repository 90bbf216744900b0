import { expect, test } from 'vitest';
import { sport } from './sport.ts';
import { testCommonValues, validateWork } from './testing.ts';

const judge = validateWork(sport);

const complete = {
  ...testCommonValues,
  achName: '省大学生龙舟赛 500 米直道赛第一名',
  sportType: '02',
  matchName: '第十二届省大学生龙舟赛',
  sportLevel: '05',
  eventName: '500 米直道赛',
  ranking: '第一名',
  hostUnit: '省教育厅',
  matchDate: '2026-06-10',
  identity: '2',
  studentNames: '闻溪、祝长庚',
};

test('two coaches of one crew have one result between them (R-502)', () => {
  const [author = {}] = testCommonValues.authors;
  const other = {
    ...complete,
    identity: '3',
    studentNames: '祝长庚，闻溪',
    authors: [{ ...author, name: '徐怀瑾' }],
  };
  expect(judge(complete).faults).toEqual([]);
  expect(judge(other).row.occasion).toBe(judge(complete).row.occasion);
  expect(judge({ ...other, ranking: '第三名' }).row.occasion).not.toBe(
    judge(complete).row.occasion,
  );
});

test('a referee has no students', () => {
  expect(judge({ ...complete, identity: '4' }).row.studentNames).toBeNull();
});
