import { openClient } from '@keyan/engine/testing/database.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { agree, attached, faultOf, ok, path, read } from './support/filing.ts';

/** Contracts from their filing to the project that they make and the money that arrives for them. */
let app: LawApplication;
let leader: Client;
let secretary: Client;
let dean: Client;
let fund: Client;
let director: Client;
beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  secretary = await app.as('dept_secretary');
  dean = await app.as('dept_leader');
  fund = await app.as('rd_fund');
  director = await app.as('rd_leader');
});
afterAll(() => app.close());

const plan = [
  { sort: 1, payCondition: '合同签订后', planDate: '2026-03-01', planAmount: '90000' },
  { sort: 2, payCondition: '提交中期成果后', planDate: '2026-07-01', planAmount: '120000' },
  { sort: 3, payCondition: '验收后', planDate: '2026-12-01', planAmount: '90000' },
];

const given = (more: RowLike = {}): RowLike => ({
  programName: '变电站巡检图像识别系统开发',
  programLeader: leader.id,
  departmentId: app.departments[home]?.get('310'),
  contractType: '0101',
  contractAmount: '300000',
  partyName: '江陵电力设计院有限公司',
  partyCreditCode: '91350100M000100Y43',
  partyType: '02',
  partyRegion: '420000',
  partyContact: '王建国',
  partyPhone: '0716-8060000',
  payMode: '2',
  ipOwnership: '1',
  techField: '01',
  signDate: '2026-02-20',
  startDate: '2026-02-20',
  endDate: '2027-02-19',
  isTechRegister: '1',
  isTaxFree: '0',
  isSealed: '1',
  isTransform: '0',
  isRelated: '0',
  fundMode: '1',
  subjectClass: '01',
  subject: '52020',
  researchType: '3',
  content: '研究变电站设备图像的识别方法。',
  performanceTerms: '识别准确率不低于 95%。',
  members: [{ sort: 1, personType: '01', userId: leader.id, memberRole: '01', task: '主持项目' }],
  payPlans: plan,
  budget: [
    { itemCode: '10201', amount: '200000' },
    { itemCode: '10301', amount: '100000' },
  ],
  ...more,
});

const filed = async (more: RowLike = {}): Promise<RowLike> =>
  ok(leader.post(path('horizontal/submit'), { ...given(more), ...(await attached(leader, '03')) }));

let record: RowLike;

test('R-208: a plan that lacks a fen is refused, and says both sums', async () => {
  const short = plan.map((line, at) => (at === 2 ? { ...line, planAmount: '89999.99' } : line));
  const refused = await leader.post(path('horizontal/submit'), {
    ...given({ payPlans: short }),
    ...(await attached(leader, '03')),
  });
  expect(JSON.stringify(refused)).toContain(
    '收款计划合计 299,999.99 元，应等于合同总额 300,000.00 元',
  );
  const wrong = await leader.post(
    path('horizontal/submit'),
    given({ partyCreditCode: '91350100M000100Y4Z' }),
  );
  expect(JSON.stringify(wrong)).toContain('统一社会信用代码不使用字符“Z”');
});

test('the last approval makes the project, with its number, its budget and its contract', async () => {
  record = await filed();
  expect(record).toMatchObject({ contractStatus: '10', programNum: '' });
  expect(record.contractNum).toMatch(/^HT2026\d{5}$/);
  await agree(record, secretary, dean, fund, director);
  record = await read(leader, 'horizontal', record);
  expect(record).toMatchObject({
    contractStatus: '2',
    partyUnitIdName: '江陵电力设计院有限公司',
    billableFunds: '300000.00',
    receivable: '300000.00',
    isPending: '1',
    dueNo: 1,
    dueDate: '2026-03-01',
    dueAmount: '90000.00',
  });
  const project = await read(leader, 'programInfo', { id: record.programInfoId });
  expect(project.programNum).toMatch(/^H20\d{2}310\d{4}$/);
  expect(record.programNum).toBe(project.programNum);
  expect(project).toMatchObject({
    status: '20',
    funds: '300000.00',
    contractId: record.id,
    budget: [{ itemCode: '10201', amount: '200000.00' }, { itemCode: '10301' }],
  });
  const partner = await read(fund, 'cooperation', { id: record.partyUnitId });
  expect(partner).toMatchObject({
    creditCode: '91350100M000100Y43',
    contractCount: 1,
    contractAmount: '300000.00',
  });
});

const arrive = async (amount: string, date: string): Promise<RowLike> => {
  const arrival = await ok(
    fund.post(path('fundingArrive/submit'), {
      fundingSource: '江陵电力设计院有限公司',
      arriveType: '02',
      arriveDate: date,
      arriveAmount: amount,
      isPublic: '1',
    }),
  );
  const claim = await ok(
    leader.post(path('fundingDivide/submit'), {
      arriveId: arrival.id,
      programId: record.programInfoId,
      divideAmount: amount,
    }),
  );
  await ok(fund.post(path('fundingDivide/assign'), { ids: claim.id }));
  return claim;
};

const periods = async () => {
  const now = await read(leader, 'horizontal', record);
  return (now.payPlans as RowLike[]).map(({ arrivedAmount }) => arrivedAmount);
};

