import { expect, test } from 'vitest';
import { changeOf, pointsOf } from './shaping.server.ts';

test('a share changes by points, and not by a percentage of a percentage', () => {
  expect(pointsOf('45.5', '42.0')).toBe('+3.5');
  expect(pointsOf('38.0', '42.0')).toBe('-4.0');
  expect(pointsOf('42.0', '42.0')).toBe('0');
});

test('an amount changes in percent, and has no change where there was nothing before', () => {
  expect(changeOf('112', '100')).toBe('+12');
  expect(changeOf('5', '0')).toBe('');
});
