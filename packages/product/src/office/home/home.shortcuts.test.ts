import { expect, test } from 'vitest';
import { roleAliases } from '../../shared/roles.ts';
import { shortcutsFor } from './home.shortcuts.ts';

const names = (...roles: readonly string[]) => shortcutsFor(roles).map(({ label: [zh] }) => zh);

test('shortcuts are those of the role: what a teacher begins is not what finance does', () => {
  expect(names('teacher')).toEqual([
    '论文登记',
    '论文认领',
    '横向备案',
    '经费支出',
    '票据申请',
    '参加活动',
    '我发起的',
  ]);
  expect(names('finance').slice(0, 2)).toEqual(['到账导入', '开票']);
});

test('shortcuts of several roles come once each, and every role has some', () => {
  const both = names('dept_leader', 'teacher');
  expect(new Set(both).size).toBe(both.length);
  expect(roleAliases.filter((role) => shortcutsFor([role]).length === 0)).toEqual([]);
});
