import type { EngineJob } from '@keyan/engine/engine.ts';
import { createJobs } from '@keyan/engine/jobs/runner.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import { afterAll, expect, test } from 'vitest';
import { startTestSystem } from '../../testing.ts';
import { jobEndpoints } from './jobs.server.ts';
import type { JobRow, RunRow } from './jobs.ts';

let broken = true;
const nightly: EngineJob = {
  name: 'nightly',
  label: ['每夜清理', 'Nightly'],
  at: dailyAt('00:05'),
  run: async () => {
    if (broken) throw new Error('磁盘已满 password=SECRET');
    return { done: 7, left: 1 };
  },
};
const queued: EngineJob = {
  name: 'queued',
  label: ['重算', 'Recount'],
  run: async () => ({ done: 1 }),
};
const all = [nightly, queued] as readonly EngineJob<never>[];

const system = await startTestSystem(() => jobEndpoints(all));
const { engine } = system;
const jobs = createJobs({ ...engine, every: 1e6, process: 'here' });
(engine as { jobs: typeof engine.jobs }).jobs = jobs;
afterAll(async () => {
  await jobs.stop();
  await system.close();
});

const admin = await system.token('admin');
const teacher = await system.token('teacher');
const get = async (path: string) => (await system.call('GET', path, { token: admin })).data;
const listed = async (job: string): Promise<JobRow> => {
  const { records } = await get('keyan/job/list');
  return (records as JobRow[]).find((row) => row.job === job) as JobRow;
};
const runsOf = async (query: string): Promise<readonly RunRow[]> =>
  (await get(`keyan/job/runs?${query}`)).records as RunRow[];
const post = (path: string, body: object, token = admin) =>
  system.call('POST', path, { token, body });

test('an administrator sees what failed, why, and starts it again', async () => {
  expect(await listed('nightly')).toMatchObject({
    name: '每夜清理',
    schedule: 'day 00:05',
    open: 0,
    last: null,
  });
  await post('keyan/job/run', { job: 'nightly' });
  expect(await listed('nightly')).toMatchObject({ open: 1, last: { state: 'waiting' } });
  jobs.start(engine, all);
  await jobs.settle();
  const failing = await runsOf('job=nightly&state=retry');
  expect(failing.map(({ error }) => error)).toEqual(
    expect.arrayContaining([expect.stringContaining('磁盘已满')]),
  );
  expect(JSON.stringify(failing)).not.toContain('SECRET');
  const asked = failing.find(({ askedBy }) => askedBy !== '') as RunRow;
  expect(asked).toMatchObject({ tries: 1, plannedAt: '' });

  await post('keyan/job/retry', { id: asked.id });
  await jobs.settle();
  expect(await runsOf('job=nightly&state=retry')).toContainEqual(
    expect.objectContaining({ id: asked.id, tries: 1 }),
  );
  await post('keyan/job/stop', { id: asked.id });
  expect(await runsOf('job=nightly&state=stopped')).toMatchObject([{ id: asked.id }]);
  broken = false;
  await post('keyan/job/retry', { id: asked.id });
  await jobs.settle();
  expect(await runsOf('job=nightly&state=done')).toMatchObject([
    { id: asked.id, done: 7, left: 1, process: 'here' },
  ]);
  expect((await post('keyan/job/retry', { id: asked.id })).msg).toBe(
    '只有失败、已停止或等待重试的运行可以重试',
  );
  expect((await post('keyan/job/stop', { id: asked.id })).msg).toBe('该运行已结束');
});

test('work that business queues is not started by hand', async () => {
  expect((await post('keyan/job/run', { job: 'queued' })).msg).toBe(
    '该任务由业务触发，不能手动运行',
  );
  expect((await post('keyan/job/run', { job: 'nothing' })).status).toBe(404);
});

test('jobs are for administrators', async () => {
  for (const path of ['list', 'runs']) {
    expect((await system.call('GET', `keyan/job/${path}`, { token: teacher })).status).toBe(403);
  }
  expect((await post('keyan/job/run', { job: 'nightly' }, teacher)).status).toBe(403);
});
