import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engine, EngineJob } from '../engine.ts';
import { checkProcesses, findOrphanTasksJob, removeOldImportsJob } from '../server/maintenance.ts';
import { testDatabase } from '../testing/database.ts';
import { furnishSamples, startEngine } from '../testing/sample.ts';
import { workOf } from '../testing/work.ts';
import { type JobWork, triesUntilRepaired } from './port.ts';
import { createJobs, type JobRunner } from './runner.ts';
import { claimRun } from './runs.ts';
import { dailyAt, everyMinute, previousScheduledTime } from './schedule.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
const tenant = '000001';
const log = pino({ level: 'silent' });
let now = new Date('2026-03-02T02:00:00Z');
const open: JobRunner[] = [];

/** A process that looks for work only when it is told to. */
const startProcess = (name: string, jobs: readonly EngineJob<never>[]): JobRunner => {
  const { database: store, ids } = engine;
  const runner = createJobs({
    database: store,
    ids,
    clock: () => now,
    log,
    every: 1e6,
    process: name,
  });
  runner.start<Engine>(engine, jobs);
  open.push(runner);
  return runner;
};

const pass = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};

interface RunRow {
  readonly outcome: string | null;
  readonly tries: number;
  readonly error: string | null;
  readonly process: string | null;
}
const runsOf = (job: string) =>
  database.query<RunRow>(
    'select outcome, tries, error, process from job_run where job = $1 order by id',
    [job],
  );

beforeAll(async () => {
  await furnishSamples(database, engine);
  await database.query('delete from tenant');
  await database.query(
    "insert into tenant (tenant_id, tenant_name, create_time) values ($1, '一校', $2)",
    [tenant, now],
  );
});
beforeEach(() => database.query('delete from job_run'));
afterAll(async () => {
  for (const runner of open) await runner.stop();
  await engine.database.close();
  await database.drop();
});

test('late, twice, on two processes: each time of a schedule is run once', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ minutes: fc.integer({ min: 0, max: 3000 }), who: fc.nat(2) }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (looks) => {
        round += 1;
        const at = dailyAt('00:05');
        const done: string[] = [];
        const nightly: EngineJob = {
          name: `nightly ${round}`,
          label: ['每夜', 'Nightly'],
          at,
          run: async () => {
            done.push(previousScheduledTime(at, now).toISOString());
            return { done: 1 };
          },
        };
        const processes = ['here', 'there'].map((name) =>
          startProcess(name, [nightly] as readonly EngineJob<never>[]),
        );
        await Promise.all(processes.map((one) => one.settle()));
        const expected = new Set([previousScheduledTime(at, now).toISOString()]);
        for (const { minutes, who } of looks) {
          pass(minutes);
          expected.add(previousScheduledTime(at, now).toISOString());
          await Promise.all(processes.filter((_, n) => who !== n).map((one) => one.settle()));
        }
        await Promise.all(processes.map((one) => one.stop()));
        expect(done).toEqual([...expected]);
      },
    ),
    { numRuns: 15 },
  );
});

test('a clock that jumps forward and back runs no time of a schedule twice, and goes on', async () => {
  const begun = now;
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -3000, max: 3000 }), { minLength: 2, maxLength: 8 }),
      async (jumps) => {
        round += 1;
        const at = dailyAt('00:05');
        const done: string[] = [];
        const nightly: EngineJob = {
          name: `jumping ${round}`,
          label: ['每夜', 'Nightly'],
          at,
          run: async () => {
            done.push(previousScheduledTime(at, now).toISOString());
            return { done: 1 };
          },
        };
        const process = startProcess('here', [nightly] as readonly EngineJob<never>[]);
        await process.settle();
        for (const minutes of jumps) {
          pass(minutes);
          await process.settle();
        }
        // Later than every moment that the clock has shown.
        now = new Date(begun.getTime() + (round + 10) * 30 * 86_400_000);
        await process.settle();
        await process.stop();
        expect(done).toEqual([...new Set(done)]);
        expect(done).toContain(previousScheduledTime(at, now).toISOString());
      },
    ),
    { numRuns: 10 },
  );
});

