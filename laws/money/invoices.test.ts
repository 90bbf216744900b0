import { performDueActions } from '@keyan/engine/commands/timers.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addDefaultRules } from '@keyan/product/office/warnings/shipped.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { agree, attached, ok, path, read } from '../support/filing.ts';

/** Invoices of a contract, as people's calls bring them about. */
let app: LawApplication;
let leader: Client;
let fund: Client;
let finance: Client;
let record: RowLike;
let programId: string;

const day = 86_400_000;
const inDays = (days: number): string =>
  new Date(Date.now() + days * day + 8 * 3_600_000).toISOString().slice(0, 10);

const contractOf = (more: RowLike = {}): RowLike => ({
  programName: '泵站群优化调度算法开发',
  programLeader: leader.id,
  departmentId: app.departments[home]?.get('310'),
  contractType: '0101',
  contractAmount: '300000',
  partyName: '江陵市水务集团有限公司',
  partyCreditCode: '91350100M000100Y43',
  partyType: '01',
  partyRegion: '420000',
  partyContact: '李志强',
  partyPhone: '0716-8061234',
  payMode: '1',
  ipOwnership: '3',
  techField: '07',
  signDate: '2026-01-10',
  startDate: '2026-01-10',
  endDate: '2027-12-31',
  isTechRegister: '1',
  isTaxFree: '1',
  isSealed: '1',
  isTransform: '0',
  isRelated: '0',
  fundMode: '2',
  subjectClass: '01',
  subject: '52020',
  researchType: '3',
  content: '研究泵站群的优化调度。',
  performanceTerms: '能耗下降 5%。',
  members: [{ sort: 1, personType: '01', userId: leader.id, memberRole: '01', task: '主持项目' }],
  payPlans: [{ sort: 1, payCondition: '合同签订后', planDate: '2026-03-01', planAmount: '300000' }],
  ...more,
});

beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  fund = await app.as('rd_fund');
  finance = await app.as('finance');
  const people = [
    await app.as('dept_secretary'),
    await app.as('dept_leader'),
    fund,
    await app.as('rd_leader'),
  ];
  record = await ok(
    leader.post(path('horizontal/submit'), { ...contractOf(), ...(await attached(leader, '03')) }),
  );
  await agree(record, ...people);
  record = await read(leader, 'horizontal', record);
  programId = String(record.programInfoId);
});
afterAll(() => app.close());

const asked = (more: RowLike = {}): RowLike => ({
  programId,
  billMode: '2',
  ticketType: '01',
  billAmount: '106000',
  billContent: '01',
  receiveEmail: 'caiwu@jiangling.example',
  receivePhone: '13800001234',
  expectArriveDate: inDays(90),
  taxCardNum: 'H2026-0001',
  ...more,
});

const apply = (more: RowLike = {}) => leader.post(path('billapplyinfo/submit'), asked(more));
const faultsOf = async (more: RowLike): Promise<string> =>
  JSON.stringify((await apply(more)).errors);

const issue = async (bill: RowLike, invoiceNumber: string): Promise<void> => {
  await agree(bill, fund, finance);
  const { version } = await read(finance, 'billapplyinfo', bill);
  await ok(
    finance.post(path('billapplyinfo/spUpdate'), {
      id: bill.id,
      version,
      invoiceNumber,
      invoiceDate: inDays(0),
      ...(await attached(finance, '25')),
    }),
  );
};

/** The clock of the university on another day. */
const timePasses = async (on: string): Promise<void> => {
  const clock = () => new Date(`${on}T00:05:00+08:00`);
  await performDueActions(
    { ...app.parts.engine, clock, log: { error: () => undefined } },
    home,
    'date',
  );
};

