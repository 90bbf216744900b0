import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './steps.ts';

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .trim()
  .split('\n');

/** Pages that speak of the project as it is: the log of changes names files of its day. */
const pages = tracked
  .filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md' && existsSync(join(root, file)))
  .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n') }));

/** Faults of all pages, with the place of each. */
const faultsOf = (find: (line: string, file: string) => readonly string[]): readonly string[] =>
  pages.flatMap(({ file, lines }) =>
    lines.flatMap((line, at) => find(line, file).map((fault) => `${file}:${at + 1} ${fault}`)),
  );

it('every command in the pages is one of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  expect(pages.length).toBeGreaterThan(25);
  const faults = faultsOf((line) =>
    [...line.matchAll(/npm run ([a-z][\w:-]*)/g)].flatMap(([, name = '']) =>
      name in scripts ? [] : [`npm run ${name}`],
    ),
  );
  expect(faults).toEqual([]);
});

it('every link of a page leads to a page and to a heading of it', () => {
  const faults = faultsOf((line, file) =>
    [...line.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      // A page of help leads to pages of the product: guide.test.ts compares these with the menus.
      if (/^(?:https?:|mailto:|\/)/.test(link)) return [];
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(join(root, target))) return [link];
      if (anchor === undefined) return [];
      const text = readFileSync(join(root, target), 'utf8');
      const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} -]/gu, '')
          .replaceAll(' ', '-'),
      );
      return text.includes(`id="${anchor}"`) || headings.includes(anchor) ? [] : [link];
    }),
  );
  expect(faults).toEqual([]);
});

/** Names of files in examples: of a kind that the reader is to make, or of any definition `x`. */
const example =
  /(?:^|\/)(?:concert|x|X|NNNN-title|<name>)[./]|(?:^|\/)(?:NNNN-title\.md|openapi\.json|\.server\.ts)$|[*<>{}…]/;

it('every file that a page names is there', () => {
  const faults = faultsOf((line) =>
    [...line.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|css|json|md))(?::[\w$]+)?`/g)].flatMap(
      ([, name = '']) =>
        example.test(name) || tracked.some((one) => one === name || one.endsWith(`/${name}`))
          ? []
          : [name],
    ),
  );
  expect(faults).toEqual([]);
});
