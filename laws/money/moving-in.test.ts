import { gridsIn } from '@keyan/engine/testing/books.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { DryRun, FileHeadings } from '@keyan/kernel/wire/workbooks.ts';
import type { Book, SummaryAnswer } from '@keyan/product/funds/query/figures.ts';
import type {
  MovingOverview,
  ReconciliationAnswer,
  ShownObstacle,
} from '@keyan/product/moving/wire.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { abroad, home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { faultOf, ok, path } from '../support/filing.ts';
import { type MoneyPeople, spent } from '../support/money.ts';

/** Moving in: files of another system become records, are compared with them, and are taken back as a whole. */
let app: LawApplication;
let officer: Client;
let people: MoneyPeople;
beforeAll(async () => {
  app = await startApplication([home, abroad]);
  officer = await app.as('rd_admin');
  const [leader, office, finance] = await Promise.all(
    ['teacher', 'rd_fund', 'finance'].map((role) => app.as(role)),
  );
  people = { leader, office, finance } as MoneyPeople;
});
afterAll(() => app.close());

const service = path('moving');
const csv = (...lines: readonly string[]): Buffer => Buffer.from(`﻿${lines.join('\r\n')}\r\n`);

/** Projects as a database of another system dumps them. */
const projectsFile = (from: number, count: number): Buffer =>
  csv(
    '立项编号,课题名称,性质,项目级别,主持人,承担单位,开始日期,结束日期,批准经费,批准号,财务经费卡号,项目状态',
    ...Array.from({ length: count }, (_, index) => {
      const n = from + index;
      return `OLD${n},旧系统项目${n},纵向项目,省部级,林晓岚,310,2021-01-01,2030-12-31,"${n},000.10",GX${n},K${n},在研`;
    }),
  );

const projectHeadings = {
  立项编号: 'programNum',
  课题名称: 'programName',
  性质: 'programKind',
  主持人: 'programLeader',
};

const check = async (
  who: Client,
  kind: string,
  file: Buffer,
  more: Readonly<Record<string, string>> = {},
): Promise<DryRun> =>
  (await ok(
    who.upload(`${service}/check`, '旧系统.csv', file, { kind, ...more }),
  )) as unknown as DryRun;

const run = async (
  who: Client,
  kind: string,
  file: Buffer,
  more: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const { batchId } = await check(who, kind, file, more);
  const made = await ok(
    who.upload(`${service}/run`, '旧系统.csv', file, { kind, batchId, ...more }),
  );
  return String(made.id);
};

const mapped = { headings: JSON.stringify(projectHeadings) };

const reconciled = async (id: string): Promise<ReconciliationAnswer> =>
  (await ok(officer.get(`${service}/reconciliation`, { id }))) as unknown as ReconciliationAnswer;

const countOf = async (table: string): Promise<number> => {
  const [row] = await app.database.query<{ readonly n: number }>(
    `select count(*)::int as n from ${table} where tenant_id = $1 and is_deleted = 0`,
    [home],
  );
  return row?.n ?? 0;
};

const projectNamed = async (programNum: string): Promise<RowLike> => {
  const page = await ok(officer.get(path('programInfo/list'), { programNum }));
  const [found] = page.records as RowLike[];
  if (!found) throw new Error(`no project ${programNum}`);
  return found;
};

const act = async (id: string, action: string, more: RowLike = {}) => {
  const { version } = await ok(officer.get(`${service}/batch/detail`, { id }));
  return officer.post(`${service}/batch/${action}`, { id, version, ...more });
};

const fundsOf = async (id: unknown): Promise<Book['sums']> =>
  ((await ok(officer.get(path('fundsQuery/book'), { programId: String(id) }))) as unknown as Book)
    .sums;

