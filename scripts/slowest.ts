import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from './steps.ts';

/** How long a test file took. */
interface Timed {
  readonly file: string;
  readonly seconds: number;
}

/** Where the runs of one `npm test` leave their times for its last line. */
const folder = join(root, 'node_modules', '.cache', 'test-times');

/** Forgets the times of an earlier run. */
export const clearTimes = (): void => rmSync(folder, { recursive: true, force: true });

/**
 * A reporter of vitest: writes down how long each test file took, its imports and set-up included.
 * `scripts/test.ts` prints the slowest of all projects at the end.
 */
export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map((module): Timed => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      return {
        file: relative(root, module.moduleId).replaceAll('\\', '/'),
        seconds: (collectDuration + setupDuration + duration) / 1000,
      };
    });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(times));
  }
}

/** The slowest test files of the runs since `clearTimes`, one a line. */
export const slowestFiles = (count: number): readonly string[] =>
  slowest(
    readdirSync(folder).flatMap(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly Timed[],
    ),
    count,
  );

/** @returns lines such as ` 12.3 s  laws/rows.test.ts`, the slowest first */
export const slowest = (times: readonly Timed[], count: number): readonly string[] =>
  times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
