import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './steps.ts';

/** Tests that take time themselves, as the work that they are about, and assert none. */
const spending = ['packages/engine/src/base/yielding.test.ts'];

const clocks = /\b(performance\.now|cpuUsage|threadCpuUsage|hrtime)\b/;
/** Shorter than the patience of `vitest.config.ts`: a machine half as fast would fail. */
const hasty = /\btimeout: ?\d{1,4}\b|^\}, ?\d{1,4}\);/m;

const files = globSync('{packages,apps,laws,e2e,scripts,bench}/**/*.test.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.includes('node_modules') && file !== 'scripts/no-time.test.ts');

it('no test asserts time, of the clock or of the processor', () => {
  expect(files.length).toBeGreaterThan(400);
  const asserting = files.filter((file) => {
    if (spending.includes(file)) return false;
    const lines = readFileSync(join(root, file), 'utf8');
    // A clock that a test sets is no clock that it reads.
    return clocks.test(lines.replace(/^.*spyOn\(performance.*$/gm, '')) || hasty.test(lines);
  });
  expect(asserting).toEqual([]);
});
