import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from './steps.ts';

/** Data that one test file leaves for the last lines of `npm test`. */
interface FileReport {
  readonly file: string;
  readonly seconds: number;
  /** Titles of tests that failed and passed in a later try. */
  readonly retried: readonly string[];
}

/** Where the runs of one `npm test` leave their reports. */
const folder = join(root, 'node_modules', '.cache', 'test-times');

/** Forgets the reports of an earlier run. */
export const clearReports = (): void => rmSync(folder, { recursive: true, force: true });

/**
 * A reporter of vitest: writes down how long each test file took, its imports and set-up included, and
 * which tests needed another try. `scripts/test.ts` prints both for all projects at the end.
 */
export default class FilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const reports = modules.map((module): FileReport => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      return {
        file: relative(root, module.moduleId).replaceAll('\\', '/'),
        seconds: (collectDuration + setupDuration + duration) / 1000,
        retried: [...module.children.allTests()]
          .filter((test) => test.diagnostic()?.flaky)
          .map((test) => test.fullName),
      };
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
