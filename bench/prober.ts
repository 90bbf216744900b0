import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { send } from './load.ts';

/** Order of the parent thread: begin, or stop and report the response times. */
export type ProbeOrder = 'begin' | 'end';

/** Milliseconds between two requests, independent of responses. */
const probeInterval = 10;

/**
 * Sends a trivial call at a fixed rhythm, on a separate thread, so that the benchmark's own work
 * does not delay it. Does not wait for responses: a server that stops for a second is measured a
 * hundred times, as a hundred people would experience it.
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
    running = setInterval(() => underWay.push(ask()), probeInterval);
    return;
  }
  clearInterval(running);
  await Promise.all(underWay);
  parentPort?.postMessage(times);
});
