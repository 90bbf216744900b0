import { inProcessBookMaker } from '@keyan/engine/testing/books.ts';
import { writeTable } from '@keyan/engine/workbooks/workbook.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type LawApplication, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { ok, path, read } from './support/filing.ts';

/** Lists of staff that are compared with the files, and settled difference by difference. */
let app: LawApplication;
let secretary: Client;
let office: Client;
let teacher: Client;
let file: RowLike;

const staff = (more: RowLike): RowLike => ({
  dwmc: '江陵大学',
  sex: '2',
  birthDate: '1980-03-07',
  poliStatus: '13',
  education: '11',
  ranks: '013',
  subjectTitle: '520',
  ...more,
});

beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
  secretary = await app.as('dept_secretary');
  office = await app.as('rd_admin');
  const dept = (code: string) =>
    [...(app.departments['000000'] ?? [])].find(([one]) => one === code)?.[1];
  const add = (more: RowLike) => ok(office.post(path('personnel/submit'), staff(more)));
  file = await add({
    fkDeptId: dept('310'),
    jobNum: 'T0001',
    name: '林晓岚',
    account: 'teacher',
    phone: '13812345678',
  });
  await add({ fkDeptId: dept('310'), jobNum: 'T0002', name: '周若澜' });
  await add({ fkDeptId: dept('000'), jobNum: 'T0009', name: '沈知行' });
});
afterAll(() => app.close());

const heads = ['工号', '姓名', '所属部门', '手机', '行政职务'];
const compare = async (rows: readonly (readonly string[])[], whole: string) => {
  const content = await writeTable(inProcessBookMaker, '科研人员', heads, rows);
  return office.upload(path('personnelDifference/compare'), '名单.xlsx', content, { whole });
};
const open = async (who: Client): Promise<readonly RowLike[]> => {
  const query = { size: '100', status: '0' };
  const page = await ok(who.get(path('personnelDifference/list'), query));
  return (page.records as RowLike[]).filter(({ jobNum }) => String(jobNum).startsWith('T000'));
};
/** Number of unmasked values that are kept of these differences. */
const keptOf = async (...differences: readonly (RowLike | undefined)[]): Promise<number> =>
  (
    await app.database.query('select 1 from personnel_difference_value where id = any($1)', [
      differences.map((one) => one?.id),
    ])
  ).length;
const settle = (who: Client, action: string, { id, version }: RowLike) =>
  who.post(path(`personnelDifference/${action}`), { id, version });

test('a list becomes differences, each for the secretary of its department', async () => {
  const answer = await compare(
    [
      ['T0001', '林晓兰', '计算机学院', '13900001234', ''],
      ['T0003', '许怀瑾', '计算机学院', '', '系主任'],
      ['T0004', '甲', '计算机学院', '', ''],
      ['T0004', '乙', '计算机学院', '', ''],
    ],
    '1',
  );
  expect(await ok(Promise.resolve(answer))).toMatchObject({
    people: 2,
    added: 1,
    changed: 1,
    faults: [{ message: '工号 T0004 与第 5 行重复' }, { message: '工号 T0004 与第 4 行重复' }],
  });
  const mine = await open(secretary);
  expect(
    mine.map(({ kind, jobNum, item, before, after }) => [kind, jobNum, item, before, after]),
  ).toEqual([
    ['2', 'T0001', 'name', '林晓岚', '林晓兰'],
    ['2', 'T0001', 'phone', '138****5678', '139****1234'],
    ['3', 'T0002', 'zzzt', '在职', '离职'],
    ['1', 'T0003', '', '', '计算机学院'],
  ]);
  expect((await open(office)).length).toBe(mine.length + 1);
  expect((await teacher.get(path('personnelDifference/list'), {})).status).toBe(403);
});

test('what is accepted stands in the file, its log and the account; what is refused nowhere', async () => {
  const [name, phone, gone, added] = await open(secretary);
  if (!name || !phone || !gone || !added) throw new Error('four differences');
  expect(await keptOf(name, phone)).toBe(2);
  await ok(settle(secretary, 'accept', name));
  expect(await keptOf(name, phone)).toBe(1);
  await ok(settle(secretary, 'refuse', phone));
  expect(await keptOf(name, phone)).toBe(0);
  const after = await read(office, 'personnel', file);
  expect(after).toMatchObject({ name: '林晓兰', phone: '138****5678' });
  // The data that a server caches of somebody is dropped within a second.
  const called = async () => (await ok(teacher.get('blade-auth/oauth/user-info'))).realName;
  await expect.poll(called).toBe('林晓兰');
  const log = await ok(office.get(path('personnelChange/list'), { size: '50', czlx: '2' }));
  expect((log.records as RowLike[])[0]).toMatchObject({
    userName: '林晓兰',
    changeItems: ['name'],
  });

  // A new person without what a file needs is no file yet.
  const lacking = await settle(secretary, 'accept', added);
  expect(lacking.status).toBe(400);
  await ok(settle(secretary, 'accept', gone));
  const files = await ok(office.get(path('personnel/list'), { size: '50', jobNum: 'T0002' }));
  expect((files.records as RowLike[])[0]).toMatchObject({ zzzt: '0' });
  const foreign = (await open(office)).find(({ jobNum }) => jobNum === 'T0009');
  expect((await settle(secretary, 'accept', foreign ?? {})).status).toBe(404);
});

