import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import {
  actOn,
  cost,
  declarationOf,
  declareIn,
  joins,
  leads,
  newPlan,
  releasedPlan,
} from '../support/declaring.ts';
import { agree, attached, faultOf, handle, ok, path, projectOf, read } from '../support/filing.ts';

/** Declarations under a plan, from its release to their end, as people's calls bring it about. */
let app: LawApplication;
let teacher: Client;
let colleague: Client;
let secretary: Client;
let dean: Client;
let office: Client;
let director: Client;
beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
  colleague = await app.as('teacher2');
  secretary = await app.as('dept_secretary');
  dean = await app.as('dept_leader');
  office = await app.as('rd_project');
  director = await app.as('rd_leader');
});
afterAll(() => app.close());

const act = actOn;
const released = (more: RowLike = {}): Promise<RowLike> => releasedPlan(office, more);
const declaration = (who: Client, plan: RowLike, more: RowLike = {}): Promise<RowLike> =>
  declarationOf(app, who, plan, more);
const declare = (who: Client, plan: RowLike, more: RowLike = {}): Promise<Answer> =>
  declareIn(app, who, plan, more);

const stateOf = async (record: RowLike): Promise<unknown> =>
  (await read(office, 'declareInfo', record)).declareStatus;

const counts = async (plan: RowLike): Promise<readonly unknown[]> => {
  const row = await read(office, 'declarePlan', plan);
  return [row.declareCount, row.recommendCount, row.approvedCount];
};

test('a plan is answered while it is out, under a number of its own', async () => {
  const plan = await newPlan(office);
  const notNow = [{ path: 'planId', message: '不在申报时间范围内' }];
  expect((await declare(teacher, plan)).errors).toEqual(notNow);
  const draft = await declaration(teacher, plan);
  expect((await teacher.post(path('declareInfo/save'), draft)).errors).toEqual(notNow);
  await ok(act(office, 'declarePlan/publishPlan', plan));
  const { planCode } = await read(office, 'declarePlan', plan);
  const sent = await ok(declare(teacher, plan));
  expect(sent).toMatchObject({
    declareStatus: '10',
    declareNum: `${planCode}001`,
    programKind: 'vertical',
    level: '02',
    matchFunds: '20000.00',
    collegeId: app.departments[home]?.get('310'),
  });
  expect(await counts(plan)).toEqual([1, 0, 0]);
});

test('a plan that ends while the form is open takes the draft and no declaration', async () => {
  const plan = await released();
  const typed = await declaration(teacher, plan);
  const draft = await ok(teacher.post(path('declareInfo/save'), typed));
  await ok(act(office, 'declarePlan/recall', plan));
  const { version } = await read(teacher, 'declareInfo', draft);
  const late = await teacher.post(path('declareInfo/submit'), {
    ...typed,
    id: draft.id,
    version,
    abstractText: '改过的摘要。',
  });
  expect(late.errors).toMatchObject([{ path: 'planId', message: '不在申报时间范围内' }]);
  const kept = await ok(
    teacher.post(path('declareInfo/save'), {
      ...typed,
      id: draft.id,
      version,
      abstractText: '改过的摘要。',
    }),
  );
  expect(kept).toMatchObject({ declareStatus: '0', abstractText: '改过的摘要。' });
});

test('R-103: steps give the status, and what is not approved gives back the quota', async () => {
  const plan = await released({ deptQuotaMode: '1', deptQuota: 1 });
  const first = await ok(declare(teacher, plan));
  const second = await ok(declare(colleague, plan));
  await agree(first, secretary);
  expect(await stateOf(first)).toBe('10');
  const { version } = await read(dean, 'declareInfo', first);
  await ok(handle(dean, first, { flag: 'ok', form: { deptOpinionRank: 1, version } }));
  expect(await read(office, 'declareInfo', first)).toMatchObject({
    declareStatus: '20',
    deptOpinionRank: 1,
  });
  expect(await counts(plan)).toEqual([2, 1, 0]);

  await agree(second, secretary);
  expect((await handle(dean, second, { flag: 'ok' })).msg).toContain('推荐名额已满（限额 1 项）');
  expect(await stateOf(second)).toBe('10');

  await ok(handle(office, first, { flag: 'refuse', comment: '缺少签章' }));
  expect(await stateOf(first)).toBe('82');
  expect(await counts(plan)).toEqual([1, 0, 0]);
  await agree(second, dean, office);
  expect(await stateOf(second)).toBe('30');
  await agree(second, director);
  expect(await stateOf(second)).toBe('50');
  expect(await counts(plan)).toEqual([1, 1, 0]);
  await ok(act(await app.as('rd_admin'), 'declareInfo/abolish', second, { reason: '申请人撤销' }));
  expect(await stateOf(second)).toBe('90');
  expect(await counts(plan)).toEqual([0, 0, 0]);
});

