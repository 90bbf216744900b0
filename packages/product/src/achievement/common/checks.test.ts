import type { CheckFinding, RecordCheck } from '@keyan/kernel/definition/life/checks.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect, test } from 'vitest';
import { attachmentCategories } from '../../shared/attachments.ts';
import { paperAuthors } from './authors.ts';
import { achievementChecks } from './checks.ts';

const checks = achievementChecks({
  dates: ['publishDate'],
  duplicates: ['artName'],
  attachments: attachmentCategories('13*', '99'),
  authors: paperAuthors,
});

const find = (key: string, row: RowLike): CheckFinding | null => {
  const check = checks.find((each) => each.key === key) as RecordCheck;
  if (check.is !== 'row') throw new Error(`${key} is no check of the row`);
  return check.of(row, { today: '2026-11-23' });
};

const author = (
  name: string,
  contributionRate: string,
  confirmStatus: string | null,
  sort = 1,
) => ({
  sort,
  personType: '02',
  userId: null,
  name,
  contributionRate,
  confirmStatus,
});

test('a required category without a file is said by its name', () => {
  expect(find('attachments', { attachments: [] })).toMatchObject({ level: 'bad' });
  expect(find('attachments', { attachments: [] })?.text[0]).toMatch(/^缺.+/);
  expect(find('attachments', { attachments: [{ catalog: '13' }] })).toEqual({
    level: 'good',
    text: ['1 个文件，必传的都有', 'All required files are attached (1)'],
  });
});

test('shares that do not add up, and authors who have not confirmed or object, are named', () => {
  const two = [author('甲', '60.00', '1'), author('乙', '30.00', '0', 2)];
  expect(find('shares', { authors: two })).toEqual({
    level: 'bad',
    text: ['贡献率合计应为 100%，当前 90%', expect.any(String)],
  });
  expect(find('shares', { authors: [author('甲', '100.00', null)] })?.level).toBe('good');
  expect(find('confirmed', { authors: two })?.text[0]).toBe('1 人未确认：乙');
  expect(find('confirmed', { authors: [author('甲', '100.00', '2')] })?.text[0]).toBe('甲有异议');
  expect(find('confirmed', { authors: [author('甲', '100.00', null)] })).toBeNull();
});

test('a date to come is wrong, and another reporting year is to be looked at', () => {
  expect(find('dates', { publishDate: '2026-11-24', statYear: 2026 })?.level).toBe('bad');
  expect(find('dates', { publishDate: '2025-03-01', statYear: 2026 })?.level).toBe('warn');
  expect(find('dates', { publishDate: '2025-03-01', statYear: 2025 })?.level).toBe('good');
});
