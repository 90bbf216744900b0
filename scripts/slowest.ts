import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { root } from './steps.ts';

/** Data that one test file leaves for the last lines of `npm test`. */
interface FileReport {
  readonly file: string;
  readonly seconds: number;
  /** Titles of tests that failed and passed in a later try. */
  readonly retried: readonly string[];
  /** Lines that name the tests that failed, or why the file did not run, each with its first words. */
  readonly failed: readonly string[];
}

/** Where the runs of one `npm test` leave their reports. */
const folder = join(root, 'node_modules', '.cache', 'test-times');

/** Forgets the reports of an earlier run. */
export const clearReports = (): void => rmSync(folder, { recursive: true, force: true });

/** The first line of the first error, short enough for a summary. */
const firstWords = (errors: readonly { readonly message?: string }[]): string =>
  (errors[0]?.message ?? 'no message').split('\n', 1)[0]?.slice(0, 200) ?? '';

const failedTest = (test: TestCase): readonly string[] => {
  const { state, errors } = test.result();
  return state === 'failed' ? [`${test.fullName}: ${firstWords(errors)}`] : [];
};

/**
 * A reporter of vitest: writes down how long each test file took, its imports and set-up included, which
 * tests failed and which needed another try. `scripts/test.ts` prints all of it for all projects at the end.
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

/** The reports of the runs since `clearReports`. */
export const readReports = (): readonly FileReport[] =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly FileReport[],
  );

/** @returns lines such as ` 12.3 s  laws/rows.test.ts`, the slowest first */
export const slowest = (reports: readonly FileReport[], count: number): readonly string[] =>
  reports
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);

/** @returns a line for each test that passed only in a later try, with a heading; none without such */
export const secondTries = (reports: readonly FileReport[]): readonly string[] => {
  const lines = reports.flatMap(({ file, retried }) =>
    retried.map((title) => `  ${file}: ${title}`),
  );
  return lines.length > 0 ? [`${lines.length} passed only in a second try:`, ...lines] : [];
};

/** @returns a line for each test that failed, with a heading; none without such */
export const failures = (reports: readonly FileReport[]): readonly string[] => {
  const lines = reports.flatMap(({ file, failed }) => failed.map((line) => `  ${file}: ${line}`));
  return lines.length > 0 ? ['failed tests:', ...lines] : [];
};

/** Titles of the tests that passed only in a second try, of one run of `npm test`. */
export type Retried = readonly string[];

/** Runs that are looked at: the newest and those before it. */
const looked = 3;

/** The newest run in front of those before it, as many as are looked at. */
export const withRun = (retried: Retried, earlier: readonly Retried[]): readonly Retried[] =>
  [retried, ...earlier].slice(0, looked);

/** Tests that needed a second try in the newest run and in one of the two before it. */
export const unsteady = ([newest = [], ...earlier]: readonly Retried[]): Retried =>
  newest.filter((title) => earlier.some((run) => run.includes(title)));
