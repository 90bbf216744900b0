import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EngineJob } from '../engine.ts';
import { checkProcesses, findOrphanTasks, sweepImports } from '../server/maintenance.ts';
import { testDatabase } from '../testing/database.ts';
import { furnish, startEngine } from '../testing/sample.ts';
import { createJobs } from './jobs.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
const log = pino({ level: 'silent' });
const jobs = createJobs({ ownerUrl: database.ownerUrl, log, every: 0.5 });
beforeAll(() => furnish(database, engine));
afterAll(async () => {
  await jobs.stop();
  await engine.database.close();
  await database.drop();
});

test('queued work is done, failed work again, and equal waiting work once', async () => {
  const done: number[] = [];
  let failures = 0;
  const add: EngineJob<{ n: number }> = {
    name: 'add',
    run: async ({ n }) => {
      if (n === 2 && failures === 0) {
        failures += 1;
        throw new Error('once');
      }
      done.push(n);
    },
  };
  // Sent before anybody works: it waits.
  await jobs.send(add, { n: 1 });
  await jobs.send(add, { n: 2 });
  await jobs.send(add, { n: 3 }, { key: 'same' });
  await jobs.send(add, { n: 4 }, { key: 'same' });
  await jobs.start(engine, [add] as readonly EngineJob<never>[]);
  await vi.waitFor(() => expect(done.toSorted()).toEqual([1, 2, 3]), { timeout: 60_000 });
  expect(failures).toBe(1);
});

test('of two processes that serve one installation, one does each piece of work', async () => {
  const done: string[] = [];
  const busy = new Set<string>();
  const bothBusy = Promise.withResolvers<void>();
  const runners = ['here', 'there'].map((place) => {
    const runner = createJobs({ ownerUrl: database.ownerUrl, log, every: 0.5 });
    const count: EngineJob<{ n: number }> = {
      name: 'count',
      run: async ({ n }) => {
        // Neither may finish the queue before the other has begun.
        if (busy.add(place).size === 2) bothBusy.resolve();
        await bothBusy.promise;
        done.push(`${n} ${place}`);
      },
    };
    return { runner, count };
  });
  const [first] = runners;
  const numbers = Array.from({ length: 12 }, (_, n) => n);
  for (const n of numbers) await first?.runner.send(first.count, { n });
  await Promise.all(
    runners.map(({ runner, count }) =>
      runner.start(engine, [count] as readonly EngineJob<never>[]),
    ),
  );
  const doneNumbers = () => done.map((line) => Number.parseInt(line, 10)).toSorted((a, b) => a - b);
  await vi.waitFor(() => expect(doneNumbers()).toEqual(numbers), { timeout: 60_000 });
  await Promise.all(runners.map(({ runner }) => runner.stop()));
  expect(doneNumbers()).toEqual(numbers);
  expect(new Set(done.map((line) => line.split(' ')[1]))).toEqual(new Set(['here', 'there']));
});

test('work of a process that was killed is taken up when it shows no sign of life', async () => {
  const done: number[] = [];
  const runner = createJobs({ ownerUrl: database.ownerUrl, log, every: 0.5 });
  const long: EngineJob<{ n: number }> = {
    name: 'long',
    run: async ({ n }) => {
      done.push(n);
    },
  };
  await runner.send(long, { n: 1 });
  // As a process leaves it that took the work up and died two minutes ago.
  const taken = await database.query(
    `update jobs.job set state = 'active', started_on = now() - interval '3 minutes',
            heartbeat_on = now() - interval '2 minutes'
      where name = 'long' returning heartbeat_seconds`,
  );
  expect(taken).toEqual([{ heartbeat_seconds: 60 }]);
  const watch = new PgBoss({ connectionString: database.ownerUrl, schema: 'jobs' });
  watch.on('error', () => undefined);
  await watch.start();
  await watch.supervise('long');
  await runner.start(engine, [long] as readonly EngineJob<never>[]);
  await vi.waitFor(() => expect(done).toEqual([1]), { timeout: 60_000 });
  await watch.stop({ graceful: false });
  await runner.stop();
});

test('the nightly work runs on an empty and on a furnished installation', async () => {
  await sweepImports.run({}, engine);
  await findOrphanTasks.run({}, engine);
  await checkProcesses.run({}, engine);
});

test('work that gave up for good is counted, and only from the asked moment on', async () => {
  const idle: EngineJob<object> = { name: 'idle', run: async () => undefined };
  await jobs.send(idle, {});
  await jobs.send(idle, {});
  expect(await jobs.failedSince(new Date(0))).toBe(0);
  // As after its last try; five of them take minutes.
  await database.query(
    `update jobs.job set state = 'failed', completed_on = now() where name = 'idle'`,
  );
  expect(await jobs.failedSince(new Date(Date.now() - 60_000))).toBe(2);
  expect(await jobs.failedSince(new Date(Date.now() + 60_000))).toBe(0);
});
