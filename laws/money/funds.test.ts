import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { scoreResult } from '@keyan/product/scoring/score-result.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { attached, handle, ok, path, read } from '../support/filing.ts';

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

let project: RowLike;
let arrival: RowLike;
let claim: RowLike;
let booking: RowLike;

test('R-301, R-302: an arrival is claimed, granted and follows what is allocated of it, and its leader is told', async () => {
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
  const beyond = { ...asked, divideAmount: '106000.01' };
  const tooMuch = await leader.post(path('fundingDivide/submit'), beyond);
  expect(tooMuch.errors[0]?.message).toBe('剩余 106,000.00 元，不能认领 106,000.01 元');
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
    '来款【江陵电力公司】剩余 6,000.00 元，不能分配 6,000.01 元，差 0.01 元',
  );
  // nobody gives up the rest while somebody claims it.
  const version = async () => (await read(office, 'fundingArrive', arrival)).version;
  const finish = async () =>
    office.post(path('fundingArrive/divideFinish'), { id: arrival.id, version: await version() });
  expect((await finish()).msg).toMatch(/^尚有待裁定的认领：FP\d+ .+ 6,000\.01 元$/);
  const turned = { id: other.id, version: other.version, reason: '与合同不符' };
  await ok(office.post(path('fundingDivide/refuse'), turned));
  await ok(finish());
  await ok(
    office.post(path('fundingArrive/renewDivide'), { id: arrival.id, version: await version() }),
  );
  // the leader is told, and who was turned down, too.
  const { records: told } = await ok(leader.get('kh-edu-research/message/list', { size: '20' }));
  expect(JSON.stringify(told)).toContain(
    '江陵电力公司 来款到账 100,000.00 元，已分配到项目【合同研究】，请办理入账。',
  );
  expect(JSON.stringify(told)).toContain('未被采纳：与合同不符');
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
  expect(wrong.errors[0]?.message).toBe('科目合计 91,337.61 元，应等于直接经费 91,337.60 元');
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
    arrivedFunds: '106000.00',
    taxedFunds: '6720.00',
    overheadFunds: '7942.40',
    indirectFunds: '7942.40',
    netFunds: '91337.60',
    bookedFunds: '91337.60',
    pendingFunds: '0.00',
    balance: '91337.60',
  });
  await ok(finance.post(path('fundingArrive/finishConfirm'), { ids: arrival.id }));
  expect(await read(office, 'fundingArrive', arrival)).toMatchObject({ status: '3' });
  const reversed = await finance.post(path('fundingArrive/reverse'), {
    id: arrival.id,
    version: (await read(finance, 'fundingArrive', arrival)).version,
    reason: '退款',
  });
  expect(reversed.msg).toContain('剩余 0.00 元，不能分配 106,000.00 元，差 106,000.00 元');
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
  expect(await read(leader, 'programInfo', project)).toMatchObject({ bookedFunds: '91337.60' });
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

const expense = async (amount: string, invoiceNum: string): Promise<RowLike> => ({
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
    const [row = {}] = records as readonly RowLike[];
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
  expect(refused.msg).toBe('【材料费】可用余额不足：可用 91,337.60 元，申请 91,337.61 元');
  await choose('both');
});

test('an expense holds its amount, is refused beyond the balance, and is paid', async () => {
  const beyond = await leader.post(
    path('fundsExpenditure/submit'),
    await expense('91337.61', 'F1'),
  );
  expect(beyond.msg).toBe('【材料费】可用余额不足：可用 91,337.60 元，申请 91,337.61 元');
  const sent = await ok(
    leader.post(path('fundsExpenditure/submit'), await expense('1337.60', 'F1')),
  );
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    frozenFunds: '1337.60',
    balance: '90000.00',
  });
  const twice = await leader.post(path('fundsExpenditure/submit'), await expense('1.00', 'F1'));
  expect(twice.msg).toBe(`发票号 F1 已在 ${sent.expenseNum} 报销`);
  // case, width, blanks, 「№」 and neighbours in the cell make no other number of it.
  for (const written of ['ｆ１', ' f 1 ', '№F1', '发票号码：F1', 'F9；F1']) {
    const again = await leader.post(
      path('fundsExpenditure/submit'),
      await expense('1.00', written),
    );
    expect(again.msg, written).toBe(`发票号 F1 已在 ${sent.expenseNum} 报销`);
  }

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

