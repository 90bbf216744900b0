import { expect, test } from 'vitest';
import { passwordFault } from './password.ts';

test.each([
  ['Keyan@2026', 'teacher', null],
  ['科研Keyan2026', 'teacher', null],
  ['Ky@2026', 'teacher', '密码长度应为 8 到 64 个字符'],
  ['A1@'.padEnd(65, 'x'), 'teacher', '密码长度应为 8 到 64 个字符'],
  ['keyan2026', 'teacher', '密码应包含大写字母、小写字母、数字、符号中的至少三种'],
  ['Keyan 2026', 'teacher', '密码不能包含空格'],
  ['my-Teacher-9', 'teacher', '密码不能包含账号'],
  ['Admin@123', 'teacher', '密码过于常见，请换一个'],
])('%s of %s', (password, account, fault) => {
  expect(passwordFault(password, account)?.[0] ?? null).toBe(fault);
});
