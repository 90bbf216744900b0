import { expect, it } from 'vitest';
import { screenClass } from './screen.ts';

it.each([
  [320, 0],
  [767.9, 0],
  [768, 1],
  [991, 1],
  [992, 2],
  [1199, 2],
  [1200, 3],
  [3840, 3],
])('width %d is class %d', (width, expected) => expect(screenClass(width)).toBe(expected));
