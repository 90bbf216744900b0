import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { uniqueKey } from '@keyan/kernel/definition/field/unique.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { DryRun } from '@keyan/kernel/wire/workbooks.ts';
import { afterAll, expect, test } from 'vitest';
import { startApplication } from './support/application.ts';
import { bookOf } from './support/books.ts';
import { ok } from './support/filing.ts';
import { complete, type Input, sample } from './support/inputs.ts';

/** Rows that look like one another, or like a stored record, are noted; those that cannot stand beside it are refused. */
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

/** The unique fields that people fill in, with the record's values. */
const filled = ({ fields }: Resource, record: Input): readonly string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) =>
    !spec.readonly && uniqueKey(spec, name, record) !== null ? [name] : [],
  );

const recordOf = (resource: Resource): Input =>
  sample(complete(resource, app.targets()), 1)[0] ?? {};

const checked = app.resources.filter(
  (resource) =>
    !hasProcess(resource) &&
    Object.values(resource.views).some(
      ({ actions }) => actions.includes('import') && actions.includes('add'),
    ) &&
    filled(resource, recordOf(resource)).length > 0,
);

test('several kinds are imported by values that stand once', () => {
  expect(checked.map(({ key }) => key)).toContain('workDay');
});

test.each(checked.map((resource) => [resource.key, resource] as const))(
  'a row of %s with a value that stands is a correction or says so',
  async (_key, resource) => {
    const record = recordOf(resource);
    const book = await bookOf(admin, resource, record, [{}]);
    const before = await admin.upload(`${resource.path}/import`, '新.xlsx', book);
    expect([before.msg, before.data?.errors]).toEqual(['操作成功', []]);
    await ok(admin.post(`${resource.path}/submit`, record));
    const answer = await admin.upload(`${resource.path}/import`, '旧.xlsx', book);
    const run = answer.data as unknown as DryRun;
    expect([run.total, run.valid]).toEqual([1, run.changes.length]);
    if (run.errors.length === 0) return;
    const names = filled(resource, record);
    expect(names).toEqual(expect.arrayContaining(run.errors.map(({ path }) => path)));
    expect(run.errors.map(({ message: [zh] }) => zh)).toEqual(
      run.errors.map(({ field: [zh] }) => `【${zh}】已存在`),
    );
  },
);

test('a row takes a value that a row above it gives up, and not before', async () => {
  const units = app.resources.find(({ key }) => key === 'cooperation') as Resource;
  const record = recordOf(units);
  const [old = '', next = ''] = sample(complete(units, app.targets()), 9).flatMap(
    ({ creditCode }) => (typeof creditCode === 'string' ? [creditCode] : []),
  );
  const { id } = await ok(
    admin.post(`${units.path}/submit`, { ...record, unitName: '旧单位', creditCode: old }),
  );
  const rows = [
    { 单位名称: '旧单位', 统一社会信用代码: next },
    { 单位名称: '新单位', 统一社会信用代码: old },
  ];
  const runOf = async (lines: typeof rows) => {
    const book = await bookOf(admin, units, { ...record, creditCode: null }, lines);
    const answer = await admin.upload(`${units.path}/import`, '换号.xlsx', book);
    return answer.data as unknown as DryRun;
  };
  const run = await runOf(rows);
  expect([run.errors, run.valid, run.changes.length]).toEqual([[], 2, 1]);
  await ok(admin.post(`${units.path}/importSure`, { batchId: run.batchId }));
  const after = await admin.get(`${units.path}/detail`, { id: String(id) });
  expect(after.data).toMatchObject({ unitName: '旧单位', creditCode: next });
});

test('the list of a year corrects the days that stand', async () => {
  const days = app.resources.find(({ key }) => key === 'workDay') as Resource;
  const record = { ...recordOf(days), day: '2031-02-01', kind: '0', note: '春节' };
  await ok(admin.post(`${days.path}/submit`, record));
  const book = await bookOf(admin, days, { ...record, day: '2031-02-02' }, [
    { 日期: '2031-02-01', 日期类型: '调休上班' },
    { 日期: '2031-02-03' },
  ]);
  const answer = await admin.upload(`${days.path}/import`, '节假日.xlsx', book);
  const run = answer.data as unknown as DryRun;
  expect([run.errors, run.valid, run.changes.length]).toEqual([[], 2, 1]);
});
