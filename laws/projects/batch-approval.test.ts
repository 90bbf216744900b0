import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addDays, dayText } from '@keyan/kernel/values/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { declareIn, releasedPlan } from '../support/declaring.ts';
import { agree, ok, path, read } from '../support/filing.ts';

/** 批量立项 (ruling 80): one act of the office approves the declarations of a school call, all of them or none. */
let app: LawApplication;
let teacher: Client;
let colleague: Client;
let office: Client;
let secretary: Client;
let dean: Client;
let director: Client;
const today = dayText(new Date());
beforeAll(async () => {
  app = await startApplication();
  [teacher, colleague, office, secretary, dean, director] = (await Promise.all(
    ['teacher', 'teacher2', 'rd_project', 'dept_secretary', 'dept_leader', 'rd_leader'].map((who) =>
      app.as(who),
    ),
  )) as [Client, Client, Client, Client, Client, Client];
});
afterAll(() => app.close());

const schoolCall = (more: RowLike = {}): Promise<RowLike> =>
  releasedPlan(office, {
    planName: '校级科研基金',
    programKind: 'school',
    resource: '6001',
    level: '04',
    ...more,
  });

const declared = async (who: Client, plan: RowLike, programName: string): Promise<RowLike> => {
  const sent = await ok(declareIn(app, who, plan, { programName, projectType: '600102' }));
  await agree(sent, secretary, dean, office, director);
  return sent;
};

const approveAll = (
  who: Client,
  records: readonly RowLike[],
  more: RowLike = {},
): Promise<Answer> =>
  who.post(path('declareInfo/approveAll'), {
    ids: records.map(({ id }) => id).join(','),
    grantDoc: '校科〔2027〕12号',
    grantDate: '2027-05-20',
    ...more,
  });

/** How many of an act were done and refused. */
const outcome = async (answered: Promise<Answer>): Promise<readonly number[]> => {
  const { done, refused } = (await ok(answered)) as Readonly<Record<'done' | 'refused', unknown[]>>;
  return [done.length, refused.length];
};

test('approvals are born approved, with project, number, document and the history of who did it', async () => {
  const plan = await schoolCall();
  const records = [
    await declared(teacher, plan, '湖泊底泥的磁性'),
    await declared(colleague, plan, '方言韵律的实验'),
  ];
  expect(await outcome(approveAll(teacher, records))).toEqual([0, 2]);
  await ok(
    approveAll(office, records, {
      grantFunds: '100000.00',
      grantStart: '2027-06-01',
      grantMonths: 24,
    }),
  );
  for (const [at, record] of records.entries()) {
    const row = await read(office, 'declareInfo', record);
    expect(row).toMatchObject({ declareStatus: '60', grantDoc: '校科〔2027〕12号' });
    const approval = await read(office, 'programVerticalApproval', { id: row.approvalId });
    expect(approval).toMatchObject({
      auditStatus: '2',
      approvalNum: row.declareNum,
      approvalDate: '2027-05-20',
      approvalDoc: '校科〔2027〕12号',
      superiorAppropriation: '100000.00',
      selfRaiseFunds: '20000.00',
      funds: '120000.00',
      startDate: '2027-06-01',
      endDate: '2029-05-31',
    });
    expect(String(approval.programNum)).toMatch(/^X\d{4}310\d{4}$/);
    const project = await read(office, 'programInfo', { id: approval.programInfoId });
    expect(project).toMatchObject({
      programNum: approval.programNum,
      status: '20',
      resource: '6001',
      approvalNum: row.declareNum,
      approvalDate: '2027-05-20',
      planYear: 2027,
      departmentName: '计算机学院',
      funds: '120000.00',
      programLeader: at === 0 ? teacher.id : colleague.id,
    });
    // Nodes above the lines, with their sums (spec §3).
    expect(project.fundingTreeVOList).toMatchObject([
      {
        itemName: '直接费用',
        parentId: '0',
        sums: '120000.00',
        superiorAppropriation: '100000.00',
        selfRaiseFunds: '20000.00',
        children: [
          { itemName: '业务费', parentId: '1', sums: '86666.67', children: [{ parentId: '102' }] },
          { itemName: '劳务费', parentId: '1', sums: '33333.33', children: [{ parentId: '103' }] },
        ],
      },
    ]);
    const refused = await office.post(path('programInfo/submit'), {
      ...project,
      programName: '改名',
      correction: '录入错误',
    });
    expect(refused.errors).toMatchObject([
      { path: 'programName', message: '【项目名称】由立项审批或合同确定，请办理项目变更' },
    ]);
    expect(row.fundingTreeVOList).toMatchObject([
      { parentId: '0', sort: 1, children: [{ selfRaiseFunds: expect.anything() }, {}] },
    ]);
    const history = (await ok(
      office.get(path('programVerticalApproval/history'), { id: String(approval.id) }),
    )) as unknown as RowLike[];
    expect(history[0]).toMatchObject({ actorId: office.id, note: '批量立项：校科〔2027〕12号' });
  }
});

