import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './steps.ts';

/** Words that leave the subject of a comment unnamed where they begin it. */
const vague = /^\s*(?:\/\/|\/\*\*?|\*)\s+(?:What|Who|Whom|Whose|Whether|Which|Of|That|Those)\b/;

const files = globSync('{packages,apps,laws,e2e,scripts,bench}/**/*.{ts,tsx,mjs}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.includes('node_modules') && !file.includes('/dist/'));

it('comments begin with their subject or with a verb', () => {
  expect(files.length).toBeGreaterThan(1500);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (vague.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
