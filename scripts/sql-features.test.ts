import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sqlFeatures } from './sql-features.ts';
import { root } from './steps.ts';

test('the page on databases has a row for each feature that migrations or statements use', () => {
  const page = readFileSync(join(root, 'docs/databases.md'), 'utf8');
  const rows = [...page.matchAll(/^\| ([^|]+) \|/gm)].map(([, name = '']) => name);
  const used = sqlFeatures().filter(({ migrations, statements }) => migrations + statements > 0);
  expect(used.length).toBeGreaterThan(20);
  expect(used.map(({ name }) => name).filter((name) => !rows.includes(name))).toEqual([]);
});
