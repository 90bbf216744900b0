import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './steps.ts';

/** Casts that the compiler cannot judge: `as never`, `as unknown as T`. */
const blind = /[\w)\]}] as (?:never\b|unknown as\b)/;

/** The most lines of production code with one: this number falls, and does not rise. */
const maxCasts = 90;

/** A comment that speaks of one. */
const comment = /^\s*(?:\*|\/\/|\/\*)/;

it('casts that the compiler cannot judge become fewer', () => {
  const files = globSync('{packages,apps}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/node_modules|\.test\.tsx?$|\/testing|testing\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(1500);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        blind.test(line) && !comment.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
      ),
  );
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(maxCasts);
});

/** A second name for any read-only record of unknown values. */
const alias = /^(?:export )?type \w+ = Readonly<Record<string, unknown>>;/;

it('a record of unknown values has one type, beside schemas and facts', () => {
  const found = globSync('{packages,apps}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('node_modules'))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => alias.test(line)),
    )
    .map((line) => /type (\w+)/.exec(line)?.[1]);
  expect(found.toSorted()).toEqual(['JsonSchema', 'KnownFacts', 'RowLike']);
});