test('what an approver gave back is handed in again after the deadline, unless the plan was withdrawn', async () => {
  const plan = await released();
  const sent = await ok(declare(teacher, plan));
  await ok(handle(secretary, sent, { flag: 'back', comment: '请补充' }));
  expect(await stateOf(sent)).toBe('80');
  const again = async (): Promise<Answer> => {
    const { version } = await read(teacher, 'declareInfo', sent);
    return teacher.post(path('declareInfo/submit'), { id: sent.id, version });
  };
  await ok(act(office, 'declarePlan/recall', plan));
  expect(faultOf(await again())).toBe('不在申报时间范围内');
  await app.database.query(`update declare_plan set status = '3' where id = ${plan.id}`);
  await ok(again());
  expect(await stateOf(sent)).toBe('10');
});

test('nobody leads or joins more declarations than the plan allows (R-102.2, R-102.6)', async () => {
  const plan = await released({ personLimit: 1, joinLimit: 2 });
  const first = await ok(declare(teacher, plan, { members: [leads(teacher), joins(colleague)] }));
  expect(faultOf(await declare(teacher, plan))).toBe(
    '【林晓岚】在本计划已主持申报 1 项，超过限额 1 项',
  );
  await ok(declare(colleague, plan));
  const third = await app.as('dept_leader');
  const members = [leads(third), joins(colleague)];
  expect(faultOf(await declare(third, plan, { members }))).toBe(
    '【孟怀谦】在本计划已主持和参与申报 2 项，超过限额 2 项',
  );
  const asked = await ok(
    third.post(path('declareInfo/validateMember'), {
      planId: plan.id,
      leaderId: third.id,
      members,
    }),
  );
  expect(asked).toMatchObject({ pass: false, items: [{ rule: 'R-102.6', person: '孟怀谦' }] });
  await ok(act(teacher, 'declareInfo/recall', first));
  expect((await read(teacher, 'declareInfo', first)).declareStatus).toBe('81');
  await ok(declare(third, plan, { members }));
});

test('leaders with overdue or enough projects, and whoever left, do not declare (R-102.3, R-102.4, R-102.8)', async () => {
  const plan = await released({ excludeOverdue: '1', onGoingLimit: 1 });
  const project = await projectOf(app, colleague, { endDate: '2028-01-01' });
  expect(faultOf(await declare(colleague, plan))).toBe(
    '【孟怀谦】主持在研同级项目 1 项，已达上限 1 项',
  );
  await app.database.query(
    `update program set status = '22', level = '04' where id = ${project.id}`,
  );
  expect(faultOf(await declare(colleague, plan))).toContain('【孟怀谦】有逾期未结题项目：');
  await app.database.query(`update program set status = '40' where id = ${project.id}`);
  await ok(declare(colleague, plan));
  await app.database.query(`update users set status = '0' where id = ${teacher.id}`);
  const members = [leads(dean), joins(teacher)];
  const gone = await declare(dean, plan, { members });
  await app.database.query(`update users set status = '1' where id = ${teacher.id}`);
  expect(faultOf(gone)).toBe('【林晓岚】已离职或账号已停用');
});

test('whoever leads has what the plan asks for, by the personnel file (R-102.1)', async () => {
  const plan = await released({ leaderRank: '2', leaderMaxAge: 45 });
  const head = await app.as('rd_admin');
  const file = await ok(
    head.post(path('personnel/submit'), {
      name: '林晓岚',
      jobNum: 'R102',
      account: 'teacher',
      dwmc: '示范大学',
      sex: '2',
      birthDate: '1990-05-06',
      poliStatus: '01',
      education: '11',
      ranks: '013',
      subjectTitle: '520',
      fkDeptId: app.departments[home]?.get('310'),
    }),
  );
  expect(faultOf(await declare(teacher, plan))).toBe(
    '负责人【林晓岚】职称不符合要求：需副高级及以上',
  );
  const asked = await ok(
    teacher.post(path('declareInfo/validateMember'), {
      planId: plan.id,
      leaderId: teacher.id,
      members: [leads(teacher)],
    }),
  );
  expect(asked).toMatchObject({ pass: false, items: [{ rule: 'R-102.1', person: '林晓岚' }] });
  await ok(head.post(path('personnel/submit'), { ...file, ranks: '012' }));
  await ok(declare(teacher, plan));
});