test('one that refuses keeps the others from being approved, and no number is burnt', async () => {
  const plan = await schoolCall({ defaultFunds: '50000.00' });
  const good = await declared(teacher, plan, '溪流硅藻的群落');
  const waiting = await ok(
    declareIn(app, colleague, plan, { programName: '古琴减字谱的识别', projectType: '600102' }),
  );
  const numbers = () =>
    app.database.query<{ n: string }>('select sum(next)::text as n from number_sequence');
  const before = await numbers();
  expect(await outcome(approveAll(office, [good, waiting]))).toEqual([0, 1]);
  expect(await read(office, 'declareInfo', good)).toMatchObject({ declareStatus: '50' });
  expect(await numbers()).toEqual(before);

  await ok(approveAll(office, [good]));
  const row = await read(office, 'declareInfo', good);
  // Without an amount of the act, what the plan grants each.
  expect(row.grantFunds).toBe('50000.00');
  expect(await outcome(approveAll(office, [good]))).toEqual([0, 1]);
});

test('what a funder approves is not approved by the office', async () => {
  const plan = await releasedPlan(office, { planName: '省计划' });
  const sent = await ok(declareIn(app, teacher, plan, { programName: '潮间带微塑料' }));
  await agree(sent, secretary, dean, office, director);
  expect(await outcome(approveAll(office, [sent]))).toEqual([0, 1]);
  expect(await read(office, 'declareInfo', sent)).toMatchObject({ declareStatus: '50' });
});

test('start and months of the act go together', async () => {
  const plan = await schoolCall();
  const good = await declared(teacher, plan, '苔藓的光合昼夜节律');
  expect(await outcome(approveAll(office, [good], { grantStart: '2027-06-01' }))).toEqual([0, 1]);
  expect(await read(office, 'declareInfo', good)).toMatchObject({ declareStatus: '50' });
});

test('a line of the act has an amount, a number and a document of its own', async () => {
  const plan = await schoolCall({ totalFunds: '130000.00' });
  const [one, other] = [
    await declared(teacher, plan, '沙洲植被的演替'),
    await declared(colleague, plan, '碑刻异体字的谱系'),
  ];
  const lines = (funds: string) => [
    { id: one.id, grantFunds: funds, grantNum: 'XK-07', grantDoc: '校科〔2027〕13号' },
  ];
  // Both together are above the total of the plan: none of them is approved, and the act says so.
  const above = await ok(
    approveAll(office, [one, other], { grantFunds: '50000.00', lines: lines('90000.00') }),
  );
  expect(above).toMatchObject({
    done: [],
    refused: [
      {
        message: expect.stringContaining('立项合计 140,000.00 元，超过计划经费总额 130,000.00 元'),
      },
    ],
  });
  await ok(approveAll(office, [one, other], { grantFunds: '50000.00', lines: lines('80000.00') }));
  expect(await read(office, 'declareInfo', one)).toMatchObject({
    declareStatus: '60',
    grantFunds: '80000.00',
    grantNum: 'XK-07',
    grantDoc: '校科〔2027〕13号',
  });
  const second = await read(office, 'declareInfo', other);
  expect(second).toMatchObject({ grantFunds: '50000.00', grantDoc: '校科〔2027〕12号' });
  const approval = await read(office, 'programVerticalApproval', { id: second.approvalId });
  expect(approval.approvalNum).toBe(second.declareNum);
});

