import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './steps.ts';

/**
 * Test files to start first, so that no core is idle at the end. The first one writes the demo that
 * others copy; the slowest files, as printed by `npm test`, follow. The second file with the demo
 * comes after two minutes of files without, since it would wait idle for the first.
 */
export const first: readonly string[] = [
  'apps/api/src/demo.db.test.ts',
  'laws/bad-values.test.ts',
  'apps/api/src/main.db.test.ts',
  'packages/engine/src/store/homes/homes.db.test.ts',
  'laws/secrecy.test.ts',
  'apps/api/src/tenant-sources.db.test.ts',
  'packages/engine/src/workflow/runtime/plays.db.test.ts',
  'laws/new-kind.test.ts',
  'laws/sheets.test.ts',
  'laws/access/tenants.test.ts',
  'laws/quality/duplicates.test.ts',
  'laws/scores/assessment.test.ts',
  'laws/money/funds.test.ts',
  'laws/claims.test.ts',
  'laws/projects/reviews.test.ts',
  'laws/projects/reviewed-kinds.test.ts',
  'laws/office.test.ts',
  'laws/office/annual-reports.test.ts',
  'laws/rows.test.ts',
  'apps/api/src/finance-exchange.db.test.ts',
  'apps/api/src/processes.db.test.ts',
  'laws/figures/figures.test.ts',
  'apps/api/src/family.db.test.ts',
  'apps/api/src/home.db.test.ts',
  'e2e/project-life.test.ts',
  'e2e/scored-year.test.ts',
  'e2e/approval.test.ts',
  'e2e/pages-frame.test.ts',
  'e2e/kinds.test.ts',
  'e2e/shell-home.test.ts',
  'e2e/shell-drafts.test.ts',
  'e2e/funds/money.test.ts',
  'e2e/shell-memory.test.ts',
  'e2e/office/warnings.test.ts',
];

/** Returns the position of a file in `first`; a constant for all others. */
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = first.indexOf(relative(root, moduleId).replaceAll('\\', '/'));
  return place < 0 ? first.length : place;
};

/** Sorts test files by `first`; other files remain in order: the largest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) =>
      a.project.name === b.project.name ? placeOf(a) - placeOf(b) : 0,
    );
  }
}
