import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addDefaultRules } from '@keyan/product/office/warnings/shipped.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { agree, attached, faultOf, ok, path, projectOf, read } from '../support/filing.ts';
import { booked, paid, spent } from '../support/money.ts';

/** Limits of what is spent, and amounts that are none: each refused in words, and nothing moved. */
let app: LawApplication;
let leader: Client;
let office: Client;
let finance: Client;
let people: { readonly leader: Client; readonly office: Client; readonly finance: Client };
beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  office = await app.as('rd_fund');
  finance = await app.as('finance');
  people = { leader, office, finance };
});
afterAll(() => app.close());

const projectWith = (fundMode: '1' | '2', budget: readonly RowLike[] = []): Promise<RowLike> =>
  projectOf(app, leader, {
    programKind: 'horizontal',
    level: '06',
    fundMode,
    endDate: '2027-12-31',
    budget,
  });

const expense = async (project: RowLike, more: RowLike): Promise<Answer> =>
  leader.post(path('fundsExpenditure/submit'), {
    ...(await attached(leader, '25')),
    programId: project.id,
    expenseType: '01',
    expenseDate: '2026-04-01',
    payee: '江陵仪器公司',
    receivablesAccount: '6222020200001234567',
    openingBank: '工商银行江陵支行',
    reason: '实验材料',
    ...more,
  });

const one = (itemCode: string, amount: unknown): RowLike => ({
  items: [{ itemCode, amount, remark: '材料' }],
});

const figures = async (project: RowLike): Promise<readonly unknown[]> => {
  const { balance, frozenFunds, expendFunds } = await read(leader, 'programInfo', project);
  return [balance, frozenFunds, expendFunds];
};

/** An arrival of 1,060.00 that is divided and booked: 1,000.00 may be spent. */
const small = async (project: RowLike, items: readonly RowLike[]): Promise<RowLike> => {
  const arrival = await ok(
    office.post(path('fundingArrive/submit'), {
      fundingSource: '江陵检测公司',
      arriveType: '02',
      arriveDate: '2026-03-01',
      arriveAmount: '1000',
      isPublic: '1',
    }),
  );
  const division = await ok(
    leader.post(path('fundingDivide/submit'), {
      arriveId: arrival.id,
      programId: project.id,
      divideAmount: '1000',
    }),
  );
  await ok(office.post(path('fundingDivide/assign'), { ids: division.id }));
  const booking = await ok(
    leader.post(path('jfdzys/submit'), {
      divideId: division.id,
      ticketType: '04',
      indirectFee: '80.00',
      items,
      ...(await attached(leader, '26')),
    }),
  );
  await agree(booking, office, finance);
  return arrival;
};

test('the answer to a save has the balances as they stand', async () => {
  const arrival = await ok(
    office.post(path('fundingArrive/submit'), {
      fundingSource: '江陵检测公司',
      arriveType: '02',
      arriveDate: '2026-03-02',
      arriveAmount: '1000',
      isPublic: '1',
    }),
  );
  expect(arrival).toMatchObject({ dividedAmount: '0.00', leftAmount: '1000.00', claims: 0 });
  const changed = { ...(await read(office, 'fundingArrive', arrival)), arriveAmount: '1200' };
  expect(await ok(office.post(path('fundingArrive/submit'), changed))).toMatchObject({
    leftAmount: '1200.00',
  });
});

