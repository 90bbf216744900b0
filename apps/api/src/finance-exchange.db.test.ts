import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import { createUsers } from '@keyan/product/composition/people.server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobsOf, startJobs } from './jobs.ts';
import { openInstallation, openTestSource, testPassword } from './testing/installation.ts';

/** the exchange with a finance system, with a database that is one and with a folder. */
const installation = await openInstallation(1, { SERVICE_HOSTS: '127.0.0.1' });
const source = await openTestSource();
afterAll(async () => {
  await installation.close();
  await source.close();
});
const [process] = installation.processes;
if (!process) throw new Error('no process');
const { database } = installation;
const { parts } = process;
startJobs(parts);
await createUsers(
  parts.engine,
  '000000',
  [
    { account: 'finance', realName: '苏静姝', department: '000', roles: ['finance'] },
    { account: 'rd_fund', realName: '钱学敏', department: '000', roles: ['rd_fund'] },
  ],
  await hashPassword(toWire(testPassword)),
  { initial: false },
);
const service = 'kh-edu-research-mdb/mdb/service';
const [finance, office] = await Promise.all(
  ['finance', 'rd_fund'].map((account) => process.tokenFor('000000', account)),
);

const post = (path: string, body: object, token = finance) =>
  process.call('POST', path, { token, body });
const list = async (path: string): Promise<readonly Record<string, unknown>[]> =>
  (await process.call('GET', `${path}?size=100&view=all`, { token: finance })).data
    .records as Record<string, unknown>[];

/** Runs one type, and answers what the run came to. */
const run = async (call: string): Promise<Record<string, unknown>> => {
  const begun = await post(`${service}/${call}`, { sourceId });
  expect(begun).toMatchObject({ status: 200 });
  await parts.jobs.settle();
  const [last = {}] = await list(`${service}/sync/list`);
  const { data } = await process.call('GET', `${service}/sync/detail?id=${last.id}`, {
    token: finance,
  });
  return data;
};
const differences = async () =>
  (await list(`${service}/difference/list`)).filter(({ status }) => status === '0');
const arrivals = () =>
  database.query<{ num: string; amount: string; payer: string; status: string; id: string }>(
    `select finance_num as num, arrive_amount::text as amount, funding_source as payer, status, id::text
       from funding_arrive where tenant_id = '000000' and is_deleted = 0 order by finance_num`,
  );

