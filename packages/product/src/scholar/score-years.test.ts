import { expect, test } from 'vitest';
import { type ScoreLine, scoreYearsOf } from './score-years.ts';

const line = (id: string, batchId: string, finalScore: string): ScoreLine => ({
  id,
  title: id,
  batchId,
  batchIdName: `${batchId} 年度科研业绩计分`,
  scoreObjectName: '论文',
  itemId: '1',
  itemName: 'A1 级期刊论文',
  finalScore,
  adjustScore: '',
  working: '',
  workingEn: '',
});

test('scores stand by year, the newest first, with what each year comes to', () => {
  const years = scoreYearsOf([
    line('a', '2024', '122.00'),
    line('b', '2025', '33.70'),
    line('c', '2025', '160.00'),
    line('d', '2025', ''),
  ]);
  expect(years.map(({ batchId, total }) => [batchId, total])).toEqual([
    ['2025', '193.70'],
    ['2024', '122.00'],
  ]);
  expect(years[0]?.lines.map(({ id }) => id)).toEqual(['c', 'b', 'd']);
});

test('nobody without scores has years', () => {
  expect(scoreYearsOf([])).toEqual([]);
});
