import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { root } from './steps.ts';

/** Results of one test file for the summary of `npm test`. */
interface FileReport {
  readonly file: string;
  readonly seconds: number;
  /** Titles of tests that failed at first and passed in a later try. */
  readonly retried: readonly string[];
  /**
   * Lines that name the failed tests, or why the file did not run, each with the first words of its
   * message.
   */
  readonly failed: readonly string[];
}

/** Folder of the reports of one `npm test`. */
const folder = join(root, 'node_modules', '.cache', 'test-times');

/** Deletes the reports of an earlier run. */
export const clearReports = (): void => rmSync(folder, { recursive: true, force: true });

/** Returns the first line of the first error, shortened for a summary. */
const firstWords = (errors: readonly { readonly message?: string }[]): string =>
  (errors[0]?.message ?? 'no message').split('\n', 1)[0]?.slice(0, 200) ?? '';

const failedTest = (test: TestCase): readonly string[] => {
  const { state, errors } = test.result();
  return state === 'failed' ? [`${test.fullName}: ${firstWords(errors)}`] : [];
};

/**
 * Vitest reporter that records for each test file its duration (imports and set-up included), the
 * failed tests and those that needed another try. `scripts/test.ts` prints the records of all
 * projects at the end.
 */
export default class FilesReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { readonly message?: string }[],
  ): void {
    const reports = modules.map((module): FileReport => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      return {
        file: relative(root, module.moduleId).replaceAll('\\', '/'),
        seconds: (collectDuration + setupDuration + duration) / 1000,
        retried: [...module.children.allTests()]
          .filter((test) => test.diagnostic()?.flaky)
          .map((test) => test.fullName),
        failed: [
          ...module.errors().map((error) => firstWords([error])),
          ...[...module.children.allSuites()].flatMap((suite) =>
            suite.errors().map((error) => `${suite.fullName}: ${firstWords([error])}`),
          ),
          ...[...module.children.allTests()].flatMap(failedTest),
        ],
      };
    });
    if (unhandled.length > 0)
      reports.push({
        file: 'outside of a test',
        seconds: 0,
        retried: [],
        failed: unhandled.map((error) => firstWords([error])),
      });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(reports));
  }
}

/** Returns the reports of the runs since `clearReports`. */
export const readReports = (): readonly FileReport[] =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly FileReport[],
  );

/**
 * Returns the slowest files.
 * @returns lines such as ` 12.3 s  laws/rows.test.ts`, the slowest first
 */
export const slowest = (reports: readonly FileReport[], count: number): readonly string[] =>
  reports
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);

/**
 * Returns the tests that passed only in a later try.
 * @returns a heading and a line for each; empty without such tests
 */
export const secondTries = (reports: readonly FileReport[]): readonly string[] => {
  const lines = reports.flatMap(({ file, retried }) =>
    retried.map((title) => `  ${file}: ${title}`),
  );
  return lines.length > 0 ? [`${lines.length} passed only in a second try:`, ...lines] : [];
};

/**
 * Returns the failed tests.
 * @returns a heading and a line for each; empty without failures
 */
export const failures = (reports: readonly FileReport[]): readonly string[] => {
  const lines = reports.flatMap(({ file, failed }) => failed.map((line) => `  ${file}: ${line}`));
  return lines.length > 0 ? ['failed tests:', ...lines] : [];
};

/** Titles of the tests that passed only in a second try, of one run of `npm test`. */
export type Retried = readonly string[];

/** Number of latest runs that are examined. */
const examinedRuns = 3;

/** Prepends the newest run to the earlier ones, limited to the examined number. */
export const withRun = (retried: Retried, earlier: readonly Retried[]): readonly Retried[] =>
  [retried, ...earlier].slice(0, examinedRuns);

/** Returns the tests that needed a second try in the newest run and in one of the two before. */
export const unsteady = ([newest = [], ...earlier]: readonly Retried[]): Retried =>
  newest.filter((title) => earlier.some((run) => run.includes(title)));
