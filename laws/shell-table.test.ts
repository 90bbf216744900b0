import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDoc, root, rowsUnder } from './support/docs.ts';
import { titlesIn } from './support/titles.ts';

/** Law 19: what docs/shell.md says of the shell is proved by the test that it names. */
const rows = rowsUnder(readDoc('shell.md'), 'sentence');

/** Files that vitest runs; a test elsewhere proves nothing. */
const runs = /^(packages|apps|scripts|laws|e2e)\/.*\.test\.tsx?$/;

test('every sentence names a test by its whole title, in a file that runs it', () => {
  expect(rows.length).toBeGreaterThan(100);
  const files = new Set(rows.map(([, file = '']) => file));
  const titles = new Map([...files].map((file) => [file, titlesIn(join(root, file))]));
  const missing = rows.filter(
    ([, file = '', name = '']) => !runs.test(file) || !titles.get(file)?.has(name),
  );
  expect(missing).toEqual([]);
});

test('no row stands twice', () => {
  const all = rows.map((row) => row.join(' | '));
  expect(all.filter((each, index) => all.indexOf(each) !== index)).toEqual([]);
});
