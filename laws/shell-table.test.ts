import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDoc, root, rowsUnder } from './support/docs.ts';

/** Law 19: what docs/shell.md says of the shell is proved where it says so. */
const rows = rowsUnder(readDoc('shell.md'), 'sentence');

const sources = new Map<string, string>();

const sourceOf = (file: string): string => {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const path = join(root, file);
  const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
  sources.set(file, source);
  return source;
};

test('every sentence names a test that stands in its file', () => {
  expect(rows.length).toBeGreaterThan(100);
  const missing = rows.filter(
    // A quote in a name is written with a backslash where it would end the string.
    ([, file = '', name = '']) =>
      name === '' || !sourceOf(file).replaceAll('\\', '').includes(name),
  );
  expect(missing).toEqual([]);
});

test('no row stands twice', () => {
  const all = rows.map((row) => row.join(' | '));
  expect(all.filter((each, index) => all.indexOf(each) !== index)).toEqual([]);
});
