import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { agree, attached, faultOf, ok, path, projectOf, read } from '../support/filing.ts';
import { booked, paid, spent } from '../support/money.ts';

/** budgets that move between items, to the fen, and who decides; R-208: supplements of contracts. */
let app: LawApplication;
let leader: Client;
let fund: Client;
let finance: Client;
let people: { readonly leader: Client; readonly office: Client; readonly finance: Client };
beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  fund = await app.as('rd_fund');
  finance = await app.as('finance');
  people = { leader, office: fund, finance };
});
afterAll(() => app.close());

const end = addMonths(new Date().toISOString().slice(0, 10), 6);
const item = (itemCode: string, amount: string): RowLike => ({ itemCode, amount });

const change = async (project: RowLike, more: RowLike): Promise<Answer> =>
  leader.post(path('programChange/submit'), {
    ...(await attached(leader, '06', '03')),
    programId: project.id,
    changeReason: '研究需要',
    needSuperior: '0',
    ...more,
  });

const adjust = (project: RowLike, ...newBudget: readonly RowLike[]): Promise<Answer> =>
  change(project, { changeTypes: ['07'], newBudget });

/** 91,337.60 are booked of 106,000.00; 2,860.50 of 材料费 are paid, 1,000.00 are in approval. */
const busy = async (more: RowLike = {}): Promise<RowLike> => {
  const project = await projectOf(app, leader, {
    endDate: end,
    fundMode: '1',
    funds: '150000.00',
    budget: [item('10201', '100000.00'), item('10301', '20000.00'), item('10101', '30000.00')],
    programKind: 'horizontal',
    level: '06',
    ...more,
  });
  await booked(people, project);
  await paid(people, await spent(people, project, '2860.50'), '2026-05-01');
  await spent(people, project, '1000.00');
  return project;
};

test('R-308: an item is never given less than what is spent or held of it, to the fen', async () => {
  const project = await busy({ budget: [item('10201', '100000.00'), item('10301', '50000.00')] });
  const below = await adjust(project, item('10201', '3860.49'), item('10301', '146139.51'));
  expect(faultOf(below)).toBe('【材料费】新预算 3,860.49 元，低于已支出与在途 3,860.50 元');
  const without = await adjust(project, item('10301', '150000.00'));
  expect(faultOf(without)).toBe('【材料费】新预算 0.00 元，低于已支出与在途 3,860.50 元');
  const sum = await adjust(project, item('10201', '3860.50'), item('10301', '146139.51'));
  expect(faultOf(sum)).toBe('预算合计 150,000.01 元，应等于批准经费 150,000.00 元');
});

test('R-308: within the limits a leader moves alone; beyond them secretary, dean, office, finance and leader decide', async () => {
  const project = await projectOf(app, leader, {
    endDate: end,
    fundMode: '1',
    funds: '100000.00',
    budget: [item('10201', '60000.00'), item('10101', '30000.00'), item('10301', '10000.00')],
  });
  const [secretary, dean, section, director] = [
    await app.as('dept_secretary'),
    await app.as('dept_leader'),
    await app.as('rd_project'),
    await app.as('rd_leader'),
  ];
  // 业务费 → 劳务费 123.45: the office notes it, and it holds.
  const own = await ok(
    adjust(
      project,
      item('10201', '59876.55'),
      item('10101', '30000.00'),
      item('10301', '10123.45'),
    ),
  );
  expect(own).toMatchObject({ ownAdjustment: '1', equipmentChanged: '0' });
  await agree(own, section);
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    budget: [item('10201', '59876.55'), item('10101', '30000.00'), item('10301', '10123.45')],
  });
  // One fen of equipment: everybody is asked, finance too.
  const equipment = await ok(
    adjust(
      project,
      item('10201', '59876.54'),
      item('10101', '30000.01'),
      item('10301', '10123.45'),
    ),
  );
  expect(equipment).toMatchObject({ ownAdjustment: '0', equipmentChanged: '1' });
  await agree(equipment, secretary, dean, section, finance);
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    budget: [item('10201', '59876.55'), item('10101', '30000.00'), item('10301', '10123.45')],
  });
  await agree(equipment, director);
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    budget: [item('10201', '59876.54'), item('10101', '30000.01'), item('10301', '10123.45')],
  });
});

test('R-308: money that two people spend while a budget shrinks is spent once, or the budget stays', async () => {
  const project = await busy({ budget: [item('10201', '100000.00'), item('10301', '50000.00')] });
  const shrinking = await ok(adjust(project, item('10201', '3860.50'), item('10301', '146139.50')));
  // The budget was checked; before it is approved somebody spends more of the item.
  const more = await spent(people, project, '0.01');
  const [secretary, dean, director] = [
    await app.as('dept_secretary'),
    await app.as('dept_leader'),
    await app.as('rd_leader'),
  ];
  await agree(shrinking, secretary, dean, fund, finance);
  await expect(agree(shrinking, director)).rejects.toThrow(/可用余额不足|低于已支出与在途/);
  await ok(leader.post(path('fundsExpenditure/recall'), { id: more.id }));
  await agree(shrinking, director);
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    budget: [item('10201', '3860.50'), item('10301', '146139.50')],
  });
});
