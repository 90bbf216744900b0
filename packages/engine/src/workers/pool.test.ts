import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { WorkerPool } from './pool.ts';
import {
  defineTask,
  PoolClosed,
  type TaskBounds,
  TaskFailed,
  type TaskFailureReason,
  TooManyWaiting,
} from './task.ts';
import { memoryBombs } from './testing/tasks.ts';

type Tasks = typeof import('./testing/tasks.ts');

const task = <K extends keyof Tasks>(run: K, bounds: Partial<TaskBounds> = {}) =>
  defineTask<Tasks, K>({
    what: ['清单', 'The list'],
    module: new URL('./testing/tasks.ts', import.meta.url),
    run,
    bounds: {
      inputBytes: 100_000,
      outputBytes: 100_000,
      milliseconds: 50_000,
      megabytes: 64,
      ...bounds,
    },
  });

const pools: WorkerPool[] = [];
const pool = (...given: ConstructorParameters<typeof WorkerPool>): WorkerPool => {
  const made = new WorkerPool(...given);
  pools.push(made);
  return made;
};
afterAll(() => Promise.all(pools.map((one) => one.close())));

const failure = (running: Promise<unknown>): Promise<unknown> =>
  running.then(
    () => 'done',
    (error) => error,
  );

const expectFailed = async (
  running: Promise<unknown>,
  reason: TaskFailureReason,
): Promise<void> => {
  const error = await failure(running);
  expect(error).toBeInstanceOf(TaskFailed);
  expect((error as TaskFailed).reason).toBe(reason);
  expect((error as TaskFailed).label[0]).toMatch(/^清单/);
};

describe('a task that goes beyond its bounds costs its own answer', () => {
  const workers = pool({ processes: 2 });

  it('an endless loop ends with its time', async () => {
    const neighbour = workers.run(task('processId'), 600, { person: 'b' });
    await expectFailed(
      workers.run(task('loopForever', { milliseconds: 300 }), null, { person: 'a' }),
      'time',
    );
    expect(await neighbour).toBeGreaterThan(0);
  });

  it('the loading of its module takes nothing of its time', async () => {
    const slow = defineTask<typeof import('./testing/slow-module.ts'), 'answer'>({
      ...task('double'),
      module: new URL('./testing/slow-module.ts', import.meta.url),
      run: 'answer',
      bounds: { ...task('double').bounds, milliseconds: 900 },
    });
    expect(await workers.run(slow, null)).toBe('loaded');
  });

  it.each(Object.keys(memoryBombs))(
    '%s that fill the memory end their own process',
    async (way) => {
      const neighbour = workers.run(task('processId'), 500, { person: 'b' });
      await expectFailed(workers.run(task('fillMemory'), way, { person: 'a' }), 'memory');
      expect(await neighbour).toBeGreaterThan(0);
    },
  );

  it('an end of the process is a crash, and the next task gets another process', async () => {
    const first = await workers.run(task('processId'), 0);
    await expectFailed(workers.run(task('exit'), 0), 'crash');
    await expectFailed(workers.run(task('exit'), 7), 'crash');
    expect(await workers.run(task('processId'), 0)).not.toBe(first);
  });

  it('input and output have their bounds', async () => {
    await expectFailed(
      workers.run(task('fillMemory', { inputBytes: 100 }), 'x'.repeat(100)),
      'input',
    );
    const small = task('text', { outputBytes: 100 });
    expect(await workers.run(small, 80)).toBe('x'.repeat(80));
    await expectFailed(workers.run(small, 100), 'output');
  });

  it('what it refuses on purpose is told as it is, anything else it throws is a crash', async () => {
    const refused = await failure(workers.run(task('refuse'), null));
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({
      label: ['不行', 'No'],
      lists: { reasons: [{ id: 'u', name: '审核', text: ['太长', 'Too long'] }] },
    });
    const invalid = await failure(workers.run(task('judge'), 'authors.0'));
    expect(invalid).toBeInstanceOf(Invalid);
    expect(invalid).toMatchObject({ faults: [{ path: 'authors.0' }] });
    await expectFailed(workers.run(task('fail'), null), 'crash');
  });
});