/** Waits until some transaction waits for another one. */
const waiting = async (): Promise<void> => {
  for (;;) {
    const [found] = await database.query<{ any: boolean }>(
      `select exists (select from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and a.datname = current_database()) as any`,
    );
    if (found?.any) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

let sourceId = '';
let program: { id: string; programNum: string };

beforeAll(async () => {
  await source.database.query(
    `create table kh_arrive (voucher_no text, arrive_date date, amount numeric(18,2), payer text, payer_account text, memo text);
     create table kh_program (program_num text primary key, name text, leader_no text, dept_code text, kind text,
       start_date date, end_date date, funds numeric(18,2), state text, card_no text);
     create table kh_expend (voucher_no text, line_no int, program_num text, item_code text, amount numeric(18,2),
       payee text, pay_date date, expense_num text);
     create table kh_balance (card_no text, as_of date, income numeric(18,2), spent numeric(18,2), balance numeric(18,2));
     grant all on all tables in schema public to public`,
  );
  const system = parts.engine.asSystem('test', '000000');
  const [dept] = await database.query<{ id: string }>(
    `select id::text from dept where tenant_id = '000000' and dept_code = '310'`,
  );
  const [leader] = await database.query<{ id: string }>(
    `select id::text from users where tenant_id = '000000' and account = 'teacher'`,
  );
  const resource = parts.engine.resources.get('programInfo');
  if (!resource) throw new Error('no projects');
  const saved = await system.save(resource, {
    programName: '合同研究',
    programNum: 'H2026001',
    programKind: 'horizontal',
    level: '06',
    programLeader: leader?.id,
    departmentId: dept?.id,
    startDate: '2026-01-01',
    endDate: '2027-12-31',
    fundMode: '2',
    funds: '200000.00',
    status: '20',
  });
  program = { id: saved.id, programNum: 'H2026001' };
  await database.query(
    `insert into ledger_funds_balance (tenant_id, owner_id, account, booked) values ('000000', $1, '', 1000)`,
    [program.id],
  );
});

test('a source is saved where it can be opened, and its password is not told', async () => {
  const wrong = await post(`${service}/source/submit`, {
    name: '中间库',
    sourceKind: '1',
    ...source.record,
    password: 'wrong',
  });
  expect(wrong.status).toBe(400);
  expect(JSON.stringify(wrong.data)).toContain('无法连接财务数据源');
  const saved = await post(`${service}/source/submit`, {
    name: '中间库',
    sourceKind: '1',
    ...source.record,
    url: source.record.url.replace('jdbc:', ''),
  });
  expect(saved).toMatchObject({ status: 200 });
  expect(JSON.stringify(saved.data)).not.toContain(source.record.password);
  sourceId = String(saved.data.id);
});

const paid = (...rows: readonly string[]) =>
  source.database.query(`insert into kh_arrive values ${rows.join(', ')}`);

describe('arrivals', () => {
  test('R-312: come once, follow finance until they are booked, and are compared then', async () => {
    await paid(
      `('PZ001', '2026-03-01', 106000, '江陵电力公司', '622', '技术服务合同首期款')`,
      `('PZ002', '2026-03-02', 500.5, '江陵仪器公司', null, null)`,
      `('PZ003', '2026-03-02', -1, '退款', null, null)`,
    );
    const first = await run('pullFinanceAll');
    expect(first).toMatchObject({ total: 3, addedNum: 2, failNum: 1, runResult: '2' });
    expect(first.lines).toMatchObject([
      { number: 'PZ001', outcome: '1' },
      { number: 'PZ002', outcome: '1' },
      { number: 'PZ003', outcome: '4', message: expect.stringContaining('0') },
    ]);
    const again = await run('pullFinanceAll');
    expect(again).toMatchObject({ total: 3, addedNum: 0, updatedNum: 0, skipNum: 2 });

    await source.database.query(
      `update kh_arrive set payer = '江陵仪器有限公司' where voucher_no = 'PZ002'`,
    );
    expect(await run('pullFinanceAll')).toMatchObject({ updatedNum: 1, skipNum: 1 });
    expect(await arrivals()).toMatchObject([
      { num: 'PZ001', amount: '106000.00', payer: '江陵电力公司' },
      { num: 'PZ002', amount: '500.50', payer: '江陵仪器有限公司' },
    ]);

    // No booked value is overwritten.
    const [booked] = await arrivals();
    await database.query(
      `update ledger_arrivals_balance set divided = 106000, booked = 106000 where owner_id = $1`,
      [booked?.id],
    );
    await source.database.query(
      `update kh_arrive set amount = 106000.01, memo = '首期款' where voucher_no = 'PZ001'`,
    );
    expect(await run('pullFinanceAll')).toMatchObject({ updatedNum: 0, differNum: 1 });
    expect(await run('pullFinanceAll')).toMatchObject({ differNum: 1 });
    expect((await arrivals())[0]).toMatchObject({ amount: '106000.00' });
    const open = await differences();
    expect(open.map(({ item, ours, theirs }) => [item, ours, theirs]).sort()).toEqual([
      ['arriveAmount', '106000.00', '106000.01'],
      ['summary', '技术服务合同首期款', '首期款'],
    ]);
  });

  test('a difference is settled by a person: amounts that are booked stay, words follow', async () => {
    const open = await differences();
    const of = (item: string) => open.find((one) => one.item === item);
    const settle = (action: string, one: Record<string, unknown> | undefined, more: object = {}) =>
      post(`${service}/difference/${action}`, { ids: one?.id, ...more });
    const refused = await settle('accept', of('arriveAmount'));
    expect(JSON.stringify(refused.data)).toContain('已入账');
    expect(await settle('accept', of('summary'))).toMatchObject({ status: 200 });
    const kept = await settle('refuse', of('arriveAmount'), { reason: '财务录入有误' });
    expect(kept).toMatchObject({ status: 200 });
    // A value that a person has decided on is not asked again; another value is.
    expect(await run('pullFinanceAll')).toMatchObject({ differNum: 0, skipNum: 2 });
    expect(await differences()).toEqual([]);
    await source.database.query(
      `update kh_arrive set amount = 106000.02 where voucher_no = 'PZ001'`,
    );
    expect(await run('pullFinanceAll')).toMatchObject({ differNum: 1 });
    // Somebody books it while the difference is accepted: whoever comes second sees what the first did.
    const [arrival] = await arrivals();
    const booked = `update ledger_arrivals_balance set booked = $2 where owner_id = $1`;
    await database.query(booked, [arrival?.id, '0']);
    const [newer] = await differences();
    const accepted = await parts.engine.database.transaction('000000', async (tx) => {
      await tx.query(booked, [arrival?.id, '106000']);
      const answer = settle('accept', newer);
      await waiting();
      return { answer };
    });
    expect(JSON.stringify((await accepted.answer).data)).toContain('已入账');
    expect((await arrivals())[0]).toMatchObject({ amount: '106000.00' });
    await source.database.query(
      `update kh_arrive set amount = 106000.00 where voucher_no = 'PZ001'`,
    );
    expect(await run('pullFinanceAll')).toMatchObject({ differNum: 0 });
    expect(await differences()).toEqual([]);
  });
});

test('projects are sent with the department that finance knows, and bring their card', async () => {
  expect(await run('syncDataProgram')).toMatchObject({ addedNum: 0, differNum: 1 });
  expect(await differences()).toMatchObject([{ kind: '4', recordNum: 'H2026001' }]);
  const [dept] = await database.query<{ id: string }>(
    `select department_id::text as id from program where id = $1`,
    [program.id],
  );
  const mapped = await post(`${service}/deptConfig/submit`, {
    deptId: dept?.id,
    financeDeptCode: 'CW310',
    financeDeptName: '计算机学院',
  });
  expect(mapped).toMatchObject({ status: 200 });
  expect(await run('syncDataProgram')).toMatchObject({ addedNum: 1, differNum: 0 });
  expect(await run('syncDataProgram')).toMatchObject({ addedNum: 0, updatedNum: 0, skipNum: 1 });
  const there = () => source.database.query('select * from kh_program');
  expect(await there()).toMatchObject([
    { program_num: 'H2026001', dept_code: 'CW310', funds: '200000.00', card_no: null },
  ]);
  expect(await differences()).toEqual([]);
  await source.database.query(`update kh_program set card_no = 'KH-7788'`);
  await run('syncDataProgram');
  const [card] = await database.query('select fund_card_num as card from program where id = $1', [
    program.id,
  ]);
  expect(card).toEqual({ card: 'KH-7788' });
  await source.database.query(`update kh_program set card_no = 'KH-9999'`);
  expect(await run('syncDataProgram')).toMatchObject({ differNum: 1 });
  expect(await differences()).toMatchObject([
    { item: 'fundCardNum', ours: 'KH-7788', theirs: 'KH-9999' },
  ]);
  expect(await there()).toMatchObject([{ card_no: 'KH-9999' }]);
});

test('payments that only finance knows become expenses once, and never beyond what is there', async () => {
  await source.database.query(
    `insert into kh_expend values
       ('FK001', 1, 'H2026001', '10201', 300, '江陵仪器公司', '2026-05-01', null),
       ('FK001', 2, 'H2026001', '10201', 200, '江陵仪器公司', '2026-05-01', null),
       ('FK002', 1, 'H2026001', '10201', 600, '江陵仪器公司', '2026-05-02', null),
       ('FK003', 1, 'H0000000', '10201', 1, '某公司', '2026-05-02', null),
       ('FK004', 1, null, null, 1, '某公司', '2026-05-02', 'ZC0000')`,
  );
  const first = await run('syncDataFunding');
  expect(first).toMatchObject({ total: 5, addedNum: 2, differNum: 2, failNum: 1 });
  expect(JSON.stringify(first.lines)).toContain('可用余额不足：可用 500.00 元，申请 600.00 元');
  expect(await run('syncDataFunding')).toMatchObject({ addedNum: 0, skipNum: 2 });
  const sums = await database.query(
    `select spent::text, (select sum(expense_amount)::text from funds_expenditure where is_import = '1' and status = '3') as paid
       from ledger_funds_balance where owner_id = $1 and account = ''`,
    [program.id],
  );
  expect(sums).toEqual([{ spent: '500.00', paid: '500.00' }]);
  const named = await database.query<{ name: string }>(
    `select expense_name as name from funds_expenditure where is_import = '1' order by 1`,
  );
  expect(named.map(({ name }) => name)).toEqual([
    '材料费 · 江陵仪器公司 · ¥200.00',
    '材料费 · 江陵仪器公司 · ¥300.00',
  ]);
  await source.database.query(
    `insert into kh_balance values ('KH-7788', '2026-06-01', 1000, 500, 500), ('KH-0', '2026-06-01', 1, 1, 1)`,
  );
  expect(await run('syncDataFunding')).toMatchObject({ skipNum: 3 });
  await source.database.query(
    `update kh_balance set spent = 400, balance = 600 where card_no = 'KH-7788'`,
  );
  await run('syncDataFunding');
  expect((await differences()).filter(({ object }) => object === 'balance')).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        recordNum: 'KH-7788',
        ours: '收入 1000.00 · 支出 500.00 · 余额 500.00',
        theirs: '收入 1000.00 · 支出 400.00 · 余额 600.00',
      }),
    ]),
  );
});

