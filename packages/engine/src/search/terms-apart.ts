import type { WorkerPool } from '../workers/pool.ts';
import { defineTask } from '../workers/task.ts';
import type { MakeTerms } from './fill.ts';

const makeTerms = defineTask<typeof import('./terms-task.ts'), 'make'>({
  what: ['检索词', 'The terms of a search'],
  module: new URL('./terms-task.ts', import.meta.url),
  run: 'make',
  bounds: {
    inputBytes: 64 * 1024 ** 2,
    outputBytes: 64 * 1024 ** 2,
    milliseconds: 120_000,
    megabytes: 512,
  },
});

/** Makes terms in a worker: of very many records they take as long as everything else that is done for them. */
export const termsApart =
  (workers: Pick<WorkerPool, 'run'>): MakeTerms =>
  (records) =>
    workers.run(makeTerms, records);