test('columns of another system are matched once; the dry run writes nothing; the same file twice makes nothing twice', async () => {
  const file = projectsFile(101, 12);
  const answer = async () =>
    (await ok(
      officer.upload(`${service}/headings`, '旧系统.csv', file, { kind: 'programInfo' }),
    )) as unknown as FileHeadings;
  const before = await answer();
  expect(before.headings.find(({ text }) => text === '主持人')).toMatchObject({
    field: '',
    sample: '林晓岚',
  });
  expect(before.headings.find(({ text }) => text === '批准号')?.field).toBe('approvalNum');

  const count = await countOf('program');
  const judged = await check(officer, 'programInfo', file, mapped);
  expect([judged.total, judged.valid, judged.same, judged.errors]).toEqual([12, 12, 0, []]);
  expect([await countOf('program'), await countOf('moving_batch')]).toEqual([count, 0]);

  const id = await run(officer, 'programInfo', file, mapped);
  expect(await countOf('program')).toBe(count + 12);
  expect(await reconciled(id)).toMatchObject({
    differenceTotal: 0,
    total: {
      agrees: true,
      file: { count: 12, amounts: { contract: '1278001.20' } },
      system: { count: 12, amounts: { contract: '1278001.20' } },
    },
    progress: { saved: 12, state: 'finished' },
  });
  expect((await answer()).headings.find(({ text }) => text === '主持人')?.field).toBe(
    'programLeader',
  );
  expect(await projectNamed('OLD101')).toMatchObject({
    approvalNum: 'GX101',
    fundCardNum: 'K101',
    programLeader: people.leader.id,
    funds: '101000.10',
  });

  const again = await check(officer, 'programInfo', file, mapped);
  expect([again.valid, again.same]).toEqual([0, 12]);
  expect(again.standing[0]).toMatchObject({ row: 2, title: '旧系统项目101' });
  const second = await run(officer, 'programInfo', projectsFile(101, 15), mapped);
  expect(await countOf('program')).toBe(count + 15);
  expect((await reconciled(second)).total).toMatchObject({ agrees: true, file: { count: 15 } });
});

test('a row with a fault is told by its row and column, and stands as a difference until it is explained', async () => {
  const file = csv(
    '项目编号,项目名称,项目性质,项目级别,项目负责人,承担单位,开始日期,结束日期,批准经费',
    'BAD1,好项目,纵向项目,省部级,林晓岚,310,2021-01-01,2030-12-31,1000.00',
    'BAD2,无此人,纵向项目,省部级,查无此人,310,2021-01-01,2030-12-31,2000.50',
    'BAD1,重复编号,纵向项目,省部级,林晓岚,310,2021-01-01,2030-12-31,3000.00',
  );
  const judged = await check(officer, 'programInfo', file);
  expect(judged.errors.map(({ row, field, message }) => [row, field[0], message[0]])).toEqual([
    [3, '项目负责人', expect.stringContaining('没有“查无此人”')],
    [4, '项目编号', '与第 2 行重复'],
  ]);
  const id = await run(officer, 'programInfo', file);
  const { total, differences } = await reconciled(id);
  expect(total).toMatchObject({
    agrees: false,
    file: { count: 3, amounts: { contract: '6000.50' } },
    system: { count: 1, amounts: { contract: '1000.00' } },
  });
  expect(differences.map(({ row, state }) => [row, state])).toEqual([
    [3, 'faulty'],
    [4, 'faulty'],
  ]);
  expect(faultOf(await act(id, 'sign'))).toBe('对账表还有 2 行差异，请在【对账说明】中写明原因');
  await ok(act(id, 'sign', { signNote: '一人已离职，另一行重复' }));
  expect(await ok(officer.get(`${service}/batch/detail`, { id }))).toMatchObject({
    status: '2',
    signedBy: officer.id,
  });
  const book = await officer.get(`${service}/reconciliationBook`, { id });
  const sheets = await gridsIn(book.raw);
  expect([...sheets.keys()]).toEqual(['对账表', '差异明细']);
  expect(sheets.get('差异明细')).toHaveLength(3);
});

const openings = (...rows: readonly string[]): Buffer =>
  csv('项目,合同经费,累计到账,已扣税金,已扣管理费,累计支出,结余', ...rows);

const opened = { openingDay: '2025-12-31' };

test('opening balances stand in every total and in no year, and their sums are those of the file', async () => {
  await run(officer, 'programInfo', projectsFile(201, 3), mapped);
  const file = openings(
    'OLD201,201000.10,"150,000.00",0,5000,80000.01,64999.99',
    'OLD202,202000.10,0.03,0.01,0.01,0.01,0',
    'OLD203,203000.10,90000,,,90000,1.00',
  );
  expect(
    faultOf(await officer.upload(`${service}/check`, '期初.csv', file, { kind: 'fundsOpening' })),
  ).toBe('请选择期初日期');
  const judged = await check(officer, 'fundsOpening', file, opened);
  expect(judged.errors.map(({ row, message }) => [row, message[0]])).toEqual([
    [4, '结余 1.00 元与计算的 0.00 元不符（到账 − 税金 − 管理费 − 支出）'],
  ]);
  const id = await run(officer, 'fundsOpening', file, opened);
  const { total, by } = await reconciled(id);
  expect(total.system.amounts).toEqual({
    contract: '403000.20',
    arrived: '150000.03',
    spent: '80000.02',
    left: '64999.99',
  });
  expect(by.kind.map(({ name, file: { count } }) => [name, count])).toEqual([['纵向项目', 3]]);

  const { id: project } = await projectNamed('OLD201');
  expect(await fundsOf(project)).toMatchObject({
    arrived: '150000.00',
    overhead: '5000.00',
    net: '145000.00',
    spent: '80000.01',
    available: '64999.99',
    pending: '0.00',
  });
  const summary = async (query: Readonly<Record<string, string>>) =>
    (await ok(
      officer.get(path('fundsQuery/summary'), { by: 'project', ...query }),
    )) as unknown as SummaryAnswer;
  for (const year of ['2025', '2026']) {
    const { lines } = await summary({ from: year, to: year });
    expect(lines.filter(({ key }) => key === project)).toEqual([]);
  }
  const years = (await summary({ by: 'year' })).lines;
  expect(years.find(({ name }) => name === '期初')?.sums).toMatchObject({ arrived: '150000.03' });
  const { lines } = await ok(
    officer.get(path('fundsQuery/entries'), { programId: String(project), figure: 'arrived' }),
  );
  expect(lines).toMatchObject([{ day: '2025-12-31', amounts: { arrived: '150000.00' } }]);

  const again = await check(officer, 'fundsOpening', file, opened);
  expect([again.valid, again.same]).toEqual([0, 2]);
});