test('a run that breaks off says why, and the next one goes on', async () => {
  source.cut(true);
  expect(await run('pullFinanceAll')).toMatchObject({
    runResult: '3',
    errorMsg: expect.stringContaining('无法连接财务数据源'),
  });
  source.cut(false);
  expect(await run('pullFinanceAll')).toMatchObject({ runResult: '2', skipNum: 2 });
});

test('the clock brings what is due, for those who set one', async () => {
  await paid(`('PZ009', '2026-03-09', 9, '江陵大学', null, null)`);
  await database.query(`update finance_source set clock = '1'`);
  const job = jobsOf(parts).find(({ name }) => name === 'finance-exchange-by-clock');
  if (!job) throw new Error('no job');
  const byClock = () =>
    job.run(
      { tenantId: '000000', data: undefined, signal: new AbortController().signal } as never,
      parts.engine,
    );
  // A run that is under way holds up no other type.
  const arrivalsAre = (state: string) =>
    database.query(
      `update data_sync set run_result = $1
        where id = (select max(id) from data_sync where sync_type = '1')`,
      [state],
    );
  await arrivalsAre('0');
  expect(await byClock()).toMatchObject({ left: 1 });
  await arrivalsAre('1');
  expect((await arrivals()).map(({ num }) => num)).not.toContain('PZ009');
  expect(await byClock()).toMatchObject({ left: 0 });
  expect((await arrivals()).map(({ num }) => num)).toContain('PZ009');
});

