import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps.ts';
import { first } from './test-order.ts';

test('files that start first are there', () => {
  expect(first.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
