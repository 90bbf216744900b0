import { expect, test } from 'vitest';
import { shareOf } from './shares.ts';

test('a share has one digit, and there is none of nothing', () => {
  expect(shareOf(1, 3)).toBe('33.3');
  expect(shareOf('1250.50', '2501.00')).toBe('50.0');
  expect(shareOf('0.00', '10.00')).toBe('0.0');
  expect(shareOf(2, 0)).toBe('');
});
