import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { scoreResult } from '@keyan/product/scoring/score-result.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { attached, handle, type Input, ok, path, read } from './support/filing.ts';

/** Money from its arrival to its payment, as people's calls bring it about. */
let app: LawApplication;
let leader: Client;
let office: Client;
let finance: Client;
beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  office = await app.as('rd_fund');
  finance = await app.as('finance');
});
afterAll(() => app.close());

let project: Input;
let arrival: Input;
let claim: Input;
let booking: Input;

test('an arrival is claimed, granted and follows what is allocated of it', async () => {
  const system = app.parts.engine.asSystem('test', home);
  const resource = app.resources.find(({ key }) => key === 'programInfo');
  if (!resource) throw new Error('no projects');
  project = await system.save(resource, {
    programName: '合同研究',
    programNum: 'H2026001',
    programKind: 'horizontal',
    level: '06',
    programLeader: leader.id,
    departmentId: app.departments[home]?.get('310'),
    startDate: '2026-01-01',
    endDate: '2027-12-31',
    status: '20',
  });
  arrival = await ok(
    office.post(path('fundingArrive/submit'), {
      fundingSource: '江陵电力公司',
      arriveType: '02',
      arriveDate: '2026-03-01',
      arriveAmount: '106000',
      isPublic: '1',
    }),
  );
  expect(arrival).toMatchObject({ status: '0', arriveCode: expect.stringMatching(/^DZ/) });

  const asked = { arriveId: arrival.id, programId: project.id };
  claim = await ok(leader.post(path('fundingDivide/submit'), { ...asked, divideAmount: '100000' }));
  const other = await ok(
    leader.post(path('fundingDivide/submit'), { ...asked, divideAmount: '6000.01' }),
  );
  expect(await read(office, 'fundingArrive', arrival)).toMatchObject({ leftAmount: '106000.00' });
  await ok(office.post(path('fundingDivide/assign'), { ids: claim.id }));
  expect(await read(office, 'fundingArrive', arrival)).toMatchObject({
    status: '1',
    dividedAmount: '100000.00',
    leftAmount: '6000.00',
  });
  const refused = await office.post(path('fundingDivide/assign'), { ids: other.id });
  expect(JSON.stringify([refused.msg, refused.data])).toContain(
    '来款【江陵电力公司】未分配金额不足：差 0.01 元',
  );
  await ok(office.post(path('fundingDivide/unassign'), { ids: claim.id }));
  expect(await read(office, 'fundingArrive', arrival)).toMatchObject({ status: '0' });
  // The whole of it is allocated.
  claim = await ok(leader.post(path('fundingDivide/submit'), { ...asked, divideAmount: '106000' }));
  await ok(office.post(path('fundingDivide/assign'), { ids: claim.id }));
  expect(await read(office, 'fundingArrive', arrival)).toMatchObject({ status: '2' });
});

test('what was granted is booked by budget items, as R-304 computes it', async () => {
  const budget = {
    divideId: claim.id,
    ticketType: '03',
    indirectFee: '7942.40',
    items: [{ itemCode: '10201', amount: '91337.60' }],
    ...(await attached(leader, '26')),
  };
  const wrong = await leader.post(path('jfdzys/submit'), {
    ...budget,
    items: [{ itemCode: '10201', amount: '91337.61' }],
  });
  expect(wrong.errors[0]?.message).toBe('科目合计应等于可用直接经费');
  const sent = await ok(leader.post(path('jfdzys/submit'), budget));
  booking = sent;
  expect(sent).toMatchObject({
    taxAmount: '6720.00',
    manageFee: '7942.40',
    netAmount: '91337.60',
    status: '1',
  });
  expect(await read(office, 'fundingDivide', claim)).toMatchObject({ status: '1' });
  await ok(handle(office, sent, { flag: 'ok' }));
  await ok(handle(finance, sent, { flag: 'ok' }));
  expect(await read(leader, 'jfdzys', sent)).toMatchObject({ status: '2' });
  const secretary = await app.as('dept_secretary');
  const copies = await ok(secretary.get('blade-flow/work/cc-list'));
  expect(copies.records).toMatchObject([{ businessId: sent.id, readTime: '' }]);
  expect(await read(secretary, 'jfdzys', sent)).toMatchObject({ netAmount: '91337.60' });
  expect(await read(office, 'fundingDivide', claim)).toMatchObject({ status: '2' });
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    arrivedFunds: '91337.60',
    balance: '91337.60',
  });
  await ok(finance.post(path('fundingArrive/finishConfirm'), { ids: arrival.id }));
  expect(await read(office, 'fundingArrive', arrival)).toMatchObject({ status: '3' });
  const reversed = await finance.post(path('fundingArrive/reverse'), {
    id: arrival.id,
    version: (await read(finance, 'fundingArrive', arrival)).version,
    reason: '退款',
  });
  expect(reversed.msg).toContain('未分配金额不足：差 106,000.00 元');
});

