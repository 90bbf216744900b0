import { hostname } from 'node:os';
import { endpoint } from '@keyan/engine/wire/endpoint.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { afterAll, expect, test } from 'vitest';
import { startTestSystem } from '../../testing.ts';
import { errorLogEndpoints } from './error-log.server.ts';

const throwing = (path: string, error: Error) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'user',
    summary: ['失败', 'Fail'],
    input: Type.Object({}),
    run: async () => {
      throw error;
    },
  });

const system = await startTestSystem(() => [
  ...errorLogEndpoints,
  throwing('test/broken', new TypeError('nothing there')),
  throwing('test/refused', new Refused(['不行', 'No'])),
]);
afterAll(() => system.close());

const admin = await system.token('admin');
const teacher = await system.token('teacher');

const found = async (message: string) =>
  (await system.call('GET', `blade-log/error/list?message=${message}`, { token: admin })).data;

test('the trace number that somebody was shown finds what failed in the server', async () => {
  const answer = await system.call('GET', 'test/broken', { token: teacher });
  const trace = String(answer.data.requestId);
  await expect.poll(() => found(trace)).toMatchObject({ total: 1 });
  const { records } = await found(trace);
  expect(records).toMatchObject([
    { type: 'server', url: 'GET test/broken', message: 'nothing there', info: trace },
  ]);
  expect((records as { stack: string }[])[0]?.stack).toContain('error-log.db.test');
});

test('the same number finds what the page of that person sent', async () => {
  const info = 'HTTP 400 code 400 5f2b8c1d-90ab-4cde-8f01-123456789012';
  const body = [{ type: 'call', message: 'GET /x: refused', info }];
  await system.call('POST', 'blade-auth/oauth/logout', { token: teacher, body });
  expect(await found('8f01-123456789012')).toMatchObject({ total: 1, records: [{ info }] });
});

test('secrets that a page left in are not kept', async () => {
  const body = [
    {
      type: 'call',
      url: '/x?token=SECRET1&blade-auth=bearer SECRET2',
      message: 'redacted: password=SECRET3',
      stack: 'Authorization: Basic SECRET4\n  at line 3',
      info: 'Cookie: sid=SECRET5; b=SECRET6',
    },
  ];
  await system.call('POST', 'blade-auth/oauth/logout', { token: teacher, body });
  const { records } = await found('redacted');
  expect(records).toMatchObject([{ stack: 'Authorization: ***\n  at line 3' }]);
  expect(JSON.stringify(records)).not.toContain('SECRET');
});

test('a refusal is no failure of the server', async () => {
  const answer = await system.call('GET', 'test/refused', { token: teacher });
  expect(await found(String(answer.headers['x-request-id']))).toMatchObject({ total: 0 });
});

test('lists of the family find their columns, and by them', async () => {
  const { data: failed } = await system.call('GET', 'test/broken', { token: teacher });
  const trace = String(failed.requestId);
  await expect.poll(() => found(trace)).toMatchObject({ total: 1 });
  const list = async (query: Record<string, string>) =>
    (
      await system.call(
        'GET',
        `blade-log/error/list?${new URLSearchParams({ message: trace, ...query })}`,
        { token: admin },
      )
    ).data;
  const row = {
    serviceId: 'keyan-api',
    serverHost: hostname(),
    env: 'prod',
    method: 'GET',
    requestUri: '/api/test/broken',
    exceptionName: 'TypeError',
    createBy: '林晓岚',
    tenantId: '000000',
  };
  const mine = await list({ serviceId: 'api', serverHost: hostname().slice(1), method: 'get' });
  expect(mine).toMatchObject({ total: 1, records: [row] });
  const [{ id, stackTrace }] = mine.records as [{ id: string; stackTrace: string }];
  expect(stackTrace).toContain('error-log.db.test');
  for (const [name, value] of [
    ['serviceId', 'web'],
    ['serverHost', 'elsewhere'],
    ['requestUri', 'test_broken'],
  ] as const) {
    expect(await list({ [name]: value })).toMatchObject({ total: 0 });
  }
  const detail = await system.call('GET', `blade-log/error/detail?id=${id}`, { token: admin });
  expect(detail.data).toMatchObject(row);
});
