import type { WorkerPool } from '../workers/pool.ts';
import { defineTask } from '../workers/task.ts';
import type { MakeVectors } from './fill.ts';

const makeVectors = defineTask<typeof import('./vectors-task.ts'), 'makeVectors'>({
  what: ['检索词', 'The terms of a search'],
  module: new URL('./vectors-task.ts', import.meta.url),
  run: 'makeVectors',
  bounds: {
    inputBytes: 64 * 1024 ** 2,
    outputBytes: 64 * 1024 ** 2,
    milliseconds: 120_000,
    megabytes: 512,
  },
});

/**
 * Returns a function that makes vectors in a worker process: for very many records that takes as long as the rest of
 * filling.
 */
export const vectorsByWorker =
  (workers: Pick<WorkerPool, 'run'>): MakeVectors =>
  (code, sources) =>
    workers.run(makeVectors, { code, sources });
