import type { Kind } from '@keyan/kernel/definition/process.ts';
import { plannedContracts } from './contracts.ts';
import { plannedFunds } from './funds.ts';

/**
 * The kinds of approval whose records are not built yet, with their default routes. A definition that
 * has the process of a kind takes its place, and its entry here goes (laws/routes.test.ts).
 */
export const plannedKinds: readonly Kind[] = [...plannedFunds, ...plannedContracts];
