import { Refused } from '@keyan/kernel/errors.ts';
import { expect, test } from 'vitest';
import { DiskFull } from '../base/storage.ts';
import { QueryTimeout, Unavailable } from '../store/connection/failures.ts';
import { PoolClosed, TooManyWaiting } from '../workers/task.ts';
import { failureAnswer } from './envelope.ts';

test.each([
  [new Unavailable(new Error('gone')), '服务暂不可用,请稍后重试'],
  [
    new QueryTimeout(new Error('canceling statement due to statement timeout')),
    '查询耗时过长，已停止；请缩小查询范围后重试',
  ],
])('what the database cannot answer now is told in words, and is no bug: %s', (error, words) => {
  const { body, bug, headers } = failureAnswer(error, 'zh', 'r1');
  expect(headers?.['x-error-code']).toBe('503');
  expect(body).toEqual({ code: 503, success: false, data: {}, msg: words });
  expect(bug).toBe(false);
});

test('a full disk says so in a header beside its status, and a fault of the program does not', () => {
  expect(failureAnswer(new DiskFull(new Error('full')), 'zh', 'r1')).toMatchObject({
    status: 500,
    headers: { 'x-error-code': '507' },
  });
  expect(failureAnswer(new Error('broken'), 'zh', 'r1').headers).toBeUndefined();
});

test('the pool of workers tells who has to wait, and that the server stops', () => {
  const waiting = failureAnswer(new TooManyWaiting(), 'zh', 'r1');
  expect([waiting.status, waiting.headers?.['retry-after'], waiting.bug]).toEqual([
    429,
    '5',
    false,
  ]);
  expect(waiting.body.msg).toContain('正在排队');
  expect(failureAnswer(new PoolClosed(), 'zh', 'r1')).toMatchObject({
    body: { code: 503 },
    bug: false,
  });
});

test('a refusal says its message in the reader’s language, and its findings in both', () => {
  const problems = [{ id: 'u', name: '审核', text: ['甲', 'A'] as const }];
  const rows = [{ nodeId: 'u', nodeName: '审核', text: '甲', textEn: 'A' }];
  const refused = new Refused(['不行', 'No'], { problems, warnings: [] });
  expect(failureAnswer(refused, 'zh', 'r1').body).toEqual({
    code: 400,
    success: false,
    data: { problems: rows, warnings: [] },
    msg: '不行',
  });
  expect(failureAnswer(refused, 'en', 'r1').body).toMatchObject({
    msg: 'No',
    data: { problems: rows },
  });
  expect(failureAnswer(new Refused(['不行', 'No']), 'zh', 'r1').body.data).toEqual({});
});
