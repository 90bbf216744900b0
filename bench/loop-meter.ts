import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server before its program: reports on `METER_PORT` the maximum milliseconds of
 * processor time for which the main thread ran without a turn of the event loop, and resets. Unlike
 * a waiting time, the result does not depend on other load of the machine.
 */
const measure = (port: number): void => {
  let last = process.threadCpuUsage();
  let longest = 0;
  setInterval(() => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1000);
    last = now;
  }, 1).unref();
  createServer((_request, answer) => {
    answer.end(String(longest));
    longest = 0;
  })
    .listen(port, '127.0.0.1')
    .unref();
};

// Threads of the server load this module as well, without effect.
if (isMainThread) measure(Number(process.env.METER_PORT));
