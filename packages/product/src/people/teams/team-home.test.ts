import { expect, test } from 'vitest';
import { teamMeaning } from './team-home.ts';

const standing = {
  auditStatus: '2',
  cycleStart: '2024-01-01',
  cycleEnd: '2026-12-31',
  grade: null,
  today: '2026-12-01',
};

test('a team says where it is in its cycle and how it was assessed', () => {
  expect(teamMeaning(standing)?.[0]).toBe('建设期内，剩余 30 天；尚未考核');
  expect(teamMeaning({ ...standing, grade: ['优秀', 'Excellent'] })).toEqual([
    '建设期内，剩余 30 天；最近考核：优秀',
    'In its cycle: 30 d left; last grade: Excellent',
  ]);
  expect(teamMeaning({ ...standing, today: '2027-01-01' })?.[0]).toBe(
    '建设期已于 2026-12-31 结束，应办理考核；尚未考核',
  );
  expect(teamMeaning({ ...standing, today: '2023-12-01' })?.[0]).toBe(
    '建设期 2024-01-01 开始；尚未考核',
  );
});

test('a team that is not approved has no cycle yet', () => {
  expect(teamMeaning({ ...standing, auditStatus: '1' })).toBeNull();
});