test('a contract that ends soon stands in its list, and its leader is reminded', async () => {
  const rules = await addDefaultRules(app.parts.engine.asSystem('law', home));
  const rule = rules.find(({ warnTarget }) => warnTarget === 'contract_end');
  const keeper = await app.as('rd_admin');
  const tried = () => ok(keeper.post(path('earlyWarning/trial'), { id: rule?.id }));
  const listed = () => ok(fund.get(path('horizontal/list'), { view: 'ending' }));
  expect(await tried()).toMatchObject({ total: 0 });
  expect(await listed()).toMatchObject({ records: [] });
  const stored = await app.database.query<{ last: string; soon: string }>(
    'select end_date::text as last, ends_soon_from::text as soon from horizontal_record where id = $1',
    [record.id],
  );
  await app.database.query(
    'update horizontal_record set end_date = $2, ends_soon_from = $3 where id = $1',
    [record.id, inDays(25), inDays(-5)],
  );
  expect(await tried()).toMatchObject({ total: 1, items: [{ id: record.id, rung: 30 }] });
  expect(JSON.stringify(await tried())).toContain('应收 300,000.00 元');
  expect(await listed()).toMatchObject({ records: [{ id: record.id }] });
  await app.database.query(
    'update horizontal_record set end_date = $2, ends_soon_from = $3 where id = $1',
    [record.id, stored[0]?.last, stored[0]?.soon],
  );
});

test('R-401: getTaxes answers the taxes and how they follow; a saved invoice has the same', async () => {
  const taxes = await ok(
    leader.get(path('billapplyinfo/getTaxes'), { ticketType: '03', amount: '106000' }),
  );
  expect(taxes).toMatchObject({
    rate: '0.06',
    noTaxAmount: '100000.00',
    taxAmount: '6000.00',
    surtax: '720.00',
  });
  const pjNumber = await ok(leader.get(path('billapplyinfo/getPjNumber')));
  expect(pjNumber).toMatch(/^PJ20\d{7}$/);
  const saved = await ok(leader.post(path('billapplyinfo/save'), asked()));
  expect(saved).toMatchObject({
    pjNumber: expect.stringMatching(/^PJ20\d{7}$/),
    taxAmount: '6000.00',
    noTaxAmount: '100000.00',
    surtax: '720.00',
    contractNum: record.contractNum,
    buyerName: '江陵市水务集团有限公司',
    buyerTaxNum: '91350100M000100Y43',
  });
  await ok(leader.post(path('billapplyinfo/remove'), { ids: saved.id }));
});

test('R-402: without registration no invoice is free of tax; then the quota is the limit, to the fen', async () => {
  const free = { ticketType: '02', billAmount: '240000', taxFreeAmount: '240000' };
  expect(await faultsOf(free)).toContain('尚未办理技术合同认定登记');
  const { version } = await read(fund, 'horizontal', record);
  await ok(
    fund.post(path('horizontal/register'), {
      id: record.id,
      version,
      techRegNum: '2026420000123',
      techRegDate: '2026-02-10',
      techAmount: '240000',
      taxFreeNum: '荆税免〔2026〕15 号',
      taxFreeAmount: '240000',
      ...(await attached(fund, '27')),
    }),
  );
  expect(
    await faultsOf({ ...free, billAmount: '240000.01', taxFreeAmount: '240000.01' }),
  ).toContain('免税额度剩余 240,000.00 元，本次免税 240,000.01 元');
});

test('R-403: invoices stay within the contract, to the fen', async () => {
  expect(await faultsOf({ billAmount: '300000.01' })).toContain(
    '合同额 300,000.00 元，已开票（含在途）0.00 元，可开 300,000.00 元，申请 300,000.01 元',
  );
  const first = await ok(apply({ billAmount: '250000' }));
  expect(await faultsOf({ billAmount: '50000.01' })).toContain(
    '合同额 300,000.00 元，已开票（含在途）250,000.00 元，可开 50,000.00 元，申请 50,000.01 元',
  );
  await ok(leader.post(path('billapplyinfo/recall'), { ids: first.id }));
  expect(await read(leader, 'horizontal', record)).toMatchObject({ billableFunds: '300000.00' });
});

test('R-404: a loan ends after 180 days at most', async () => {
  expect(await faultsOf({ expectArriveDate: inDays(181) })).toContain(
    `预计到款日期不能晚于 ${inDays(180)}（申请日起 180 天）`,
  );
});

test('R-406: a special invoice names the buyer in full, by a number of the right length', async () => {
  expect(await faultsOf({ ticketType: '03' })).toContain('buyerBank');
  expect(await faultsOf({ buyerTaxNum: '9135010' })).toContain('购方税号应为 15、17、18 或 20 位');
});

