import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { send } from './load.ts';

/** Order of the parent: begin, or stop and report the times of the answers so far. */
export type ProbeOrder = 'begin' | 'end';

/** Milliseconds between two questions, whatever became of the ones before. */
const every = 10;

/**
 * Asks one trivial call at a fixed rhythm, on a thread of its own so that the work of the benchmark
 * itself does not delay it. It does not wait for an answer before it asks again: a server that stops
 * for a second is counted a hundred times, as it would be by a hundred people.
 */
const { port, path } = workerData as { port: number; path: string };
const agent = new Agent({ keepAlive: true, maxSockets: 100 });
let times: number[] = [];
let running: NodeJS.Timeout | undefined;
let underWay: Promise<void>[] = [];

const ask = async (): Promise<void> => {
  const began = performance.now();
  await send(port, { method: 'GET', path }, agent);
  times.push(performance.now() - began);
};

parentPort?.on('message', async (order: ProbeOrder) => {
  if (order === 'begin') {
    times = [];
    underWay = [];
    running = setInterval(() => underWay.push(ask()), every);
    return;
  }
  clearInterval(running);
  await Promise.all(underWay);
  parentPort?.postMessage(times);
});