test('a file that changed since is not overwritten, and a new list replaces an old one', async () => {
  const old = await open(office);
  expect(await keptOf(...old)).toBe(old.length);
  await ok(compare([['T0001', '林晓兰', '', '', '副院长']], '0') as never);
  const [position, ...others] = await open(office);
  expect(others).toEqual([]);
  expect(await keptOf(...old)).toBe(0);
  const { version } = await read(office, 'personnel', file);
  await ok(office.post(path('personnel/submit'), { id: file.id, version, position: '院长' }));
  const refused = await settle(office, 'accept', position ?? {});
  expect([refused.status, refused.msg]).toEqual([400, expect.stringContaining('请重新比对')]);
});

test('what nobody settles for ninety days has to be compared anew', async () => {
  await ok(compare([['T0002', '周若岚', '', '', '']], '0') as never);
  const [name] = await open(office);
  const sweep = app.parts.application.jobs.find(({ name: job }) => job === 'sweep-differences');
  const sweepAfter = async (days: number) => {
    await app.database.query(
      `update personnel_difference set create_time = now() - make_interval(days => $2) where id = $1`,
      [name?.id, days],
    );
    await sweep?.run({ tenantId: '000000' } as never, app.parts.engine);
    return keptOf(name);
  };
  expect([await sweepAfter(89), await sweepAfter(91)]).toEqual([1, 0]);
  const refused = await settle(office, 'accept', name ?? {});
  expect([refused.status, refused.msg]).toEqual([400, '比对数据已清除，请重新比对']);
});

test('a long list is compared in the background, one at a time, from where it stopped', async () => {
  const rows = Array.from({ length: 201 }, (_, at) => [`L${at}`, '新人', '计算机学院', '', '']);
  const begun = await ok(compare(rows, '0') as never);
  expect(begun).toMatchObject({ state: 'running', people: 201, done: 0 });
  const twice = await compare([['T0001', '', '', '', '院长']], '0');
  expect([twice.status, twice.msg]).toEqual([400, '已有比对在进行，请等它结束']);
  const [queued] = await app.database.query<{ data: unknown }>(
    `select data from job_run where job = 'compare-staff' order by id desc limit 1`,
  );
  const job = app.parts.application.jobs.find(({ name }) => name === 'compare-staff');
  const run = (signal: AbortSignal) =>
    job?.run({ tenantId: '000000', data: queued?.data, signal } as never, app.parts.engine);
  // The server stops after the first hundred: the next run writes the rest, and none twice.
  const throwIfAborted = vi.fn(() => {
    throw new Error('the server stops');
  });
  throwIfAborted.mockImplementationOnce(() => undefined as never);
  await expect(run({ throwIfAborted } as never)).rejects.toThrow('the server stops');
  const state = () => ok(office.get(path('personnelDifference/comparison')));
  expect(await state()).toMatchObject({ state: 'running', done: 100, differences: 201 });
  await run(new AbortController().signal);
  expect(await state()).toMatchObject({ id: begun.id, state: 'done', done: 201, added: 201 });
  const found = await ok(
    // Batches of one second have one number.
    office.get(path('personnelDifference/list'), {
      batchNum: String(begun.batchNum),
      status: '0',
      size: '1',
    }),
  );
  expect(found.total).toBe(201);
  const kept = await app.database.query(
    'select 1 from personnel_comparison where list is not null or found is not null',
  );
  expect(kept).toEqual([]);
  expect((await secretary.get(path('personnelDifference/comparison'))).status).toBe(403);
});

test('one that breaks off fails after an hour: the next may begin, and it writes no more', async () => {
  const rows = Array.from({ length: 201 }, (_, at) => [`M${at}`, '新人', '计算机学院', '', '']);
  const state = (id: unknown) =>
    ok(office.get(path('personnelDifference/comparison'), { id: String(id) }));
  const failed = { state: 'failed', failure: '比对中断，未全部写入，请重新比对' };
  const begin = () => ok(compare(rows, '0') as never);
  const age = ({ id }: RowLike) =>
    app.database.query(
      `update personnel_comparison set create_time = now() - interval '61 minutes' where id = $1`,
      [id],
    );
  const stored = async ({ id }: RowLike) =>
    (
      await app.database.query<{ failed: boolean }>(
        `select failure is not null and ended_at is not null and list is null as failed
           from personnel_comparison where id = $1`,
        [id],
      )
    )[0]?.failed;
  const first = await begin();
  await age(first);
  expect(await state(first.id)).toMatchObject(failed);

  const second = await begin();
  expect([await stored(first), await stored(second)]).toEqual([true, false]);
  await age(second);
  const sweep = app.parts.application.jobs.find(({ name: job }) => job === 'sweep-differences');
  await sweep?.run({ tenantId: '000000' } as never, app.parts.engine);
  expect(await stored(second)).toBe(true);
  expect(await state(second.id)).toMatchObject(failed);

  // Without its job there is no comparison.
  const { jobs } = app.parts.engine;
  const broken = () => {
    throw new Error('no queue');
  };
  const queue = vi.spyOn(jobs, 'queue').mockImplementationOnce(broken);
  const send = vi.spyOn(jobs, 'send').mockImplementationOnce(broken);
  expect((await compare(rows, '0')).status).toBe(500);
  queue.mockRestore();
  send.mockRestore();
  expect(await ok(office.get(path('personnelDifference/comparison')))).toMatchObject({
    id: second.id,
  });
});
