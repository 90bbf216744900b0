import { performDueActions } from '@keyan/engine/commands/timers.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { agree, attached, faultOf, ok, path, projectOf, read } from '../support/filing.ts';
import { booked, paid, spent } from '../support/money.ts';

/** the six ways of a surplus, to the fen; what each pays or moves; and the account that is settled. */
let app: LawApplication;
let leader: Client;
let fund: Client;
let finance: Client;
let director: Client;
beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  fund = await app.as('rd_fund');
  finance = await app.as('finance');
  director = await app.as('rd_leader');
});
afterAll(() => app.close());

const today = new Date().toISOString().slice(0, 10);

/** A contract's project with 91,337.60 yuan booked and 1,337.60 spent, which is concluded: 90,000.00 are left. */
const concluded = async (more: RowLike = {}): Promise<RowLike> => {
  const project = await projectOf(app, leader, {
    programKind: 'horizontal',
    level: '06',
    fundMode: '1',
    endDate: '2027-12-31',
    budget: [{ itemCode: '10201', amount: '100000' }],
    ...more,
  });
  const people = { leader, office: fund, finance };
  await booked(people, project);
  await paid(people, await spent(people, project, '1337.60'), '2026-05-01');
  await ok(
    fund.post(path('programInfo/registerConclusion'), {
      id: project.id,
      version: (await read(fund, 'programInfo', project)).version,
      reason: '已验收',
    }),
  );
  return project;
};

const surplus = (project: RowLike, more: RowLike): Promise<Answer> =>
  leader.post(path('processSurplus/submit'), {
    programId: project.id,
    handleAmount: '90000.00',
    applyDate: today,
    plan: '按规定处理',
    ...more,
  });

const items = (amount: string): RowLike => ({ items: [{ itemCode: '10201', amount }] });

const approved = async (sent: RowLike): Promise<RowLike> => {
  await agree(sent, fund, finance, director);
  return read(leader, 'processSurplus', sent);
};

const figures = async (project: RowLike): Promise<RowLike> => {
  const row = await read(leader, 'programInfo', project);
  return Object.fromEntries(
    ['balance', 'frozenFunds', 'settledFunds', 'expendFunds', 'pendingFunds', 'isClosed'].map(
      (name) => [name, row[name]],
    ),
  );
};

const empty = { balance: '0.00', frozenFunds: '0.00', pendingFunds: '0.00', isClosed: '1' };

test('R-311, 01 and 02: the money goes to an account of its own, which is no project under way', async () => {
  for (const surplusHandle of ['01', '02']) {
    const project = await concluded();
    const sent = await ok(
      surplus(project, { surplusHandle, useUntil: addMonths(today, 24), ...items('90000.00') }),
    );
    expect(await figures(project)).toMatchObject({ balance: '0.00', frozenFunds: '90000.00' });
    const { surplusProgramId, surplusNum } = await approved(sent);
    expect(await figures(project)).toEqual({
      ...empty,
      settledFunds: '90000.00',
      expendFunds: '1337.60',
    });
    const account = await read(leader, 'programInfo', { id: surplusProgramId });
    expect(account).toMatchObject({
      programKind: 'surplus',
      programNum: surplusNum,
      // Gross counts once: what is carried did not arrive again.
      arrivedFunds: '0.00',
      bookedFunds: '90000.00',
      balance: '90000.00',
      isClosed: '0',
    });
  }
  const { records } = await ok(
    leader.get(path('programInfo/list'), { view: 'horizontal', size: '100' }),
  );
  expect((records as RowLike[]).some(({ programKind }) => programKind === 'surplus')).toBe(false);
});

test('R-311, 03: the school takes it, and the account is settled until somebody opens it again', async () => {
  const project = await concluded();
  await approved(await ok(surplus(project, { surplusHandle: '03' })));
  expect(await figures(project)).toEqual({
    ...empty,
    settledFunds: '90000.00',
    expendFunds: '1337.60',
  });
  const late = await fund.post(path('fundingArrive/submit'), {
    fundingSource: '江陵电力公司',
    arriveType: '02',
    arriveDate: '2026-06-01',
    arriveAmount: '1000',
    isPublic: '1',
  });
  const claim = { arriveId: late.data?.id, programId: project.id, divideAmount: '1000' };
  expect((await leader.post(path('fundingDivide/submit'), claim)).errors[0]?.path).toBe(
    'programId',
  );
  const { version } = await read(fund, 'programInfo', project);
  await ok(fund.post(path('programInfo/reopen'), { id: project.id, version, reason: '尾款' }));
  await ok(leader.post(path('fundingDivide/submit'), claim));
});

test('R-311, 04: it is paid back to the funder; the account is settled with the payment', async () => {
  const project = await concluded();
  const give = { surplusHandle: '04' };
  expect((await surplus(project, give)).errors.map((one) => one.path)).toEqual([
    'payee',
    'payeeAccount',
    'payeeBank',
  ]);
  const sent = await ok(
    surplus(project, {
      ...give,
      payee: '江陵电力公司',
      payeeAccount: '6222020200001234567',
      payeeBank: '工商银行江陵支行',
    }),
  );
  const { version } = await approved(sent);
  expect(await figures(project)).toMatchObject({
    balance: '0.00',
    frozenFunds: '90000.00',
    settledFunds: '0.00',
    isClosed: '0',
  });
  const payment = { id: sent.id, voucherNum: '记-2026-0311', payDate: today };
  expect((await leader.post(path('processSurplus/pay'), { ...payment, version })).status).toBe(403);
  await ok(finance.post(path('processSurplus/pay'), { ...payment, version }));
  expect(await figures(project)).toEqual({
    ...empty,
    settledFunds: '0.00',
    expendFunds: '91337.60',
  });
  const after = await read(finance, 'processSurplus', sent);
  expect(after).toMatchObject({ status: '7', voucherNum: '记-2026-0311' });
  // The bank sends it back: the account is open again.
  await ok(
    finance.post(path('processSurplus/reversePay'), {
      id: sent.id,
      version: after.version,
      reason: '账号有误',
    }),
  );
  expect(await figures(project)).toMatchObject({ frozenFunds: '90000.00', isClosed: '0' });
});

