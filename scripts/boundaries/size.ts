import type { Parsed } from './parse.ts';
import type { Fault, SourceFile } from './types.ts';

/** Maximum number of files directly in one folder. */
const maxFilesPerFolder = 60;
/** Maximum number of lines of a source file; tests may be longer. */
const maxFileLines = 400;
/** Maximum number of lines of a function without a reason in its docstring. */
const maxFunctionLines = 80;
/** Pattern of the reason in a docstring: "Long because …". */
const reason = /Long because/;

const sources = /^(packages|apps|laws|e2e|bench|scripts)\/.*\.(tsx?|mjs)$/;
const tests = /\.test\.tsx?$/;

/** Finds folders, files and functions that are too large. */
export function checkSizes(
  files: readonly SourceFile[],
  parsed: ReadonlyMap<string, Parsed>,
): Fault[] {
  return [
    ...checkFolders(files),
    ...files.filter(({ path }) => sources.test(path) && !tests.test(path)).flatMap(checkFile),
    ...[...parsed].flatMap(([path, source]) =>
      tests.test(path)
        ? []
        : source.functions
            .filter(({ lines, before }) => lines > maxFunctionLines && !reason.test(before))
            .map(({ name, line, lines }) => ({
              path,
              line,
              message: `${name} has ${lines} lines: split it, or say "Long because …" in its docstring`,
            })),
    ),
  ];
}

function checkFolders(files: readonly SourceFile[]): Fault[] {
  const folders = Map.groupBy(
    files.filter(({ path }) => sources.test(path)),
    ({ path }) => path.slice(0, path.lastIndexOf('/')),
  );
  return [...folders]
    .filter(([, inside]) => inside.length > maxFilesPerFolder)
    .map(([path, inside]) => ({
      path,
      line: 1,
      message: `${inside.length} files in one folder, at most ${maxFilesPerFolder}`,
    }));
}

function checkFile({ path, text }: SourceFile): Fault[] {
  const lines = text.split('\n').length - 1;
  return lines > maxFileLines
    ? [{ path, line: maxFileLines, message: `${lines} lines, at most ${maxFileLines}` }]
    : [];
}
