import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { removeSuperseded } from './superseded.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyan-superseded-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const week = 7 * 24 * 3_600_000;

const build = (name: string): void => {
  writeFileSync(join(folder, name), name);
  removeSuperseded(folder, new Set([name]));
};

const age = (name: string, milliseconds: number): void => {
  const time = new Date(Date.now() - milliseconds);
  utimesSync(join(folder, name), time, time);
};

const names = (): readonly string[] => readdirSync(folder).filter((name) => !name.startsWith('.'));

test('a file stays for a week after a build left it out, however old it is then', () => {
  build('a.mjs');
  age('a.mjs', 10 * week);
  build('b.mjs');
  expect(names()).toEqual(['a.mjs', 'b.mjs']);
  age('a.mjs', week + 1000);
  build('c.mjs');
  expect(names()).toEqual(['b.mjs', 'c.mjs']);
});