test('R-404, R-405: a borrowed invoice is issued, comes overdue, keeps its leader from another, and is settled', async () => {
  const bill = await ok(apply());
  expect(bill).toMatchObject({ status: '1' });
  await issue(bill, '26442000000000000001');
  expect(await read(leader, 'billapplyinfo', bill)).toMatchObject({
    status: '3',
    dueFunds: '106000.00',
    invoiceNumber: '26442000000000000001',
  });
  const counts = await ok(leader.get(path('billapplyinfo/countList')));
  expect(counts).toMatchObject({ '3': 1, '6': 1, '8': 0 });
  // Its day passes.
  await timePasses(inDays(91));
  expect(await read(leader, 'billapplyinfo', bill)).toMatchObject({ status: '8' });
  expect(await faultsOf({ billAmount: '1000' })).toContain('有逾期未到款票据');
  // Money that arrives for it settles it.
  const arrival = await ok(
    fund.post(path('fundingArrive/submit'), {
      fundingSource: '江陵市水务集团有限公司',
      arriveType: '02',
      arriveDate: '2026-06-01',
      arriveAmount: '106000',
      isPublic: '1',
    }),
  );
  const claim = await ok(
    leader.post(path('fundingDivide/submit'), {
      arriveId: arrival.id,
      programId,
      divideAmount: '106000',
      billId: bill.id,
    }),
  );
  await ok(fund.post(path('fundingDivide/assign'), { ids: claim.id }));
  expect(await read(leader, 'billapplyinfo', bill)).toMatchObject({
    status: '3',
    dueFunds: '0.00',
    settledOn: inDays(0),
  });
  expect(await read(leader, 'horizontal', record)).toMatchObject({
    arrivedFunds: '106000.00',
    issuedFunds: '106000.00',
  });
  // A red letter alone does not take back an invoice that was paid.
  const { version } = await read(finance, 'billapplyinfo', bill);
  const refused = await finance.post(path('billapplyinfo/red'), {
    id: bill.id,
    version,
    redNumber: '26442000000000000002',
    redDate: inDays(0),
    redAmount: '1',
    reason: '开票有误',
  });
  expect(JSON.stringify(refused.errors)).toContain('该票据已到款 106,000.00 元，请随退款红冲');
});

test('a red letter gives the contract back what it takes from the invoice', async () => {
  const bill = await ok(apply({ billAmount: '50000' }));
  await issue(bill, '26442000000000000003');
  const { version } = await read(finance, 'billapplyinfo', bill);
  // nothing becomes of the surplus of a project for which money is still to come.
  const surplus = async () =>
    JSON.stringify(
      (
        await leader.post(path('processSurplus/submit'), {
          programId,
          surplusHandle: '03',
          handleAmount: '1.00',
          applyDate: inDays(0),
          plan: '上缴学校',
        })
      ).errors,
    );
  const named = `项目有未到款票据（${bill.pjNumber} 50,000.00 元），请待款到账或红冲后再办理结余`;
  expect(await surplus()).toContain(named);
  await ok(
    finance.post(path('billapplyinfo/red'), {
      id: bill.id,
      version,
      redNumber: '26442000000000000004',
      redDate: inDays(0),
      redAmount: '50000',
      reason: '开票有误',
    }),
  );
  expect(await read(leader, 'billapplyinfo', bill)).toMatchObject({
    status: '9',
    redFunds: '50000.00',
  });
  expect(await surplus()).not.toContain('未到款票据');
  expect(await read(leader, 'horizontal', record)).toMatchObject({ issuedFunds: '106000.00' });
});

test('R-403: an invoice after payment stays within the arrival', async () => {
  const arrival = await ok(
    fund.post(path('fundingArrive/submit'), {
      fundingSource: '江陵市水务集团有限公司',
      arriveType: '02',
      arriveDate: '2026-06-01',
      arriveAmount: '20000',
      isPublic: '1',
    }),
  );
  const paid = { billMode: '1', expectArriveDate: null, taxCardNum: null, arriveId: arrival.id };
  const refused = await apply({ ...paid, billAmount: '20000.01' });
  expect(JSON.stringify(refused)).toContain('可开票金额不足');
  await ok(apply({ ...paid, billAmount: '20000' }));
});
