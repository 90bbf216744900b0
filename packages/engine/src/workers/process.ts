import { writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { errorReply, type WorkerOrder, type WorkerReply, workerLoaded } from './task.ts';

// Program of a worker process: see `pool.ts`. It runs one task at a time.

const maxResidentBytes = Number(process.argv[2]);

/**
 * Thread that ends the process if it uses too much memory (the limit of V8 does not count buffers) or if the server has
 * ended, even while a task runs in an endless loop.
 */
const watch = new Worker(
  `const parent = ${process.ppid};
   setInterval(() => {
     if (process.ppid !== parent || process.memoryUsage.rss() > ${maxResidentBytes}) {
       process.kill(process.pid, 'SIGKILL');
     }
   }, 100);`,
  { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 } },
);
watch.unref();

// If the machine runs out of memory, the kernel shall end this process before the database.
if (process.platform === 'linux') {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // A container may forbid it; then the kernel decides as for other processes.
  }
}

// A terminal sends Ctrl-C to every process; the server decides when its worker processes end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

const runOrder = async (order: WorkerOrder): Promise<WorkerReply> => {
  try {
    const module = (await import(order.module)) as RowLike;
    process.send?.(workerLoaded);
    const run = module[order.run] as (input: unknown) => unknown;
    const output = serialize(await run(deserialize(order.input)));
    return output.length > order.outputBytes ? { kind: 'overlong' } : { kind: 'result', output };
  } catch (error) {
    return errorReply(error);
  }
};

process.on('message', async (order: WorkerOrder) => process.send?.(await runOrder(order)));