test('R-305: an item has the less of its budget and of the project’s money; a lump sum has the project’s', async () => {
  const project = await projectWith('1', [
    { itemCode: '10201', amount: '600.00' },
    { itemCode: '10205', amount: '400.00' },
  ]);
  await small(project, [
    { itemCode: '10201', amount: '600.00' },
    { itemCode: '10205', amount: '320.00' },
  ]);
  expect(await figures(project)).toEqual(['920.00', '0.00', '0.00']);
  expect(faultOf(await expense(project, one('10201', '600.01')))).toBe(
    '【材料费】可用余额不足：可用 600.00 元，申请 600.01 元',
  );
  await ok(expense(project, one('10201', '600.00')));
  // 400.00 are budgeted, and 320.00 are there.
  expect(faultOf(await expense(project, one('10205', '320.01')))).toMatch(
    /可用余额不足：可用 320\.00 元，申请 320\.01 元$/,
  );
  // A form asks for both while it is filled in, of projects that its writer may choose.
  const asked = { programId: project.id, ...one('10205', '1') };
  const shown = async (client: Client) =>
    (await ok(client.post(path('fundsExpenditure/facts'), asked)))['balances funds programId'];
  expect(await shown(leader)).toMatchObject({
    '': { available: '320.00' },
    10205: { available: '320.00' },
  });
  expect(await shown(await app.as('teacher2'))).toEqual({});
  const lump = await projectWith('2');
  await small(lump, []);
  await ok(expense(lump, one('10299', '920.00')));
  expect(faultOf(await expense(lump, one('10201', '0.01')))).toMatch(
    /可用 0\.00 元，申请 0\.01 元$/,
  );
});

test('R-306: asking holds, a return sets free, a payment spends, its reversal holds again', async () => {
  const project = await projectWith('1', [{ itemCode: '10201', amount: '100000.00' }]);
  await booked(people, project);
  const asked = await spent(people, project, '3860.50');
  expect(await figures(project)).toEqual(['87477.10', '3860.50', '0.00']);
  await ok(leader.post(path('fundsExpenditure/recall'), { id: asked.id }));
  expect(await figures(project)).toEqual(['91337.60', '0.00', '0.00']);
  const again = await spent(people, project, '3860.50');
  const done = await paid(people, again, '2026-05-01');
  expect(await figures(project)).toEqual(['87477.10', '0.00', '3860.50']);
  await ok(
    finance.post(path('fundsExpenditure/reversePay'), {
      id: done.id,
      version: (await read(finance, 'fundsExpenditure', done)).version,
      reason: '退票',
    }),
  );
  expect(await figures(project)).toEqual(['87477.10', '3860.50', '0.00']);
});

