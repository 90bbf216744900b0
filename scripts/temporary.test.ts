import { expect, test } from 'vitest';
import { holdsTests } from './temporary.ts';

const gibibyte = 1024 ** 3;
const roomy = { type: 0x01_02_19_94, free: 12 * gibibyte, available: 20 * gibibyte };

test('tests lie in memory where a file system in memory has room for them', () => {
  expect(holdsTests(roomy)).toBe(true);
});

test.each([
  ['a disk', { type: 0xef53 }],
  ['a container whose shared memory is 64 MB', { free: gibibyte / 16 }],
  ['a machine whose memory is taken', { available: 4 * gibibyte }],
])('tests stay where they are on %s', (_, less) => {
  expect(holdsTests({ ...roomy, ...less })).toBe(false);
});
