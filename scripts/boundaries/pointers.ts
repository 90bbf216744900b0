import type { Fault, SourceFile } from './types.ts';

/** A path of the project in a page, with or without a symbol behind a colon. */
const pointer =
  /`((?:packages|apps|laws|e2e|bench|scripts|docs)\/[\w./-]*[\w/])(?::([A-Za-z_$][\w$]*))?`/g;

/** A test that a page names: the path of its file, and behind it its title in quotes. */
const namedTest = /`([\w./-]+\.test\.tsx?)` “([^”]+)”/g;

/** Pages that tell of the past: their paths were true when they were written. */
const dated = /^(CHANGELOG\.md|docs\/decisions\/)/;

/** Paths, symbols and tests in pages that do not exist: `packages/kernel/src/definition/resource.ts:defineResource`. */
export function checkPointers(files: readonly SourceFile[]): Fault[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const paths = [...texts.keys()];
  const exists = (path: string): boolean =>
    texts.has(path) || paths.some((one) => one.startsWith(`${path.replace(/\/$/, '')}/`));
  return files
    .filter(({ path }) => path.endsWith('.md') && !dated.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((content, index) => [
        ...[...content.matchAll(namedTest)].flatMap(([, file = '', title = '']) =>
          texts.get(file)?.includes(title) === false
            ? [{ path, line: index + 1, message: `${file} has no test “${title}”` }]
            : [],
        ),
        ...[...content.matchAll(pointer)].flatMap(([, target = '', symbol]) => {
          const fault = (message: string): Fault[] => [{ path, line: index + 1, message }];
          if (!exists(target)) return fault(`there is no ${target}`);
          if (symbol && !declares(texts.get(target) ?? '', symbol)) {
            return fault(`${target} declares no ${symbol}`);
          }
          return [];
        }),
      ]),
    );
}

/** As a function, value, class or type, or as a member of one. */
const declares = (text: string, symbol: string): boolean =>
  new RegExp(
    String.raw`\b(?:function|const|let|class|interface|type)\s+${symbol}\b|^\s*(?:readonly |async |static )*${symbol}\??\s*[:(<]`,
    'm',
  ).test(text);
