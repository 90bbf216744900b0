import { hostname } from 'node:os';
import { Unavailable } from '@keyan/engine/store/connection/failures.ts';
import { workOf } from '@keyan/engine/testing/work.ts';
import { languageHeader } from '@keyan/kernel/label.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestSystem, testTenant } from '../../testing.ts';
import { logEndpoints, removeOldLogsJob } from './logs.server.ts';
import { reportingJob } from './usual-log.server.ts';

const system = await startTestSystem(() => logEndpoints);
afterAll(() => system.close());
const { database, engine } = system;

const admin = (await system.token('second')) ?? '';
const teacher = (await system.token('teacher')) ?? '';

interface Row {
  readonly id: string;
  readonly [name: string]: unknown;
}

const list = async (log: string, query: Record<string, string> = {}, language = 'zh') => {
  const { data } = await system.call('GET', `blade-log/${log}/list?${new URLSearchParams(query)}`, {
    token: admin,
    headers: { [languageHeader]: language },
  });
  return data as unknown as { total: number; records: readonly Row[] };
};

const setScope = (value: string) =>
  database.query(
    `update param set param_value = $1 where tenant_id = $2 and param_key = 'log.api.scope'`,
    [value, testTenant],
  );

test('changes and refused calls are logged with their caller, and nothing that they carried', async () => {
  const agent = { 'user-agent': 'probe/1' };
  await system.call('POST', 'blade-auth/oauth/clear-cache?password=SECRET1', {
    token: teacher,
    headers: agent,
    body: { token: 'SECRET2' },
  });
  const refused = await system.call('GET', 'blade-log/usual/list?logData=SECRET3', {
    token: teacher,
    headers: agent,
  });
  expect(refused.status).toBe(403);
  await system.call('GET', 'blade-auth/oauth/user-info', { token: teacher, headers: agent });
  await system.apiLog.flush();

  const { records, total } = await list('api', { createBy: '林晓岚' });
  expect(JSON.stringify(records)).not.toContain('SECRET');
  expect(total).toBe(1);
  expect(records).toMatchObject([
    {
      requestUri: '/api/blade-log/usual/list',
      method: 'GET',
      status: 403,
      title: '普通日志列表',
      createBy: '林晓岚',
      serviceId: 'keyan-api',
      serverHost: hostname(),
      env: 'prod',
      userAgent: 'probe/1',
      remoteIp: '127.0.0.1',
      requestId: refused.headers['x-request-id'],
    },
  ]);
  const [english] = (await list('api', { createBy: '林晓岚' }, 'en')).records;
  expect(english?.title).toBe('The service log');
  const detail = await system.call('GET', `blade-log/api/detail?id=${records[0]?.id}`, {
    token: admin,
  });
  expect(detail.data).toMatchObject({ params: '', status: 403 });
});

test('a parameter lets every call be logged', async () => {
  const read = () => system.call('GET', 'blade-auth/oauth/user-info', { token: teacher });
  const found = () => list('api', { requestUri: 'oauth/user-info', method: 'get' });
  await read();
  await system.apiLog.flush();
  const before = (await found()).total;
  await setScope('2');
  await read();
  await system.apiLog.flush();
  await setScope('1');
  expect((await found()).total).toBe(before + 1);
});

test('calls of a university that moves are logged once it is open again, each once, with their own time', async () => {
  const { headers } = await system.call('GET', 'blade-log/api/list', { token: teacher });
  const answered = Date.now();
  const logged = () => list('api', { requestId: String(headers['x-request-id']) });
  const closed = vi
    .spyOn(engine.database, 'transaction')
    .mockRejectedValue(new Unavailable('moving', ['正在迁移', 'Moving']));
  await system.apiLog.flush();
  await system.apiLog.flush();
  expect(closed).toHaveBeenCalledTimes(2);
  expect((await logged()).total).toBe(0);
  closed.mockRestore();
  await system.apiLog.flush();
  await system.apiLog.flush();
  const { total, records } = await logged();
  expect(total).toBe(1);
  expect(Date.parse(`${records[0]?.createTime}+08:00`)).toBeLessThanOrEqual(answered);
});

test('jobs report what they did, could not do, and why they failed; quiet runs report nothing', async () => {
  const job = (run: () => Promise<{ done: number; left?: number }>) =>
    reportingJob({ name: 'probe', label: ['探测任务', 'Probe'], run });
  const work = workOf(testTenant, {}) as never;
  await job(async () => ({ done: 0 })).run(work, engine);
  await job(async () => ({ done: 3 })).run(work, engine);
  await job(async () => ({ done: 1, left: 2 })).run(work, engine);
  const failing = job(() => Promise.reject(new Error('no luck, password=SECRET')));
  await expect(failing.run(work, engine)).rejects.toThrow('no luck');
  const { records } = await list('usual', { logId: 'probe' });
  expect(records.map(({ logLevel, logData }) => [logLevel, logData])).toEqual([
    ['error', '探测任务：no luck, password=***'],
    ['warn', '探测任务：已处理 1，未处理 2'],
    ['info', '探测任务：已处理 3'],
  ]);
  const english = await list('usual', { logId: 'probe' }, 'en');
  expect(english.records.map(({ logData }) => logData)).toEqual([
    'Probe: no luck, password=***',
    'Probe: 1 processed, 2 left',
    'Probe: 3 processed',
  ]);
  expect(await list('usual', { logData: 'probe: 3' }, 'en')).toMatchObject({ total: 1 });
  expect(await list('usual', { logId: 'probe', logLevel: 'warn' })).toMatchObject({ total: 1 });
  expect(await list('usual', { serverHost: 'elsewhere' })).toMatchObject({ total: 0 });
});

test('only the sweep removes entries, and only those past their days', async () => {
  const [first] = (await list('usual', { logId: 'probe', logLevel: 'info' })).records;
  await database.query(
    `update usual_log set create_time = now() - interval '91 days' where id = $1`,
    [first?.id],
  );
  expect(await removeOldLogsJob.run(workOf(testTenant, {}), engine)).toEqual({ done: 1 });
  expect(await list('usual', { logId: 'probe' })).toMatchObject({ total: 2 });
  for (const table of ['usual_log', 'api_log']) {
    await expect(
      engine.database.transaction(testTenant, (tx) => tx.query(`delete from ${table}`)),
    ).rejects.toThrow(/permission denied/);
  }
  for (const log of ['usual', 'api']) {
    const refused = await system.call('GET', `blade-log/${log}/list`, { token: teacher });
    expect(refused.status).toBe(403);
  }
});