test('students are chosen by account where they have one, and lead projects of students alone (R-102.8)', async () => {
  const plan = await released();
  const head = await app.as('rd_admin');
  const department = app.departments[home]?.get('320');
  const student = await app.as('teacher320');
  await ok(
    head.post(path('personnel/submit'), {
      name: '程鸿渐',
      jobNum: 'S320',
      account: 'teacher320',
      dwmc: '示范大学',
      sex: '2',
      birthDate: '2003-05-06',
      poliStatus: '02',
      education: '21',
      ranks: '013',
      sorter: '08',
      subjectTitle: '520',
      fkDeptId: department,
    }),
  );
  const typed = { name: '陆一舟', unit: '计算机学院', memberRole: '05', task: '测试' };
  const members = [
    leads(teacher),
    // Somebody chosen has the name of the account, and somebody typed from outside no account.
    { ...joins(student), personType: '02', name: '别的名字' },
    { ...typed, sort: 3, personType: '02' },
    { ...typed, sort: 4, personType: '03', name: '何外', userId: colleague.id },
  ];
  const sent = await ok(declare(teacher, plan, { members }));
  const stored = [
    { userId: teacher.id, userIdName: '林晓岚', name: '' },
    { userId: student.id, userIdName: '程鸿渐', name: '' },
    { userId: '', name: '陆一舟', unit: '计算机学院' },
    { userId: '', name: '何外', unit: '计算机学院' },
  ];
  expect((await read(teacher, 'declareInfo', sent)).members).toMatchObject(stored);
  expect(await read(student, 'declareInfo', sent)).toMatchObject({ members: stored });
  expect(faultOf(await declare(student, plan, { departmentId: department }))).toBe(
    '【程鸿渐】为学生，不能担任项目负责人',
  );
});

test('a plan for some departments takes no declaration of another', async () => {
  const plan = await released({ deptIds: app.departments[home]?.get('320') });
  expect(faultOf(await declare(teacher, plan))).toBe('该计划不面向本院系');
});

test('the budget comes to what is asked for, and indirect costs keep within their part (R-105)', async () => {
  const plan = await released();
  const short = [cost('10201', '120000.00')];
  expect(faultOf(await declare(teacher, plan, { budget: short }))).toBe(
    '预算合计 120,000.00 元，应等于申请经费 200,000.00 元',
  );
  const indirect = [cost('10201', '150000.00'), cost('202', '50000.00')];
  expect(faultOf(await declare(teacher, plan, { budget: indirect }))).toBe(
    '间接费用 50,000.00 元，超过上限 45,000.00 元',
  );
  const lumpSum = await released({ fundMode: '2' });
  await ok(declare(teacher, lumpSum, { budget: indirect }));
});

test('purely theoretical research has 60 percent, where the call allows it (R-105)', async () => {
  // Direct costs of 400,000 without equipment: 240,000 in place of 120,000.
  const theory = {
    isTheory: '1',
    applyFunds: '640000.00',
    budget: [cost('10201', '400000.00'), cost('202', '240000.00')],
  };
  expect(faultOf(await declare(teacher, await released(), theory))).toBe(
    '间接费用 240,000.00 元，超过上限 120,000.00 元',
  );
  const plan = await released({ theoryAllowed: '1' });
  const over = [cost('10201', '399999.99'), cost('202', '240000.01')];
  expect(faultOf(await declare(teacher, plan, { ...theory, budget: over }))).toBe(
    '间接费用 240,000.01 元，超过上限 239,999.99 元',
  );
  await ok(declare(teacher, plan, theory));
});