test('failed work is done again after a pause, and given up after five tries', async () => {
  let failures = 2;
  const shaky: EngineJob<{ n: number }> = {
    name: 'shaky',
    label: ['不稳', 'Shaky'],
    run: async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('not yet');
      return { done: 1 };
    },
  };
  const runner = startProcess('here', [shaky] as readonly EngineJob<never>[]);
  await runner.send(tenant, shaky, { n: 1 });
  await runner.settle();
  expect(await runsOf('shaky')).toEqual([
    { outcome: null, tries: 1, error: 'not yet', process: null },
  ]);
  // Not before its pause is over.
  await runner.settle();
  expect(await runsOf('shaky')).toMatchObject([{ tries: 1 }]);
  pass(1);
  await runner.settle();
  pass(2);
  await runner.settle();
  expect(await runsOf('shaky')).toMatchObject([{ outcome: 'done', tries: 3, error: null }]);

  failures = 100;
  await runner.send(tenant, shaky, { n: 2 });
  for (let minute = 0; minute < 40; minute += 1) {
    await runner.settle();
    pass(1);
  }
  expect((await runsOf('shaky'))[1]).toMatchObject({ outcome: 'failed', tries: 5 });
  await runner.stop();
});

test('work that is left is tried again, and says what is in its way', async () => {
  const seen: unknown[] = [];
  const partly: EngineJob = {
    name: 'partly',
    label: ['部分', 'Partly'],
    run: async ({ askedBy, attempt }) => {
      seen.push([askedBy, attempt]);
      return seen.length === 1 ? { done: 2, left: 1, error: 'one refused' } : { done: 1 };
    },
  };
  const runner = startProcess('here', [partly] as readonly EngineJob<never>[]);
  await runner.send(tenant, partly, {}, { by: '31' });
  await runner.settle();
  expect(await runsOf('partly')).toMatchObject([{ outcome: null, tries: 1, error: 'one refused' }]);
  pass(1);
  await runner.settle();
  expect(await runsOf('partly')).toMatchObject([{ outcome: 'done', tries: 2, error: null }]);
  // Numbers done add up over the tries; the number left is that of the last try.
  expect(await database.query(`select done, left_over as left from job_run`)).toEqual([
    { done: 3, left: 0 },
  ]);
  expect(seen).toEqual([
    ['31', { left: 0, isLast: false }],
    ['31', { left: 1, isLast: false }],
  ]);
  await runner.stop();
});

