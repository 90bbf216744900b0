import type { Step } from './steps.ts';

/** Steps that must pass before any test is run. */
export const guards: readonly Step[] = [
  { title: 'Lint and format', run: ['biome', 'check', '--error-on-warnings'] },
  { title: 'Boundaries', run: ['scripts/check-boundaries.ts'] },
  { title: 'Types', run: ['tsc', '--build'] },
];
