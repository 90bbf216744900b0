import type { Fault, SourceFile } from './types.ts';

/** Pattern of a path in a page, optionally with a symbol after a colon. */
const pointer =
  /`((?:packages|apps|laws|e2e|bench|scripts|docs)\/[\w./-]*[\w/])(?::([A-Za-z_$][\w$]*))?`/g;

/** Pattern of a test in a page: the path of its file, then its title in quotes. */
const namedTest = /`([\w./-]+\.test\.tsx?)` “([^”]+)”/g;

/** Pages about the past, whose paths were correct when written. */
const dated = /^(CHANGELOG\.md|docs\/decisions\/)/;

/**
 * Finds paths, symbols and tests in pages that do not exist:
 * `packages/kernel/src/definition/resource.ts:defineResource`.
 */
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

/** True if the text declares the symbol as a function, value, class, type or member. */
const declares = (text: string, symbol: string): boolean =>
  new RegExp(
    String.raw`\b(?:function|const|let|class|interface|type)\s+${symbol}\b|^\s*(?:readonly |async |static )*${symbol}\??\s*[:(<]`,
    'm',
  ).test(text);