test('a folder does what a database does', async () => {
  const folder = join(dirname(parts.financeSources.folderOf('000000', { folder: 'x' })), 'caiwu');
  mkdirSync(folder, { recursive: true });
  // As a finance office saves it: GBK heads and amounts with separators are told apart by our readers.
  writeFileSync(
    join(folder, 'kh_arrive.csv'),
    '\uFEFFvoucher_no,arrive_date,amount,payer,memo\r\nWJ001,2026-04-01,"1,234.50",江陵港务集团,"首期款,合同 7"\r\nPZ002,2026-04-02,77.00,江陵港务集团,另一来源的同号凭证\r\n',
  );
  const saved = await post(`${service}/source/submit`, {
    name: '文件夹',
    sourceKind: '3',
    folder: 'caiwu',
  });
  expect(saved).toMatchObject({ status: 200 });
  const database_ = sourceId;
  sourceId = String(saved.data.id);
  expect(await run('pullFinanceAll')).toMatchObject({ addedNum: 2, failNum: 0 });
  expect(await arrivals()).toEqual(
    expect.arrayContaining([expect.objectContaining({ num: 'WJ001', amount: '1234.50' })]),
  );
  // A number of a voucher is the source's own: that of the database stays as it is.
  expect((await arrivals()).filter(({ num }) => num.startsWith('PZ002'))).toMatchObject([
    { num: 'PZ002', amount: '500.50', payer: '江陵仪器有限公司' },
    { num: 'PZ002（文件夹）', amount: '77.00', payer: '江陵港务集团' },
  ]);
  expect(await run('pullFinanceAll')).toMatchObject({ addedNum: 0, skipNum: 2 });
  expect(await run('syncDataProgram')).toMatchObject({ addedNum: 1 });
  expect(readFileSync(join(folder, 'kh_program.csv'), 'utf8')).toContain('H2026001,合同研究');
  expect(await run('syncDataProgram')).toMatchObject({ addedNum: 0, skipNum: 1 });
  // A row that cannot be read leaves a line, and stops no other.
  writeFileSync(
    join(folder, 'kh_expend.csv'),
    'voucher_no,line_no,program_num,item_code,amount,payee,pay_date\r\nFK901,1,H2026001,10201,约三百,某公司,2026-05-01\r\nFK902,1,H2026001,10201,3,某公司,2026-13-45\r\nFK903,1,H0000000,10201,"1,000.00",某公司,2026/5/1\r\n',
  );
  writeFileSync(
    join(folder, 'kh_balance.csv'),
    'card_no,income,spent,balance\r\nKH-1,不详,1,1\r\nKH-9999,"1,000.00",500,-500\r\n',
  );
  expect(await run('syncDataFunding')).toMatchObject({ total: 5, failNum: 3, differNum: 2 });
  sourceId = database_;
  const outside = await post(`${service}/source/submit`, {
    name: '越界',
    sourceKind: '3',
    folder: '../secrets',
  });
  expect(outside.status).toBe(400);
});

test('only those who may exchange do', async () => {
  const teacher = await process.tokenFor('000000', 'teacher');
  for (const call of ['pullFinanceAll', 'syncDataProgram', 'syncDataFunding']) {
    expect((await post(`${service}/${call}`, {}, teacher)).status).toBe(403);
  }
  expect((await post(`${service}/pullFinanceAll`, { sourceId }, office)).status).toBe(200);
  await parts.jobs.settle();
});