test('R-311, 05: another project has it, once, and no more arrived of it', async () => {
  const project = await concluded();
  const target = await projectOf(app, leader, {
    endDate: addMonths(today, 12),
    fundMode: '1',
    budget: [{ itemCode: '10201', amount: '100.00' }],
  });
  const carried = { surplusHandle: '05', targetProgramId: target.id };
  expect(faultOf(await surplus(project, { ...carried, ...items('89999.99') }))).toContain(
    '处理金额',
  );
  await approved(await ok(surplus(project, { ...carried, ...items('90000.00') })));
  expect(await figures(project)).toMatchObject({ ...empty, settledFunds: '90000.00' });
  expect(await read(leader, 'programInfo', target)).toMatchObject({
    arrivedFunds: '0.00',
    bookedFunds: '90000.00',
    balance: '90000.00',
  });
});

test('R-311, 06: performance pay within the rate of the school, by people; the rest goes another way', async () => {
  const project = await concluded();
  const pay = (handleAmount: string, performanceRate: string, shares: readonly RowLike[]) =>
    surplus(project, { surplusHandle: '06', handleAmount, performanceRate, shares });
  const share = (amount: string): RowLike => ({ userId: leader.id, amount });
  const most = (await pay('90000.00', '99', [share('90000.00')])).errors[0]?.message ?? '';
  const rate = Number(/不能超过 (\d+(?:\.\d+)?)%/.exec(most)?.[1]);
  expect(rate).toBeGreaterThan(0);
  const amount = (900 * rate).toFixed(2);
  const beyond = (900 * rate + 0.01).toFixed(2);
  expect(faultOf(await pay(beyond, String(rate), [share(beyond)]))).toBe(
    '处理金额超过结余与提取比例之积',
  );
  expect(faultOf(await pay(amount, String(rate), [share('0.01')]))).toMatch(
    /^绩效发放合计 0\.01 元/,
  );
  const sent = await ok(pay(amount, String(rate), [share(amount)]));
  const { version } = await approved(sent);
  await ok(
    finance.post(path('processSurplus/pay'), {
      id: sent.id,
      version,
      voucherNum: '记-2026-0312',
      payDate: today,
    }),
  );
  const rest = (90000 - 900 * rate).toFixed(2);
  expect(await figures(project)).toMatchObject({ balance: rest, isClosed: '0' });
  await approved(await ok(surplus(project, { surplusHandle: '03', handleAmount: rest })));
  expect(await figures(project)).toMatchObject(empty);
});

test('R-311: nothing is settled while an expense waits, or money is not booked', async () => {
  const project = await concluded();
  const waiting = await ok(
    leader.post(path('fundsExpenditure/submit'), {
      ...(await attached(leader, '25')),
      programId: project.id,
      expenseType: '01',
      expenseDate: '2026-05-01',
      payee: '江陵仪器公司',
      receivablesAccount: '6222020200001234567',
      openingBank: '工商银行江陵支行',
      reason: '实验材料',
      items: [{ itemCode: '10201', amount: '3860.50', remark: '材料' }],
    }),
  );
  const school = { surplusHandle: '03', handleAmount: '86139.50' };
  expect(faultOf(await surplus(project, school))).toBe('项目有在途支出 3,860.50 元，不能办理结余');
  await ok(leader.post(path('fundsExpenditure/recall'), { id: waiting.id }));
  const arrival = await ok(
    fund.post(path('fundingArrive/submit'), {
      fundingSource: '江陵电力公司',
      arriveType: '02',
      arriveDate: '2026-06-01',
      arriveAmount: '20000',
      isPublic: '1',
    }),
  );
  const division = await ok(
    leader.post(path('fundingDivide/submit'), {
      arriveId: arrival.id,
      programId: project.id,
      divideAmount: '20000',
    }),
  );
  await ok(fund.post(path('fundingDivide/assign'), { ids: division.id }));
  expect(faultOf(await surplus(project, { surplusHandle: '03' }))).toBe(
    '尚有待入账 20,000.00 元，请先入账或退款',
  );
});

test('R-311: a surplus account reminds before its last day, and those who look after it behind it', async () => {
  const project = await concluded();
  const sent = await ok(
    surplus(project, {
      surplusHandle: '02',
      useUntil: addMonths(today, 1),
      ...items('90000.00'),
    }),
  );
  await approved(sent);
  const said = async (who: Client): Promise<string> =>
    JSON.stringify((await ok(who.get('kh-edu-research/message/list', { size: '50' }))).records);
  const ring = () =>
    performDueActions({ ...app.parts.engine, log: { error: () => undefined } }, home, 'date');
  await ring();
  expect(await said(leader)).toContain('结余经费即将到期');
  await app.database.query(`update process_surplus set use_until = '2026-01-31' where id = $1`, [
    sent.id,
  ]);
  await ring();
  expect(await said(finance)).toContain('逾期仍有余额，请办理结余处理');
});
