import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './steps.ts';

/**
 * Files that take longest, as `npm test` prints them, and those that fill what others copy (the demo). They start
 * first: a core without files waits for the last one, and a second file waits for the demo.
 */
export const first: readonly string[] = [
  'apps/api/src/demo.db.test.ts',
  'apps/api/src/processes.db.test.ts',
  'laws/bad-values.test.ts',
  'apps/api/src/main.db.test.ts',
  'packages/engine/src/store/homes/homes.db.test.ts',
  'laws/figures/figures.test.ts',
  'laws/secrecy.test.ts',
  'apps/api/src/tenant-sources.db.test.ts',
  'e2e/scored-year.test.ts',
  'e2e/approval.test.ts',
  'e2e/project-life.test.ts',
  'e2e/pages-frame.test.ts',
  'e2e/funds/money.test.ts',
  'e2e/office/warnings.test.ts',
  'e2e/kinds.test.ts',
  'e2e/shell-memory.test.ts',
  'e2e/shell-drafts.test.ts',
];

/** The place of a file among those that start first; the same for all others. */
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = first.indexOf(relative(root, moduleId).replaceAll('\\', '/'));
  return place < 0 ? first.length : place;
};

/** Orders test files by `first`; the others keep their order: the largest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) =>
      a.project.name === b.project.name ? placeOf(a) - placeOf(b) : 0,
    );
  }
}
