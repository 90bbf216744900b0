import { expect, test } from 'vitest';
import { isCallClosed } from './closed.ts';

test.each([
  ['a/list', 'a/list', true],
  ['a/list', 'a/lists', false],
  ['a/*', 'a/list', true],
  ['a/*', 'a/b/list', false],
  ['a/*', 'a', false],
  ['a/**', 'a/b/list', true],
  ['a/**', 'a', true],
  ['a/**', 'ab/list', false],
  ['a', 'a/list', false],
] as const)('%s closes %s: %s', (named, path, closed) => {
  expect(isCallClosed(path, ['x/y', named])).toBe(closed);
  expect(isCallClosed(path, [])).toBe(false);
});
