import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server before its own program: tells on `METER_PORT` for how many milliseconds of
 * processor time its main thread was busy at most without letting a timer run, and begins anew. Unlike
 * a wait it does not grow with what else the machine has to do.
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

// Threads of the server load it as well.
if (isMainThread) measure(Number(process.env.METER_PORT));