test('an approval is drafted from what is declared, and makes the project while it stands (R-106)', async () => {
  const plan = await released();
  const sent = await ok(declare(teacher, plan));
  await agree(sent, secretary, dean, office, director);
  const denied = await act(teacher, 'declareInfo/converter', sent);
  expect(denied.status).toBe(403);
  await ok(act(office, 'declareInfo/converter', sent));
  expect(await counts(plan)).toEqual([1, 1, 1]);
  const converted = await read(office, 'declareInfo', sent);
  expect(converted.declareStatus).toBe('60');
  await ok(act(office, 'declareInfo/unconvert', sent));
  expect(await counts(plan)).toEqual([1, 1, 0]);
  await ok(act(office, 'declareInfo/converter', sent));

  const draft = { id: (await read(teacher, 'declareInfo', sent)).approvalId };
  const { records: told } = await ok(teacher.get(path('message/list'), { size: '20' }));
  const waits = expect.objectContaining({
    msgTitle: '立项草稿待补充',
    link: `/program/vertical/approval/edit?id=${draft.id}`,
  });
  expect(told).toContainEqual(waits);
  const approval = await read(teacher, 'programVerticalApproval', draft);
  expect(approval).toMatchObject({
    auditStatus: '0',
    createUser: teacher.id,
    programName: '湿地碳汇的观测与模拟',
    superiorAppropriation: '180000.00',
    funds: '200000.00',
    members: [{ userId: teacher.id }],
  });
  const handed = await ok(
    teacher.post(path('programVerticalApproval/submit'), {
      id: draft.id,
      version: approval.version,
      approvalNum: '2027AFB118',
      approvalDate: '2027-03-01',
      ...(await attached(teacher, '02')),
    }),
  );
  // R 9.1: the number comes with the last approval, and what is not approved uses up none (ruling 62).
  expect(handed.programNum).toBe('');
  await agree(handed, secretary, office, director);
  const { programInfoId, programNum } = await read(teacher, 'programVerticalApproval', draft);
  expect(programNum).toMatch(/^Z\d{4}310\d{4}$/);
  const project = await read(teacher, 'programInfo', { id: programInfoId });
  expect(project).toMatchObject({
    status: '20',
    programNum,
    programLeader: teacher.id,
    funds: '200000.00',
    budget: [{ amount: '140000.00' }, { amount: '60000.00' }],
  });
  expect((await act(office, 'declareInfo/unconvert', sent)).status).not.toBe(200);
  const admin = await app.as('rd_admin');
  await ok(act(admin, 'programVerticalApproval/abolish', draft, { reason: '批文有误' }));
  const gone = await teacher.get(path('programInfo/detail'), { id: String(programInfoId) });
  expect(gone.status).toBe(404);
});

test('who reads a declaration, and when', async () => {
  const plan = await released();
  const members = [leads(teacher), joins(colleague)];
  const draft = await ok(
    teacher.post(path('declareInfo/save'), await declaration(teacher, plan, { members })),
  );
  const seenBy = async (account: string) =>
    (await (await app.as(account)).get(path('declareInfo/detail'), { id: String(draft.id) }))
      .status;
  expect(await Promise.all(['teacher2', 'rd_project'].map(seenBy))).toEqual([404, 404]);
  const { version } = await read(teacher, 'declareInfo', draft);
  await ok(teacher.post(path('declareInfo/submit'), { id: draft.id, version }));
  expect(await Promise.all(['teacher2', 'rd_project', 'teacher320'].map(seenBy))).toEqual([
    200, 200, 404,
  ]);
});

test('where the school asks members, a declaration waits for their agreement (R-107)', async () => {
  const admin = await app.as('admin');
  const asks = async (paramValue: string): Promise<void> => {
    const key = { paramKey: 'declare.member.confirm' };
    const page = await ok(admin.get('blade-system/param/list', key));
    const [row] = page.records as RowLike[];
    await ok(admin.post('blade-system/param/submit', { ...row, paramValue }));
  };
  await asks('1');
  try {
    const plan = await released();
    const team = { members: [leads(teacher), joins(colleague)] };
    expect(faultOf(await declare(teacher, plan, team))).toContain('尚未确认参与');
    const draft = await ok(
      teacher.post(path('declareInfo/save'), await declaration(teacher, plan, team)),
    );
    expect(draft).toMatchObject({ isAsked: '1', members: [{ answer: '1' }, { answer: '0' }] });
    // The member reads the draft, and nobody else does.
    const seen = await read(colleague, 'declareInfo', draft);
    expect(seen).toMatchObject({ programName: '湿地碳汇的观测与模拟' });
    expect((await dean.get(path('declareInfo/detail'), { id: String(draft.id) })).status).toBe(404);
    const mail = await app.database.query(
      `select * from message where biz_id = ${draft.id} and receiver_id = ${colleague.id}`,
    );
    expect(JSON.stringify(mail)).toContain('请确认是否参与项目申报');
    const answer = (who: Client, call: string, more: RowLike = {}): Promise<Answer> =>
      act(who, `declareInfo/${call}`, draft, more);
    expect((await answer(teacher, 'agreeMember')).status).not.toBe(200);
    const { version } = await read(colleague, 'declareInfo', draft);
    await ok(answer(colleague, 'declineMember', { version, reason: '时间冲突' }));
    const submit = async (): Promise<Answer> => {
      const { version: now } = await read(teacher, 'declareInfo', draft);
      return teacher.post(path('declareInfo/submit'), { id: draft.id, version: now });
    };
    expect(faultOf(await submit())).toContain('不同意参与');
    await ok(answer(colleague, 'agreeMember'));
    expect(await ok(submit())).toMatchObject({ declareStatus: '10' });
    // A declaration that was handed in accepts no more answers.
    expect(
      (await answer(colleague, 'declineMember', { version: 9, reason: '晚了' })).status,
    ).not.toBe(200);
  } finally {
    await asks('0');
  }
});