/** Faults for which this expense of somebody is refused. */
const faultsOf = async (given: RowLike): Promise<string> =>
  JSON.stringify(
    (
      await leader.post(path('fundsExpenditure/submit'), {
        ...(await expense('500.00', 'G1')),
        ...given,
      })
    ).errors,
  );

test('R-307: one invoice on two lines of one expense is right, and eight digits are not enough', async () => {
  const line = { itemCode: '10201', amount: '1.00', invoiceNum: 'T-1', remark: '材料' };
  const items = [line, { ...line, itemCode: '10207', invoiceNum: 't1' }];
  const sent = await ok(
    leader.post(path('fundsExpenditure/submit'), { ...(await expense('1.00', 'T1')), items }),
  );
  await ok(leader.post(path('fundsExpenditure/recall'), { id: sent.id }));
  expect(await faultsOf({ items: [{ ...line, invoiceNum: '12345678' }] })).toContain(
    '请补填发票代码，或填写 20 位发票号码',
  );
});

test('an expense is not of tomorrow, nor of before its project', async () => {
  expect(await faultsOf({ expenseDate: '2099-01-27' })).toContain('发生日期不能晚于今天');
  expect(await faultsOf({ expenseDate: '2025-12-31' })).toContain(
    '发生日期不能早于项目开始日期 2026-01-01',
  );
});

test('R-309: labour comes to its items, and staff gets none', async () => {
  const labour = (person: RowLike) => ({
    expenseType: '04',
    items: [{ itemCode: '10302', amount: '500.00', remark: '劳务' }],
    labors: [
      {
        name: '周甲',
        idNumber: '110101199003070011',
        personType: '03',
        bankAccount: '6222020200001234567',
        gross: '500.00',
        ...person,
      },
    ],
  });
  expect(await faultsOf(labour({ gross: '9999.00' }))).toContain(
    '劳务明细合计 9,999.00 元，与支出明细 500.00 元不符',
  );
  const wrongItem = {
    ...labour({}),
    items: [{ itemCode: '10201', amount: '500.00', remark: '劳务' }],
  };
  expect(await faultsOf(wrongItem)).toContain('劳务发放只能列支劳务费或绩效支出');
  const id = '110101198001010012';
  await app.database.query(
    `insert into personnel (tenant_id, id, name, id_number, sorter, zzzt, user_id, create_user, create_time, update_user, update_time)
     values ($1, 991, '李四', $2, '01', '1', $3, 1, now(), 1, now())`,
    [home, id, leader.id],
  );
  expect(await faultsOf(labour({ name: '李 四', idNumber: id }))).toContain(
    '【李四】为本校在编人员，不得发放劳务费',
  );
  expect(await faultsOf(labour({ name: '李四', personType: '01' }))).toContain(
    '【李四】为本校在编人员，不得发放劳务费',
  );
  const advice = {
    ...labour({ name: '李四', idNumber: id }),
    items: [{ itemCode: '10303', amount: '500.00', remark: '咨询' }],
  };
  expect(await faultsOf(advice)).toContain('【李四】是项目组成员，不得领取专家咨询费');
  const sent = await ok(
    leader.post(path('fundsExpenditure/submit'), {
      ...(await expense('500.00', 'G1')),
      ...labour({}),
    }),
  );
  await ok(leader.post(path('fundsExpenditure/recall'), { id: sent.id }));
});