test('R-306: of two who spend the last 1,000 yuan at once, one gets it, and the other reads 0.00', async () => {
  const project = await projectWith('2');
  await small(project, []);
  const files = await Promise.all([attached(leader, '25'), attached(leader, '25')]);
  const answers = await Promise.all(
    files.map(({ attachments }) =>
      leader.post(path('fundsExpenditure/submit'), {
        attachments,
        programId: project.id,
        expenseType: '01',
        expenseDate: '2026-04-01',
        payee: '江陵仪器公司',
        receivablesAccount: '6222020200001234567',
        openingBank: '工商银行江陵支行',
        reason: '实验材料',
        ...one('10201', '920.00'),
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const refused = answers.find(({ status }) => status !== 200);
  expect(refused && faultOf(refused)).toMatch(/可用余额不足：可用 0\.00 元，申请 920\.00 元$/);
  expect(await figures(project)).toEqual(['0.00', '920.00', '0.00']);
});

test('an advance stays held until expenses and cash settle it, to the fen, and its project stays open', async () => {
  const project = await projectWith('1', [
    { itemCode: '10205', amount: '600.00' },
    { itemCode: '10201', amount: '400.00' },
  ]);
  await small(project, [
    { itemCode: '10205', amount: '600.00' },
    { itemCode: '10201', amount: '320.00' },
  ]);
  const both = [
    { itemCode: '10205', amount: '1', remark: '差旅' },
    { itemCode: '10201', amount: '1', remark: '材料' },
  ];
  expect(faultOf(await expense(project, { expenseType: '03', items: both }))).toBe(
    '借款只能列一个科目，请按科目分别借款',
  );
  const asked = await ok(expense(project, { expenseType: '03', ...one('10205', '500.00') }));
  const advance = await paid(people, asked, '2026-05-01');
  expect(await figures(project)).toEqual(['420.00', '500.00', '0.00']);
  const settle = (amount: string, cashReturned: string) =>
    expense(project, {
      expenseType: '07',
      advanceId: advance.id,
      cashReturned,
      ...one('10205', amount),
    });
  expect(faultOf(await settle('400.00', '100.01'))).toBe(
    '借款【实验材料 · 江陵仪器公司 · ¥500.00】未冲金额 500.00 元，本次 500.01 元，超 0.01 元',
  );
  // The advance holds its amount already: nothing more is held while it is approved.
  const first = await ok(settle('380.00', '20.00'));
  expect(await figures(project)).toEqual(['420.00', '500.00', '0.00']);
  await paid(people, first, '2026-05-20');
  expect(await figures(project)).toEqual(['440.00', '100.00', '380.00']);
  expect(await read(leader, 'fundsExpenditure', advance)).toMatchObject({ openAdvance: '100.00' });
  // A payment that settlements account for is not reversed.
  const reversed = await finance.post(path('fundsExpenditure/reversePay'), {
    id: advance.id,
    version: (await read(finance, 'fundsExpenditure', advance)).version,
    reason: '退票',
  });
  expect(reversed.msg).toContain('未冲金额 100.00 元');
  const surplus = () =>
    leader.post(path('processSurplus/submit'), {
      programId: project.id,
      surplusHandle: '03',
      handleAmount: '440.00',
      applyDate: '2026-06-01',
      plan: '上缴学校',
    });
  const lent = `项目有未冲借款（${advance.expenseNum} 100.00 元），不能办理结余`;
  expect(JSON.stringify((await surplus()).errors)).toContain(lent);
  // It was paid more than 90 days ago: people are reminded, and its leader gets no other, of whichever project.
  const rules = await addDefaultRules(app.parts.engine.asSystem('law', home));
  const rule = rules.find(({ warnTarget }) => warnTarget === 'advance_open');
  const keeper = await app.as('rd_admin');
  const tried = await ok(keeper.post(path('earlyWarning/trial'), { id: rule?.id }));
  expect(tried).toMatchObject({ total: 1, items: [{ id: advance.id, rung: 90 }] });
  expect(JSON.stringify(tried)).toContain('尚有 100.00 元未冲账');
  const other = await projectWith('2');
  await small(other, []);
  const next = { expenseType: '03', ...one('10205', '1.00') };
  expect(JSON.stringify((await expense(other, next)).errors)).toContain(
    `项目负责人的借款 ${advance.expenseNum}（2026-05-01 付款）尚有 100.00 元超过 90 天未冲账，不能再借款`,
  );
  await paid(people, await ok(settle('100.00', '0')), '2026-05-30');
  expect(await figures(project)).toEqual(['440.00', '0.00', '480.00']);
  expect(JSON.stringify((await surplus()).errors)).not.toContain('未冲借款');
  await ok(expense(other, next));
});

test('amounts that are none are refused in words, and those of another width are read', async () => {
  const project = await projectWith('2');
  await small(project, []);
  const between = '【金额】应在 0.01 到 9999999999 之间';
  const digits = '请输入正确的金额（最多两位小数）';
  for (const [amount, message] of [
    ['-1.00', between],
    ['0', between],
    ['10000000000000', between],
    ['1.005', digits],
    ['1万', digits],
    ['一百', digits],
  ] as const) {
    const refused = await expense(project, one('10201', amount));
    expect([amount, refused.status, refused.errors[0]]).toEqual([
      amount,
      400,
      { path: 'items.0.amount', message },
    ]);
  }
  const wide = await ok(expense(project, one('10201', '１２３．４５')));
  expect(wide).toMatchObject({ expenseAmount: '123.45' });
  expect(await figures(project)).toEqual(['796.55', '123.45', '0.00']);
});

test('R-301: an arrival that is booked is not divided again, and not reversed', async () => {
  const project = await projectWith('2');
  const arrival = await small(project, []);
  const { version, status } = await read(office, 'fundingArrive', arrival);
  expect(status).toBe('2');
  const again = await office.post(path('fundingArrive/renewDivide'), { id: arrival.id, version });
  expect(again.msg).toContain('已有分配入账，请先作废入账');
  const reversed = await finance.post(path('fundingArrive/reverse'), {
    id: arrival.id,
    version,
    reason: '退款',
  });
  expect(reversed.status).not.toBe(200);
  expect(await figures(project)).toEqual(['920.00', '0.00', '0.00']);
});
