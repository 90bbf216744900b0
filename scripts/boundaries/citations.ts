import type { Fault, SourceFile } from './types.ts';

/**
 * Kind of number cited in code or prose, whose targets are headings of pages in this repository.
 */
interface Kind {
  /** Pattern of the numbers; the first group is one number, or several with commas and "and". */
  readonly pattern: RegExp;
  /** Returns the existing targets, read from the project's files. */
  readonly targets: (files: readonly SourceFile[]) => ReadonlySet<string>;
  readonly page: string;
}

const headings = (page: string, pattern: RegExp) => (files: readonly SourceFile[]) =>
  new Set(
    [...(files.find(({ path }) => path === page)?.text ?? '').matchAll(pattern)].map(
      ([, number = '']) => number,
    ),
  );

const kinds: readonly Kind[] = [
  {
    pattern: /\b(R-\d{3})\b/g,
    targets: headings('docs/rules.md', /^### (R-\d{3}) /gm),
    page: 'docs/rules.md',
  },
  {
    pattern: /\brulings? (\d{1,2}(?:(?:, | and )\d{1,2})*)\b/g,
    targets: headings('docs/rulings.md', /^### (\d{1,2})\. /gm),
    page: 'docs/rulings.md',
  },
  {
    pattern: /\bdecisions? (\d{4}(?:(?:, | and )\d{4})*)\b/g,
    targets: (files) =>
      new Set(
        files
          .filter(({ path }) => path.startsWith('docs/decisions/'))
          .flatMap(({ path, text }) => [
            ...(/^docs\/decisions\/(\d{4})-/.exec(path)?.slice(1, 2) ?? []),
            ...[...text.matchAll(/^## (\d{4}(?:, \d{4})*) · /gm)].flatMap(([, numbers = '']) =>
              numbers.split(', '),
            ),
          ]),
      ),
    page: 'docs/decisions/',
  },
];

/** Patterns of citations of pages outside this repository. */
const absent: readonly RegExp[] = [
  /\bdecisions? \d{1,2}\b/,
  /\b(?:domain|contract|security|stack|visual|experience|width|engine|users|mechanisms|stock-clients)(?:\.md)? §/,
  /\b(?:workflow|workflow-2|architecture|shell|performance)\.md §/,
  /\b(?:domain|stack|visual|experience|mechanisms|workflow-2|stock-clients|width|decisions)\.md\b/,
  /\b(?:security|engine|width) F\d/,
];

const textual = /\.(tsx?|mjs|sql|md|css|html)$/;
/** Landed migrations are never edited, not even their comments. */
const fixed = /^apps\/api\/migrations\/00[0-8]\d_|^apps\/api\/migrations\/009[01]_/;
/** Files that contain the refused texts themselves: this check and its test. */
const own = /^scripts\/boundaries\/(citations|check\.test)\.ts$/;

/**
 * Finds cited numbers without a target: a heading that does not exist, or a page outside the
 * repository.
 */
export function checkCitations(files: readonly SourceFile[]): Fault[] {
  const known = kinds.map((kind) => ({ ...kind, set: kind.targets(files) }));
  return files
    .filter(({ path }) => textual.test(path) && !fixed.test(path) && !own.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((content, index) => {
        const fault = (message: string): Fault => ({ path, line: index + 1, message });
        return [
          ...known.flatMap(({ pattern, set, page }) =>
            [...content.matchAll(pattern)]
              .flatMap(([, numbers = '']) => numbers.split(/, | and /))
              .filter((number) => !set.has(number))
              .map((number) => fault(`${page} has no ${number}`)),
          ),
          ...absent.flatMap((pattern) => {
            const found = pattern.exec(content)?.[0];
            return found ? [fault(`"${found}" is not in this repository`)] : [];
          }),
        ];
      }),
    );
}
