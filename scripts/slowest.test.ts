import { expect, test } from 'vitest';
import { slowest } from './slowest.ts';

test('the slowest files come first, as many as are asked for', () => {
  const times = [
    { file: 'a.test.ts', seconds: 1.26 },
    { file: 'b.test.ts', seconds: 130 },
    { file: 'c.test.ts', seconds: 0.01 },
  ];
  expect(slowest(times, 2)).toEqual(['  130.0 s  b.test.ts', '    1.3 s  a.test.ts']);
});