test('R-310: a transfer goes to a partner that the project names, within its amount, by an agreement', async () => {
  const system = app.parts.engine.asSystem('test', home);
  const resource = app.resources.find(({ key }) => key === 'programInfo') as Resource;
  const items = [{ itemCode: '104', amount: '20000.01', remark: '外拨' }];
  const out = { expenseType: '05', payee: '江城大学', items };
  expect(await faultsOf(out)).toContain('外拨单位【江城大学】未列入合同（预算）');
  const { version } = await read(leader, 'programInfo', project);
  await system.save(resource, {
    id: project.id,
    version,
    units: [{ unitName: '江城 大学', unitNature: '01', unitRole: '2', funds: '20000.00' }],
  });
  expect(await faultsOf(out)).toContain('请上传');
  const files = await attached(leader, '25', '03');
  const sent = await leader.post(path('fundsExpenditure/submit'), {
    ...(await expense('1.00', 'X')),
    ...out,
    ...files,
  });
  expect(sent.msg).toBe('【江城大学】外拨可用 20,000.00 元，申请 20,000.01 元');
});

test('rd_fund and finance read the ledgers of every nature', async () => {
  for (const client of [office, finance]) {
    for (const view of ['vertical', 'horizontal', 'school', 'cultural']) {
      await ok(client.get(path('programInfo/list'), { view }));
    }
  }
});

test('a booking above the budget of an item is refused, and one in a lump sum asks for no items', async () => {
  const system = app.parts.engine.asSystem('test', home);
  const resource = app.resources.find(({ key }) => key === 'programInfo') as Resource;
  /** A booking of 50,000.00 for a project of this mode, as it was sent. */
  const sent = async (fundMode: string, given: RowLike): Promise<RowLike> => {
    const made = await system.save(resource, {
      programName: `经费管理方式${fundMode}`,
      programNum: `Z202600${fundMode}`,
      programKind: 'vertical',
      level: '01',
      programLeader: leader.id,
      departmentId: app.departments[home]?.get('310'),
      startDate: '2026-01-01',
      endDate: '2027-12-31',
      status: '20',
      fundMode,
      budget: [{ itemCode: '10205', amount: '40000.00' }],
    });
    const money = await ok(
      office.post(path('fundingArrive/submit'), {
        fundingSource: '国家自然科学基金委员会',
        arriveType: '01',
        arriveDate: '2026-03-02',
        arriveAmount: '50000',
        isPublic: '1',
      }),
    );
    const granted = await ok(
      leader.post(path('fundingDivide/submit'), {
        arriveId: money.id,
        programId: made.id,
        divideAmount: '50000',
      }),
    );
    await ok(office.post(path('fundingDivide/assign'), { ids: granted.id }));
    // Gross counts from the grant on; a leader who waits hides nothing (ruling 63).
    expect(await read(leader, 'programInfo', made)).toMatchObject({
      arrivedFunds: '50000.00',
      bookedFunds: '0.00',
      pendingFunds: '50000.00',
    });
    const one = await ok(
      leader.post(path('jfdzys/submit'), {
        divideId: granted.id,
        taxAmount: '0.00',
        indirectFee: '0.00',
        ...given,
        ...(await attached(leader, '26')),
      }),
    );
    await ok(handle(office, one, { flag: 'ok' }));
    return one;
  };
  const above = await sent('1', { items: [{ itemCode: '10205', amount: '50000.00' }] });
  const refused = await handle(finance, above, { flag: 'ok' });
  expect(refused.msg).toBe(
    '【会议/差旅/国际合作交流费】预算尚可入账 40,000.00 元，本次 50,000.00 元，超 10,000.00 元，请先办理预算调剂',
  );
  const lump = await sent('2', {});
  await ok(handle(finance, lump, { flag: 'ok' }));
  const booked = await read(leader, 'jfdzys', lump);
  expect(booked).toMatchObject({ netAmount: '50000.00', status: '2' });
  const arrive = await ok(
    leader.get(path('funds/getArrive'), { programId: String(booked.programId) }),
  );
  expect(arrive).toMatchObject({
    sum: '50000.00',
    lines: [{ netAmount: '50000.00', status: '2' }],
  });
  const all = await ok(leader.get(path('wel/index/v1/myFundsAll'), {}));
  expect(all).toMatchObject({ arrive: '206000.00', expend: '0.00' });
  const years = await leader.get(path('wel/index/v1/myFundsByYear'), { year: '2026' });
  expect(years.data).toHaveLength(5);
  expect((years.data as unknown as readonly RowLike[]).at(-1)).toMatchObject({
    year: 2026,
    arrive: '206000.00',
  });
});
