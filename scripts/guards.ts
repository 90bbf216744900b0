import type { Step } from './steps.ts';

/** What must hold before any test is worth running. */
export const guards: readonly Step[] = [
  { title: 'Lint and format', run: ['biome', 'check', '--error-on-warnings'] },
  { title: 'Boundaries', run: ['scripts/check-boundaries.ts'] },
  { title: 'Types', run: ['tsc', '--build'] },
];