test('work is queued with the transaction, and equal open work once', async () => {
  const done: number[] = [];
  const add: EngineJob<{ n: number }> = {
    name: 'add',
    label: ['加', 'Add'],
    run: async ({ data }) => {
      done.push(data.n);
      return { done: 1 };
    },
  };
  const runner = startProcess('here', [add] as readonly EngineJob<never>[]);
  await runner.settle();
  await engine.database.transaction(tenant, async (tx) => {
    runner.queue(tx, add, { n: 1 }, { key: 'same' });
    runner.queue(tx, add, { n: 2 }, { key: 'same' });
    runner.queue(tx, add, { n: 3 });
  });
  const undone = engine.database.transaction(tenant, async (tx) => {
    runner.queue(tx, add, { n: 4 });
    await tx.query('select 1');
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  await runner.settle();
  expect(done).toEqual([2, 3]);
  await runner.send(tenant, add, { n: 5 }, { key: 'same' });
  await runner.settle();
  expect(done).toEqual([2, 3, 5]);
  await runner.stop();
});

describe('work that is asked for again', () => {
  const seen: number[] = [];
  let written = 0;
  let afterItsLook = async (): Promise<unknown> => undefined;
  const follow: EngineJob<{ n: number }> = {
    name: 'follow',
    label: ['跟随', 'Follow'],
    run: async () => {
      seen.push(written);
      await afterItsLook();
      return { done: 1 };
    },
  };
  const jobs = [follow] as readonly EngineJob<never>[];
  beforeEach(() => {
    seen.length = 0;
    written = 0;
    afterItsLook = async () => undefined;
  });

  test('behind the last look of a run is done once it has ended', async () => {
    const [here, there] = ['here', 'there'].map((name) => startProcess(name, jobs));
    await here?.settle();
    afterItsLook = async () => {
      if (seen.length > 1) return;
      written = 1;
      for (const n of [2, 3]) await here?.send(tenant, follow, { n }, { key: 'same' });
      // Another process leaves it, too, while the first works.
      await there?.settle();
      expect(seen).toEqual([0]);
    };
    await here?.send(tenant, follow, { n: 1 }, { key: 'same' });
    await here?.settle();
    expect(seen).toEqual([0, 1]);
    expect(await runsOf('follow')).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }]);
    await Promise.all([here?.stop(), there?.stop()]);
  });

  test('while it waits for its next try is done now, as it was asked for last', async () => {
    const tried: unknown[] = [];
    const stuck: EngineJob<{ n: number }> = {
      name: 'stuck',
      label: ['卡住', 'Stuck'],
      tries: triesUntilRepaired,
      run: async ({ data, askedBy, attempt }) => {
        tried.push([data.n, askedBy, attempt]);
        return { done: 0, left: 4, error: '4 refused' };
      },
    };
    const runner = startProcess('here', [stuck] as readonly EngineJob<never>[]);
    const ask = (n: number, by?: string) =>
      runner.send(tenant, stuck, { n }, { key: 'same', ...(by ? { by } : {}) });
    await ask(1, '31');
    await runner.settle();
    // Its pause has grown to an hour.
    await database.query('update job_run set tries = 20, due_at = $1', [now]);
    await runner.settle();
    pass(59);
    await runner.settle();
    expect(tried).toHaveLength(2);
    await ask(2, '32');
    await runner.settle();
    await ask(3);
    await runner.settle();
    const first = { left: 0, isLast: false };
    expect(tried).toEqual([
      [1, '31', first],
      [1, '31', { left: 4, isLast: false }],
      [2, '32', first],
      [3, '32', first],
    ]);
    expect(await runsOf('stuck')).toMatchObject([{ outcome: null, tries: 1, process: null }]);
    await runner.stop();
  });

  test('while it fails is its next try, without a pause', async () => {
    const tried: number[] = [];
    const failing: EngineJob<{ n: number }> = {
      name: 'failing',
      label: ['失败', 'Failing'],
      run: async ({ data }) => {
        tried.push(data.n);
        if (tried.length > 1) return { done: 1 };
        await runner.send(tenant, failing, { n: 2 }, { key: 'same' });
        throw new Error('not yet');
      },
    };
    const runner = startProcess('here', [failing] as readonly EngineJob<never>[]);
    await runner.send(tenant, failing, { n: 1 }, { key: 'same' });
    await runner.settle();
    expect(tried).toEqual([1, 2]);
    expect(await runsOf('failing')).toMatchObject([
      { outcome: 'failed', tries: 1 },
      { outcome: 'done', tries: 1 },
    ]);
    await runner.stop();
  });

  test('is never worked on twice at a time, whoever takes it', async () => {
    const runner = createJobs({ ...engine, clock: () => now, log });
    await runner.send(tenant, follow, { n: 1 }, { key: 'same' });
    await database.query(`update job_run set started_at = $1, process = null`, [now]);
    await database.query(
      `insert into job_run (tenant_id, id, job, key, most_tries, create_time, due_at)
        select tenant_id, id + 1, job, key, most_tries, create_time, due_at from job_run`,
    );
    const take = (process: string) =>
      claimRun(engine.database, tenant, [follow.name], process, now);
    const taken = await Promise.all(['a', 'b', 'c'].map(take));
    expect(taken.filter((run) => run !== null)).toHaveLength(1);
    expect(await take('d')).toBeNull();
  });

  test('while it waits is not taken before what asked has committed', async () => {
    const runner = createJobs({
      database: engine.database,
      ids: engine.ids,
      clock: () => now,
      log,
    });
    await runner.send(tenant, follow, { n: 1 }, { key: 'same' });
    await engine.database.transaction(tenant, async (tx) => {
      runner.queue(tx, follow, { n: 2 }, { key: 'same' });
      await tx.query('select 1');
      const other = startProcess('other', jobs);
      await other.settle();
      expect(seen).toEqual([]);
      await other.stop();
      written = 1;
    });
    const other = startProcess('other', jobs);
    await other.settle();
    expect(seen).toEqual([1]);
    await other.stop();
  });
});

