import { expect, test } from 'vitest';
import { percentagePoints, percentChange } from './shaping.server.ts';

test('a share changes by points, and not by a percentage of a percentage', () => {
  expect(percentagePoints('45.5', '42.0')).toBe('+3.5');
  expect(percentagePoints('38.0', '42.0')).toBe('-4.0');
  expect(percentagePoints('42.0', '42.0')).toBe('0');
});

test('an amount changes in percent, and has no change where there was nothing before', () => {
  expect(percentChange('112', '100')).toBe('+12');
  expect(percentChange('5', '0')).toBe('');
});
