import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { agree, attached, faultOf, ok, path, projectOf, read } from '../support/filing.ts';

/** Surplus of an ended project, as people's calls handle it, and how it is undone. */
let app: LawApplication;
let leader: Client;
let section: Client;
let finance: Client;
let director: Client;
let admin: Client;
beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  section = await app.as('rd_project');
  finance = await app.as('finance');
  director = await app.as('rd_leader');
  admin = await app.as('rd_admin');
});
afterAll(() => app.close());

const today = new Date().toISOString().slice(0, 10);

/** A project with money, in this state since this day. */
const withMoney = async (booked: string, status: string, concludedOn: string): Promise<RowLike> => {
  const project = await projectOf(app, leader, { endDate: addMonths(today, -1) });
  await app.database.query(
    `update program set status = '${status}', concluded_on = '${concludedOn}' where id = ${project.id}`,
  );
  await app.database.query(
    `insert into ledger_funds_balance (tenant_id, owner_id, account, booked)
     values ('${home}', ${project.id}, '', ${booked})`,
  );
  return project;
};

const surplus = (project: RowLike, more: RowLike = {}): Promise<Answer> =>
  leader.post(path('processSurplus/submit'), {
    programId: project.id,
    surplusHandle: '01',
    handleAmount: '9000.00',
    applyDate: today,
    useUntil: addMonths(today, 24),
    plan: '后续试验的材料费',
    items: [{ itemCode: '10201', amount: '9000.00' }],
    ...more,
  });

const money = async (project: RowLike): Promise<readonly unknown[]> => {
  const { balance, frozenFunds, settledFunds } = await read(leader, 'programInfo', project);
  return [balance, frozenFunds, settledFunds];
};

const expense = async (project: RowLike, amount: string, expenseDate = today): Promise<Answer> =>
  leader.post(path('fundsExpenditure/submit'), {
    ...(await attached(leader, '25')),
    programId: project.id,
    expenseType: '01',
    expenseDate,
    payee: '江陵仪器公司',
    receivablesAccount: '6222020200001234567',
    openingBank: '工商银行江陵支行',
    reason: '实验材料',
    items: [{ itemCode: '10201', amount, remark: '材料' }],
  });

test('a surplus is held, then kept in a project of its own, and given back when it is voided', async () => {
  const project = await withMoney('9200.00', '40', today);
  const sent = await ok(surplus(project));
  expect(sent).toMatchObject({ surplusFunds: '9200.00', surplusProgramId: '' });
  expect(await money(project)).toEqual(['200.00', '9000.00', '0.00']);
  expect(faultOf(await surplus(project, { handleAmount: '200.00' }))).toBe(
    '项目有在途支出 9,000.00 元，不能办理结余',
  );
  await agree(sent, section, finance, director);
  expect(await money(project)).toEqual(['200.00', '0.00', '9000.00']);
  const { surplusProgramId, surplusNum } = await read(leader, 'processSurplus', sent);
  const kept = { id: surplusProgramId };
  expect(await read(leader, 'programInfo', kept)).toMatchObject({
    programNum: surplusNum,
    programLeader: leader.id,
    status: '20',
    balance: '9000.00',
    budget: [{ itemCode: '10201', amount: '9000.00', booked: '9000.00' }],
  });
  // Money that its project holds for an expense cannot be taken back.
  const spent = await ok(expense(kept, '100.00'));
  const refused = await admin.post(path('processSurplus/abolish'), { id: sent.id, reason: '误报' });
  expect(refused.status).not.toBe(200);
  await ok(leader.post(path('fundsExpenditure/recall'), { id: spent.id }));
  await ok(leader.post(path('fundsExpenditure/remove'), { ids: spent.id }));
  await ok(admin.post(path('processSurplus/abolish'), { id: sent.id, reason: '误报' }));
  expect(await money(project)).toEqual(['9200.00', '0.00', '0.00']);
  const gone = await leader.get(path('programInfo/detail'), { id: String(surplusProgramId) });
  expect(gone.status).toBe(404);
});

test('a surplus that is carried adds to the other project, also to the budget of its items', async () => {
  const project = await withMoney('5000.00', '60', today);
  const target = await projectOf(app, leader, {
    endDate: addMonths(today, 12),
    fundMode: '1',
    budget: [{ itemCode: '10201', amount: '100.00' }],
  });
  const carried = { surplusHandle: '05', handleAmount: '5000.00', useUntil: null };
  const items = [{ itemCode: '10201', amount: '5000.00' }];
  const nowhere = await surplus(project, { ...carried, items });
  expect(faultOf(nowhere)).toContain('转入项目');
  const sent = await ok(surplus(project, { ...carried, items, targetProgramId: target.id }));
  await agree(sent, section, finance, director);
  expect(await money(project)).toEqual(['0.00', '0.00', '5000.00']);
  expect(await money(target)).toEqual(['5000.00', '0.00', '0.00']);
  // Its budget was 100 yuan.
  await ok(expense(target, '5000.00'));
});

test('what is given away is at most the surplus, and performance pay at most what the school allows', async () => {
  const project = await withMoney('1000.00', '40', today);
  expect(faultOf(await surplus(project, { handleAmount: '1000.01' }))).toBe(
    '处理金额不能超过结余 1,000.00 元',
  );
  const pay = {
    surplusHandle: '06',
    items: null,
    useUntil: null,
    performanceRate: '10',
    shares: [{ userId: leader.id, amount: '100.00' }],
  };
  expect(faultOf(await surplus(project, { ...pay, handleAmount: '100.00' }))).toBe(
    '只有横向项目可以按合同约定提取绩效',
  );
  const under = await projectOf(app, leader, { endDate: addMonths(today, 2) });
  expect(await surplus(under)).toMatchObject({ errors: [{ path: 'programId' }] });
  const none = await withMoney('0.00', '40', today);
  expect(faultOf(await surplus(none, { handleAmount: '1.00' }))).toBe('该项目没有结余经费');
});

test('a concluded project pays for as many days as the school allows (R-204)', async () => {
  const before = (days: number): string =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const late = await expense(await withMoney('500.00', '40', before(92)), '10.00');
  expect(faultOf(late)).toBe('项目结题已超过 90 天，不能再报销，请办理项目结余');
  const concluded = await withMoney('500.00', '40', before(88));
  expect(faultOf(await expense(concluded, '10.00'))).toBe(
    `项目已于 ${before(88)} 结题，只能报销结题前发生的在途费用`,
  );
  await ok(expense(concluded, '10.00', before(88)));
});