it('a warm process is used again, and an idle one ends', async () => {
  const workers = pool({ idle: 200 });
  const first = await workers.run(task('processId'), 0);
  expect(await workers.run(task('processId'), 0)).toBe(first);
  await expect
    .poll(() => {
      try {
        return process.kill(first, 0);
      } catch {
        return 'gone';
      }
    })
    .toBe('gone');
  expect(await workers.run(task('double'), 21)).toBe(42);
});

describe('turns', () => {
  it('whoever sends much makes nobody else wait behind all of it', async () => {
    const workers = pool({ processes: 1 });
    const order: string[] = [];
    const run = (person: string, name: string) =>
      workers.run(task('double'), 1, { person }).then(() => order.push(name));
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((name) => run('a', name)),
      ...['b1', 'b2'].map((name) => run('b', name)),
      run('c', 'c1'),
    ]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('one person does not fill all processes', async () => {
    const workers = pool({ processes: 2 });
    const folder = mkdtempSync(join(tmpdir(), 'keyan-pool-'));
    const gate = join(folder, 'open');
    const ended: string[] = [];
    const first = workers.run(task('runUntilFile'), gate, { person: 'a' });
    const second = workers
      .run(task('processId'), 0, { person: 'a' })
      .then(() => ended.push('second of a'));
    await workers.run(task('processId'), 0, { person: 'b' }).then(() => ended.push('first of b'));
    await workers.run(task('processId'), 0, { person: 'b' }).then(() => ended.push('second of b'));
    writeFileSync(gate, '');
    await Promise.all([first, second]);
    rmSync(folder, { recursive: true });
    expect(ended).toEqual(['first of b', 'second of b', 'second of a']);
  });

  it('a person may have a number of tasks waiting, and no more', async () => {
    const workers = pool({ processes: 1, mostWaiting: 2 });
    const run = (person: string) => workers.run(task('processId'), 50, { person });
    const accepted = [run('a'), run('a'), run('a')];
    expect(await failure(run('a'))).toBeInstanceOf(TooManyWaiting);
    accepted.push(run('b'));
    expect(await Promise.all(accepted)).toHaveLength(4);
    expect(await run('a')).toBeGreaterThan(0);
  });
});

it('whoever goes away takes the task with them, waiting or running', async () => {
  const workers = pool({ processes: 1 });
  const leaving = new AbortController();
  const running = failure(workers.run(task('loopForever'), null, { signal: leaving.signal }));
  const waiting = failure(workers.run(task('double'), 1, { signal: leaving.signal }));
  leaving.abort('gone');
  expect([await running, await waiting]).toEqual(['gone', 'gone']);
  expect(await workers.run(task('double'), 1)).toBe(2);
});

it('closed, it ends what runs, refuses what waits, and takes nothing more', async () => {
  const workers = pool({ processes: 1 });
  const tasks = [1, 2].map(() => failure(workers.run(task('loopForever'), null)));
  await workers.close();
  for (const ended of await Promise.all(tasks)) expect(ended).toBeInstanceOf(PoolClosed);
  expect(await failure(workers.run(task('double'), 1))).toBeInstanceOf(PoolClosed);
});

it('a worker knows nothing secret', async () => {
  process.env.TOKEN_SECRET = 'secret';
  const environment = await pool().run(task('environment'), null);
  delete process.env.TOKEN_SECRET;
  expect(Object.values(environment)).not.toContain('secret');
});

it('a process that cannot be started costs its own task', async () => {
  const workers = pool();
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  const failed = failure(workers.run(task('double'), 1));
  process.execPath = execPath;
  expect(await failed).toMatchObject({ reason: 'crash' });
  expect(await workers.run(task('double'), 1)).toBe(2);
});
