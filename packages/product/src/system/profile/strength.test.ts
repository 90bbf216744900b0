import { expect, test } from 'vitest';
import { passwordStrengthOf } from './strength.ts';

test.each([
  ['short', 'weak'],
  ['lin_xiaolan1A', 'weak'],
  ['Tan-2026', 'fair'],
  ['Tanyuan-2026!', 'strong'],
])('%s is %s', (password, level) => {
  expect(passwordStrengthOf(password, 'lin_xiaolan').level).toBe(level);
});