test('no line is above what the call grants a project of its type', async () => {
  const plan = await schoolCall({ typeRules: [{ projectType: '600102', maxFunds: '400000.00' }] });
  const record = await declared(teacher, plan, '盐沼蟹类的扰动');
  const answer = await approveAll(office, [record], {
    lines: [{ id: record.id, grantFunds: '400000.01' }],
  });
  expect(await ok(Promise.resolve(answer))).toMatchObject({
    refused: [{ message: expect.stringContaining('超过计划规定的上限 400,000.00 元') }],
  });
});

const said = async (answered: Promise<Answer>): Promise<string> => JSON.stringify(await answered);

test('proposals are shown before they are approved, and an objection keeps one of them', async () => {
  const plan = await schoolCall({ publicity: '1' });
  const fine = await declared(teacher, plan, '山地云雾的观测');
  const disputed = await declared(colleague, plan, '古籍纸张的老化');
  const planNow = () => read(office, 'declarePlan', plan);
  // Nothing is approved before the list was shown, nor while it is.
  expect(await said(approveAll(office, [fine]))).toContain('该计划须先公示拟立项名单');
  const tooShort = { shownUntil: `${addDays(today, 2)} 18:00:00` };
  const act = async (input: RowLike) =>
    office.post(path('declarePlan/publicise'), {
      id: plan.id,
      version: (await planNow()).version,
      ...input,
    });
  expect(await said(act(tooShort))).toContain('公示期不少于 5 个工作日');
  const shownUntil = `${addDays(today, 9)} 18:00:00`;
  await ok(act({ shownUntil }));
  expect(await said(approveAll(office, [fine]))).toContain(
    `公示期至 ${shownUntil.slice(0, 16)}，期满后方可立项`,
  );
  // Whoever reads the call reads the list: titles, leaders, departments and amounts, no scores.
  const lists = (await ok(colleague.get(path('program/proposed')))) as unknown as RowLike[];
  expect(lists.find(({ id }) => id === plan.id)).toMatchObject({
    isOpen: true,
    shownUntil,
    projects: [
      { programName: '山地云雾的观测', leader: expect.stringMatching(/./) },
      { programName: '古籍纸张的老化', amount: expect.stringMatching(/^\d+\.00$/) },
    ],
  });
  const objection = await ok(
    teacher.post(path('proposalObjection/submit'), {
      planId: plan.id,
      declareNum: disputed.declareNum ?? (await read(office, 'declareInfo', disputed)).declareNum,
      content: '与已发表成果重复，附对照。',
    }),
  );
  expect(
    await said(
      teacher.post(path('proposalObjection/submit'), {
        planId: plan.id,
        declareNum: 'SB9999999',
        content: '没有这个项目。',
      }),
    ),
  ).toContain('公示名单中没有该项目');
  const move = async (who: Client, name: string, more: RowLike = {}) =>
    who.post(path(`proposalObjection/${name}`), {
      id: objection.id,
      version: (await read(teacher, 'proposalObjection', objection)).version,
      ...more,
    });
  await ok(move(teacher, 'handIn'));
  expect(await read(office, 'declareInfo', disputed)).toMatchObject({ isObjected: '1' });
  // The one whom it is about does not learn of it, and does not decide it.
  expect(
    (await colleague.get(path('proposalObjection/detail'), { id: String(objection.id) })).status,
  ).toBe(404);
  await ok(move(office, 'uphold', { result: '经核实，重复情况属实，不予立项。' }));
  expect(await read(office, 'declareInfo', disputed)).toMatchObject({
    declareStatus: '70',
    isObjected: '',
  });
  // The period is over.
  await app.database.query(
    `update declare_plan set shown_until = now() - interval '1 hour' where id = $1`,
    [plan.id],
  );
  const late = await declared(colleague, plan, '名单之后的申报');
  expect(await said(approveAll(office, [late]))).toContain('未列入公示名单');
  expect(await outcome(approveAll(office, [fine]))).toEqual([1, 0]);
});