test('a booked arrival that a confirmed batch scored is not voided until it is unlocked (R-508)', async () => {
  const { engine } = app.parts;
  const system = engine.asSystem('law', home);
  const result = await system.save(scoreResult as unknown as Resource, {
    title: '合同研究',
  });
  // As computing a batch would have left it.
  await app.database.query(
    `update score_result set score_object = 'arrive', biz_id = $2, score = 10.6 where id = $1`,
    [result.id, booking.id],
  );
  const { version } = await system.perform(scoreResult as unknown as Resource, 'lock', result.id);
  const state = () => read(office, 'jfdzys', booking);
  expect(await state()).toMatchObject({ isLocked: '1', scoreTotal: '10.60', status: '2' });
  // Saying so books nothing anew.
  expect(await read(leader, 'programInfo', project)).toMatchObject({ arrivedFunds: '91337.60' });
  const calls = { abolish: { id: booking.id }, backDraft: { ids: booking.id } };
  for (const [call, asked] of Object.entries(calls)) {
    const refused = await office.post(path(`jfdzys/${call}`), { ...asked, reason: '退款' });
    expect(JSON.stringify([refused.msg, refused.data]), call).toContain('已计分锁定');
  }
  const scorer = await app.as('rd_achieve');
  const unlocking = { id: result.id, version, reason: '款项退回' };
  await ok(scorer.post(path('scoreBatchResult/unlockOutput'), unlocking));
  expect(await state()).toMatchObject({ isLocked: '0', scoreTotal: '10.60', status: '2' });
});

const expense = async (amount: string, invoiceNum: string): Promise<Input> => ({
  ...(await attached(leader, '25')),
  programId: project.id,
  expenseType: '01',
  expenseDate: '2026-04-01',
  payee: '江陵仪器公司',
  receivablesAccount: '6222020200001234567',
  openingBank: '工商银行江陵支行',
  reason: '实验材料',
  items: [{ itemCode: '10201', amount, invoiceNum, remark: '材料' }],
});

test('funds.check.mode has the balance of the project judged or not', async () => {
  const admin = await app.as('admin');
  const choose = async (paramValue: string): Promise<void> => {
    const { records } = await ok(admin.get('blade-system/param/list', { paramKey: 'funds.check' }));
    const [row = {}] = records as readonly Input[];
    await ok(admin.post('blade-system/param/submit', { ...row, paramValue }));
  };
  await choose('item');
  const sent = await ok(
    leader.post(path('fundsExpenditure/submit'), await expense('91337.61', 'F0')),
  );
  expect(await read(leader, 'programInfo', project)).toMatchObject({ balance: '-0.01' });
  await ok(leader.post(path('fundsExpenditure/recall'), { id: sent.id }));
  await choose('project');
  const refused = await leader.post(
    path('fundsExpenditure/submit'),
    await expense('91337.61', 'F0'),
  );
  expect(refused.msg).toBe('项目【合同研究】可用余额不足：差 0.01 元');
  await choose('both');
});

test('an expense holds its amount, is refused beyond the balance, and is paid', async () => {
  const beyond = await leader.post(
    path('fundsExpenditure/submit'),
    await expense('91337.61', 'F1'),
  );
  expect(beyond.msg).toBe('项目【合同研究】可用余额不足：差 0.01 元');
  const sent = await ok(
    leader.post(path('fundsExpenditure/submit'), await expense('1337.60', 'F1')),
  );
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    frozenFunds: '1337.60',
    balance: '90000.00',
  });
  const twice = await leader.post(path('fundsExpenditure/submit'), await expense('1.00', 'F1'));
  expect(twice.msg).toBe('发票号 F1 已在【经费支出】报销');

  // A return gives back, a new submission holds again.
  await ok(handle(finance, sent, { flag: 'back', comment: '请补充说明' }));
  expect(await read(leader, 'programInfo', project)).toMatchObject({ balance: '91337.60' });
  const returned = await read(leader, 'fundsExpenditure', sent);
  const { version } = returned;
  await ok(leader.post(path('fundsExpenditure/submit'), { id: sent.id, version }));
  await ok(handle(finance, sent, { flag: 'ok' }));
  const approved = await read(finance, 'fundsExpenditure', sent);
  expect(approved).toMatchObject({ status: '2' });
  await ok(
    finance.post(path('fundsExpenditure/pay'), {
      id: sent.id,
      version: approved.version,
      voucherNum: '记-001',
      payDate: '2026-04-10',
    }),
  );
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    frozenFunds: '0.00',
    expendFunds: '1337.60',
    balance: '90000.00',
  });
  const paid = await read(finance, 'fundsExpenditure', sent);
  expect(paid).toMatchObject({ status: '3', voucherNum: '记-001' });
  await ok(
    finance.post(path('fundsExpenditure/reversePay'), {
      id: sent.id,
      version: paid.version,
      reason: '退票',
    }),
  );
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    frozenFunds: '1337.60',
    expendFunds: '0.00',
  });
});
