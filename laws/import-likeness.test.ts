import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { DryRun } from '@keyan/kernel/wire/workbooks.ts';
import { afterAll, expect, test } from 'vitest';
import { startApplication } from './support/application.ts';
import { ok } from './support/filing.ts';
import { complete, sample } from './support/inputs.ts';

/** Rows that look like one another, or like a stored record, are noted and not refused. */
const app = await startApplication();
afterAll(() => app.close());

const admin = await app.as('admin');
const arrivals = app.resources.find(({ key }) => key === 'fundingArrive') as Resource;
const named = ['fundingSource', 'arriveAmount', 'arriveDate'] as const;

test('money of one payer, day and amount is noted, in a text table with a title above its head', async () => {
  const [input = {}] = sample(complete(arrivals, app.targets()), 1);
  const stands = { fundingSource: '某基金会', arriveAmount: '1200.00', arriveDate: '2026-01-05' };
  await ok(admin.post(`${arrivals.path}/submit`, { ...input, ...stands, financeNum: 'like-1' }));
  const head = named.map((name) => arrivals.fields[name]?.spec.label[0]).join(',');
  const lines = [
    '2026年1月来款,,',
    head,
    '某基金会,"1,200",2026-01-05',
    '某基金会,1300,2026-01-05',
    '另一单位,￥500,20260106',
    '另一单位,500.00,2026/1/6',
  ];
  const answer = await admin.upload(
    `${arrivals.path}/import`,
    '流水.csv',
    Buffer.from(lines.join('\n')),
  );
  expect([answer.status, answer.msg]).toEqual([200, '操作成功']);
  const { rows } = answer.data as unknown as DryRun;
  const notes = rows.map(({ row, notes = [] }) => [row, notes.map(([zh]) => zh.slice(0, 8))]);
  expect(notes).toEqual([
    [3, ['与已有记录的【来']],
    [4, []],
    [5, []],
    [6, ['与第 5 行的【']],
  ]);
});