test('R-208: what arrives pays the periods in their order, and gives back what is taken back', async () => {
  await arrive('100000', '2026-02-25');
  expect(await periods()).toEqual(['90000.00', '10000.00', '0.00']);
  expect(await read(leader, 'horizontal', record)).toMatchObject({
    contractStatus: '3',
    arrivedFunds: '100000.00',
    dueNo: 2,
    dueAmount: '110000.00',
  });
  await arrive('110000', '2026-07-10');
  expect(await periods()).toEqual(['90000.00', '120000.00', '0.00']);
  const last = await arrive('95000', '2026-11-27');
  expect(await periods()).toEqual(['90000.00', '120000.00', '90000.00']);
  expect(await read(leader, 'horizontal', record)).toMatchObject({
    overFunds: '5000.00',
    dueDate: '',
  });
  expect(await read(fund, 'cooperation', { id: record.partyUnitId })).toMatchObject({
    arrivedFunds: '305000.00',
  });
  await ok(fund.post(path('fundingDivide/unassign'), { ids: last.id }));
  expect(await periods()).toEqual(['90000.00', '120000.00', '0.00']);
});

test('R-208: a supplement leaves no less than what arrived', async () => {
  const { arrivedFunds } = await read(leader, 'horizontal', record);
  expect(arrivedFunds).toBe('210000.00');
  const lowered = async (newContractAmount: string) =>
    leader.post(path('programChange/submit'), {
      programId: record.programInfoId,
      changeTypes: ['10'],
      changeReason: '减少巡检站点。',
      needSuperior: '0',
      newContractAmount,
      newPayPlans: [{ ...plan[0], planAmount: newContractAmount }],
      ...(await attached(leader, '06', '03')),
    });
  expect(faultOf(await lowered('209999.99'))).toBe(
    '已到账 210,000.00 元，超过新合同额 209,999.99 元，请先退款',
  );
  const sent = await ok(lowered('210000.00'));
  await ok(leader.post(path('programChange/recall'), { id: sent.id }));
});

test('R-208: a supplement changes the amount and the plan, and the periods follow', async () => {
  const change = await ok(
    leader.post(path('programChange/submit'), {
      programId: record.programInfoId,
      changeTypes: ['10'],
      changeReason: '增加巡检站点。',
      needSuperior: '0',
      newContractAmount: '360000',
      newPayPlans: [
        ...plan,
        { sort: 4, payCondition: '补充内容验收后', planDate: '2027-01-31', planAmount: '60000' },
      ],
      ...(await attached(leader, '06', '03')),
    }),
  );
  expect(await read(leader, 'horizontal', record)).toMatchObject({ contractStatus: '5' });
  await agree(change, secretary, dean, fund, director);
  expect(await read(leader, 'horizontal', record)).toMatchObject({
    contractStatus: '3',
    contractAmount: '360000.00',
    receivable: '150000.00',
    dueNo: 3,
  });
  expect(await periods()).toEqual(['90000.00', '120000.00', '0.00', '0.00']);
});

test('the office notes the registration, which opens the quota of invoices without tax', async () => {
  const { version } = await read(fund, 'horizontal', record);
  const noted = {
    id: record.id,
    version,
    techRegNum: '2026420000123',
    techRegDate: '2026-03-10',
    techAmount: '300000.01',
    ...(await attached(fund, '27')),
  };
  expect(faultOf(await leader.post(path('horizontal/register'), noted))).not.toBe('');
  await ok(fund.post(path('horizontal/register'), noted));
  expect(await read(leader, 'horizontal', record)).toMatchObject({ isPending: '0' });
});

test('a command waits for the project of a contract before it holds the contract', async () => {
  const holder = await openClient(app.database.adminUrl);
  const waiting = async (): Promise<number | undefined> => {
    const [found] = await app.database.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return found?.n;
  };
  const { version } = await read(fund, 'horizontal', record);
  const commands: readonly [string, RowLike][] = [
    ['submit', { id: record.id, version, regNo: '2026420001', regDate: '2026-03-02' }],
    ['backDraft', { ids: record.id }],
    ['remove', { ids: record.id }],
  ];
  for (const [command, body] of commands) {
    await holder.query('begin');
    await holder.query('select 1 from program where id = $1 for update', [record.programInfoId]);
    const answered = fund.post(path(`horizontal/${command}`), body);
    try {
      await expect.poll(waiting).toBe(1);
      expect(
        await app.database.query(
          'select 1 from horizontal_record where id = $1 for update nowait',
          [record.id],
        ),
      ).toHaveLength(1);
    } finally {
      await holder.query('commit');
      await answered;
    }
  }
  await holder.end();
});

test('a related party needs a reason, and the legal office signs', async () => {
  const silent = await leader.post(path('horizontal/submit'), {
    ...given({ isRelated: '1', programName: '配电网规划咨询' }),
    ...(await attached(leader, '03')),
  });
  expect(silent.errors.map(({ path: at }) => at)).toContain('relatedNote');
  const related = await filed({
    programName: '变电站巡检图像识别系统研发',
    isRelated: '1',
    relatedNote: '负责人持有甲方 2% 股份。',
  });
  expect(await read(leader, 'horizontal', related)).toMatchObject({
    isAlike: '1',
    partyUnitId: record.partyUnitId,
  });
  await agree(related, secretary, dean, fund, director);
  expect(await read(leader, 'horizontal', related)).toMatchObject({ contractStatus: '2' });
});

test('a partner that is merged gives its contracts and their money to the other', async () => {
  const other = await ok(
    fund.post(path('cooperation/submit'), {
      unitName: '江陵电力设计研究院',
      unitNature: '01',
      partyType: '02',
      region: '420000',
    }),
  );
  await ok(
    fund.post(path('cooperation/merge'), {
      id: record.partyUnitId,
      version: (await read(fund, 'cooperation', { id: record.partyUnitId })).version,
      into: other.id,
    }),
  );
  expect(await read(fund, 'cooperation', other)).toMatchObject({
    contractCount: 2,
    contractAmount: '660000.00',
    arrivedFunds: '210000.00',
  });
  expect(await read(fund, 'cooperation', { id: record.partyUnitId })).toMatchObject({
    status: '0',
    contractCount: 0,
    arrivedFunds: '0.00',
  });
});
