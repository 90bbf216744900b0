import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps.ts';

/** Requirements of levels 1 and 2 in each section of OWASP ASVS 5.0.0: they are the first ones of it. */
const inSection: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
};

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .trim()
  .split('\n');

const required = Object.entries(inSection).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
);

const states = ['holds', 'does not apply', 'operator', 'open'] as const;

const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8');

const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number = '', asks = '', state = '', here = '']) => ({ number, asks, state, here }),
);

const numbersWith = (state: string): readonly string[] =>
  rows.filter((row) => row.state === state).map(({ number }) => number);

test('every requirement of levels 1 and 2 stands once, in order, in one of four states', () => {
  expect(required).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(required);
  expect(rows.filter(({ state }) => !(states as readonly string[]).includes(state))).toEqual([]);
});

test('the table of counts is that of the rows', () => {
  const told = Object.fromEntries(
    [...page.matchAll(/^\| \*\*([a-z ]+)\*\* \| (\d+) \|/gm)].map(([, state, count]) => [
      state,
      Number(count),
    ]),
  );
  expect(told).toEqual(
    Object.fromEntries(states.map((state) => [state, numbersWith(state).length])),
  );
});

test('what holds names a file, and what is open stands in the list of risks', () => {
  const bare = rows.filter(
    ({ state, here }) => state === 'holds' && !/`[\w./-]+\/[\w./-]*`|\]\(/.test(here),
  );
  expect(bare.map(({ number }) => number)).toEqual([]);
  const risks = page.slice(page.indexOf('## Open'), page.indexOf('## V1 '));
  const named = [...risks.matchAll(/\d+\.\d+\.\d+/g)].map(([number]) => number);
  expect(named.toSorted()).toEqual(numbersWith('open').toSorted());
});

test('every file that a row names is there', () => {
  const named = rows.flatMap(({ here }) =>
    [...here.matchAll(/`([\w.-]+\/[\w./-]+)(?::\w+)?`/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(200);
  const missing = named.filter(
    (name) =>
      !tracked.some((file) => file === name || file.endsWith(`/${name}`) || file.startsWith(name)),
  );
  expect(missing).toEqual([]);
});

test('policies of content are written in one file', () => {
  const files = tracked.filter(
    (file) => /^(?:packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(1000);
  const writing = files.filter((file) =>
    /default-src/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(writing).toEqual(['packages/engine/src/wire/headers.ts']);
});