test('a batch is taken back as a whole: entries are reversed, records have their history; what rests on it is named', async () => {
  const count = await countOf('program');
  const projects = await run(officer, 'programInfo', projectsFile(301, 2), mapped);
  const balances = await run(
    officer,
    'fundsOpening',
    openings('OLD301,1,1000,0,0,400,600', 'OLD302,1,500,0,0,0,500'),
    opened,
  );
  const { id: project } = await projectNamed('OLD301');
  expect(await ok(officer.get(`${service}/obstacles`, { id: projects }))).toMatchObject([
    { title: 'OLD301', reason: ['已被【经费期初】引用', expect.anything()] },
    { title: 'OLD302' },
  ]);
  expect(faultOf(await act(projects, 'undo', { undoneFor: '文件不对' }))).toContain(
    '不能撤销：【OLD301】已被【经费期初】引用',
  );
  expect(await countOf('program')).toBe(count + 2);

  await ok(act(balances, 'undo', { undoneFor: '口径有误' }));
  expect(await fundsOf(project)).toMatchObject({
    arrived: '0.00',
    spent: '0.00',
    available: '0.00',
  });
  const [kept] = await app.database.query<{ readonly entries: number; readonly sum: string }>(
    `select count(*)::int as entries, sum(arrived)::text as sum from ledger_funds where owner_id = $1 and source = 'fundsOpening'`,
    [project],
  );
  expect(kept).toEqual({ entries: 2, sum: '0.00' });
  const months = await app.database.query(
    'select 1 from ledger_funds_month where owner_id = $1 and (arrived <> 0 or spent <> 0)',
    [project],
  );
  expect(months).toEqual([]);

  // The same file comes in once more, and money is spent on it.
  const renewed = await run(
    officer,
    'fundsOpening',
    openings('OLD301,1,9000,0,0,400,8600'),
    opened,
  );
  await spent(people, { id: project }, '120.50');
  const obstacles = (await ok(
    officer.get(`${service}/obstacles`, { id: renewed }),
  )) as unknown as readonly ShownObstacle[];
  expect(obstacles).toMatchObject([
    {
      title: '旧系统项目301',
      reason: [expect.stringMatching(/^期初已被 经费支出 ZC\d+.* 动用$/), expect.anything()],
    },
  ]);
  expect((await act(renewed, 'undo', { undoneFor: '口径有误' })).status).not.toBe(200);
  expect(await fundsOf(project)).toMatchObject({ arrived: '9000.00', held: '120.50' });

  const others = await run(officer, 'programInfo', projectsFile(401, 2), mapped);
  await ok(act(others, 'undo', { undoneFor: '重复' }));
  expect(await countOf('program')).toBe(count + 2);
  const history = await ok(officer.get(`${service}/batch/history`, { id: others }));
  expect(history).toMatchObject([{ action: 'undo', version: 2 }, { action: 'create' }]);
});

test('numbers of another university are invisible, and so are its batches', async () => {
  const stranger = await app.as('rd_admin', abroad);
  const judged = await check(stranger, 'fundsOpening', openings('OLD201,1,1,0,0,0,1'), opened);
  expect(judged.errors.map(({ field }) => field[0])).toEqual(['项目']);
  const overview = (await ok(stranger.get(`${service}/overview`))) as unknown as MovingOverview;
  expect(overview.batches).toEqual([]);
  const { batches } = (await ok(officer.get(`${service}/overview`))) as unknown as MovingOverview;
  const [own] = batches;
  expect((await stranger.get(`${service}/reconciliation`, { id: own?.id ?? '' })).status).toBe(404);
  const teacher = await app.as('teacher');
  expect((await teacher.get(`${service}/overview`)).status).toBe(403);
});