test('a tenant whose database fails keeps no other from its work', async () => {
  const done: string[] = [];
  const nightly: EngineJob = {
    name: 'apart',
    label: ['每夜', 'Nightly'],
    at: dailyAt('00:05'),
    run: async ({ tenantId }) => {
      done.push(tenantId);
      return { done: 1 };
    },
  };
  // It is looked at before the other.
  const full = '000000';
  await database.query("insert into tenant (tenant_id, tenant_name) values ($1, '满')", [full]);
  await database.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise disk_full; end $$`,
  );
  await database.query(
    `create trigger refuse before insert on job_run for each row
      when (new.tenant_id = '${full}') execute function refuse()`,
  );
  const runner = startProcess('here', [nightly] as readonly EngineJob<never>[]);
  await runner.settle();
  expect(done).toEqual([tenant]);
  await database.query('drop trigger refuse on job_run');
  await runner.settle();
  expect(done).toEqual([tenant, full]);
  await runner.stop();
  await database.query('delete from tenant where tenant_id = $1', [full]);
});

test('a run whose process died is taken up when it shows no sign of life', async () => {
  const done: string[] = [];
  const job = (name: string): EngineJob => ({
    name: 'long',
    label: ['长', 'Long'],
    run: async () => {
      done.push(name);
      return { done: 1 };
    },
  });
  // As a process leaves it that took the work up and died.
  const dead = createJobs({ database: engine.database, ids: engine.ids, clock: () => now, log });
  await dead.send(tenant, job('dead'), {});
  await database.query(
    "update job_run set process = 'dead', tries = 1, started_at = $1, alive_at = $1",
    [now],
  );
  const runner = startProcess('here', [job('here')] as readonly EngineJob<never>[]);
  await runner.settle();
  expect(done).toEqual([]);
  pass(2);
  await runner.settle();
  expect(done).toEqual(['here']);
  expect(await runsOf('long')).toMatchObject([{ outcome: 'done', tries: 2 }]);

  // A run that kills its process each time is not taken for ever.
  await runner.send(tenant, job('here'), {});
  await runner.settle();
  await database.query(
    `update job_run set process = 'dead', tries = 5, outcome = null, ended_at = null, alive_at = $1
      where id = (select max(id) from job_run)`,
    [now],
  );
  pass(2);
  await runner.settle();
  expect((await runsOf('long'))[1]).toMatchObject({ outcome: 'failed', process: null });
  await runner.stop();
});

test('a process that ends gives its runs back for another to finish', async () => {
  const begun = Promise.withResolvers<void>();
  const waiting = ({ signal }: JobWork): Promise<{ done: number }> =>
    new Promise((_, reject) => {
      begun.resolve();
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const job = (run: EngineJob['run']): readonly EngineJob<never>[] =>
    [{ name: 'patient', label: ['久', 'Patient'], run } satisfies EngineJob] as never;
  const first = startProcess('first', job(waiting));
  await first.send(tenant, { name: 'patient' }, {});
  await begun.promise;
  await first.stop();
  expect(await runsOf('patient')).toMatchObject([{ outcome: null, tries: 0, process: null }]);
  const second = startProcess(
    'second',
    job(async () => ({ done: 3 })),
  );
  await second.settle();
  expect(await runsOf('patient')).toMatchObject([{ outcome: 'done', tries: 1 }]);
  await second.stop();
});

test('runs of each minute that found nothing leave their last only', async () => {
  let found = 0;
  const minutely: EngineJob = {
    name: 'minutely',
    label: ['每分', 'Minutely'],
    at: everyMinute,
    run: async () => ({ done: found }),
  };
  const runner = startProcess('here', [minutely] as readonly EngineJob<never>[]);
  for (const next of [0, 0, 2, 0, 0]) {
    await runner.settle();
    found = next;
    pass(1);
  }
  await runner.settle();
  const kept = await database.query("select done from job_run where job = 'minutely' order by id");
  expect(kept).toEqual([{ done: 2 }, { done: 0 }]);
  await runner.stop();
});

test('the nightly work runs on an empty and on a furnished installation', async () => {
  for (const job of [removeOldImportsJob, findOrphanTasksJob, checkProcesses]) {
    expect(await job.run(workOf(tenant, {}), engine)).toMatchObject({ done: 0 });
  }
});
