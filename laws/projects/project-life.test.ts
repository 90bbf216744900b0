import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { agree, attached, faultOf, handle, ok, path, projectOf, read } from '../support/filing.ts';

/** Life of projects, as people's calls bring it about, and how it is undone. */
let app: LawApplication;
let leader: Client;
let secretary: Client;
let section: Client;
let director: Client;
let admin: Client;
beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  secretary = await app.as('dept_secretary');
  section = await app.as('rd_project');
  director = await app.as('rd_leader');
  admin = await app.as('rd_admin');
});
afterAll(() => app.close());

const today = new Date().toISOString().slice(0, 10);
const end = addMonths(today, 6);
const newProject = (more: RowLike = {}): Promise<RowLike> =>
  projectOf(app, leader, { endDate: end, ...more });

const extension = async (project: RowLike, more: RowLike = {}): Promise<RowLike> => ({
  ...(await attached(leader, '07')),
  programId: project.id,
  newEndDate: addMonths(end, 12),
  delayReason: '01',
  isSuperiorAgree: '1',
  reasonDetail: '设备到货推迟',
  finished: '样品制备',
  remainPlan: '性能测试',
  ...more,
});

const extend = async (project: RowLike, more: RowLike = {}): Promise<Answer> =>
  leader.post(path('processDelay/submit'), await extension(project, more));

test('R-207: an approved extension moves the end, and its end gives both back', async () => {
  const project = await newProject();
  const sent = await ok(extend(project));
  expect(sent).toMatchObject({ oldEndDate: end, delayTimes: 1 });
  expect(await read(leader, 'programInfo', project)).toMatchObject({ endDate: end, status: '20' });
  await agree(sent, secretary, section, director);
  const longer = { endDate: addMonths(end, 12), status: '21', delayTimes: 1 };
  expect(await read(leader, 'programInfo', project)).toMatchObject(longer);
  const second = await ok(extend(project, { newEndDate: addMonths(end, 18) }));
  expect(second).toMatchObject({ oldEndDate: addMonths(end, 12), delayTimes: 2 });
  await agree(second, secretary, section, director);
  expect(faultOf(await extend(project, { newEndDate: addMonths(end, 24) }))).toBe(
    '该项目已延期 2 次，不能再延期',
  );
  // The first of two is voided: the second still stands. With that gone too, all is as it was.
  await ok(admin.post(path('processDelay/abolish'), { id: sent.id, reason: '误报' }));
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    endDate: addMonths(end, 18),
    status: '21',
    delayTimes: 1,
  });
  await ok(admin.post(path('processDelay/backDraft'), { ids: second.id, reason: '误报' }));
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    endDate: end,
    status: '20',
    delayTimes: 0,
  });
});

test('R-207: an extension is as long as the school allows, and agreed with the funder', async () => {
  const project = await newProject();
  const day = (months: number): RowLike => ({ newEndDate: addMonths(end, months) });
  expect(faultOf(await extend(project, day(0)))).toBe('延期至的日期应晚于原结束日期');
  expect(faultOf(await extend(project, day(13)))).toBe('单次延期不能超过 12 个月');
  expect(faultOf(await extend(project, { isSuperiorAgree: '0' }))).toBe(
    '纵向项目延期须先经上级批准',
  );
  const over = await newProject({ endDate: addMonths(today, -4) });
  expect(faultOf(await extend(over, { newEndDate: today }))).toBe('项目逾期已超过 90 天，不能延期');
});

test('R-202: one process of a project is in approval at a time', async () => {
  const project = await newProject();
  const first = await ok(extend(project));
  expect(faultOf(await extend(project))).toBe('该项目存在审批中的【项目延期】流程');
  await ok(handle(secretary, first, { flag: 'back', comment: '请补充' }));
  const second = await ok(extend(project));
  await ok(leader.post(path('processDelay/recall'), { id: second.id }));
  const { version } = await read(leader, 'processDelay', first);
  await ok(leader.post(path('processDelay/submit'), { id: first.id, version }));
});

test('the extension of a contract goes to the funds section', async () => {
  const contract = await newProject({ programKind: 'horizontal', level: '06' });
  const sent = await ok(extend(contract, { isSuperiorAgree: null }));
  await agree(sent, secretary, await app.as('rd_fund'), director);
  expect(await read(leader, 'programInfo', contract)).toMatchObject({ status: '21' });
});

const termination = async (project: RowLike, more: RowLike = {}): Promise<Answer> =>
  leader.post(path('processOver/submit'), {
    ...(await attached(leader, '28')),
    programId: project.id,
    overType: '01',
    overDate: today,
    overReason: '合作单位退出',
    finished: '样品制备',
    fundsHandle: '剩余经费退回',
    surplusHandle: '04',
    ...more,
  });

const conclusion = async (project: RowLike, more: RowLike = {}): Promise<Answer> =>
  leader.post(path('processConclusion/submit'), {
    ...(await attached(leader, '08', '10')),
    programId: project.id,
    conclusionType: '03',
    applyDate: today,
    realEndDate: today,
    isSecretResult: '0',
    summary: '<p>完成全部任务</p>',
    resultSummary: '论文两篇',
    targetFinish: '全部完成',
    results: [{ bizType: 'paper', title: '高温合金的性能', isMarked: '1' }],
    ...more,
  });

const stateOf = async (project: RowLike): Promise<unknown> =>
  (await read(leader, 'programInfo', project)).status;

test('R-201: a conclusion in approval and an approved one say so on the project, and take it back', async () => {
  const project = await newProject();
  const sent = await ok(conclusion(project));
  expect(await stateOf(project)).toBe('30');
  expect(await termination(project)).toMatchObject({ errors: [{ path: 'programId' }] });
  const chief = await app.as('dept_leader');
  await ok(handle(secretary, sent, { flag: 'back', comment: '请补充' }));
  expect(await stateOf(project)).toBe('20');
  const { version } = await read(leader, 'processConclusion', sent);
  await ok(leader.post(path('processConclusion/submit'), { id: sent.id, version }));
  expect(await stateOf(project)).toBe('30');
  await agree(sent, secretary, chief);
  const { version: seen } = await read(section, 'processConclusion', sent);
  const form = { version: seen, conclusionGrade: '01' };
  await ok(handle(section, sent, { flag: 'ok', form }));
  // The day of the grade is filled in where the section types none.
  expect(await read(section, 'processConclusion', sent)).toMatchObject({
    conclusionDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  await agree(sent, await app.as('finance'), director);
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    status: '40',
    realEndDate: today,
    conclusionGrade: '01',
  });
  await ok(admin.post(path('processConclusion/abolish'), { id: sent.id, reason: '误报' }));
  expect(await read(leader, 'programInfo', project)).toMatchObject({
    status: '20',
    realEndDate: '',
    conclusionGrade: '',
  });
});

test('R-203: a conclusion comes neither early nor without results, and a large project is audited', async () => {
  const early = await newProject({ endDate: addMonths(today, 7) });
  expect(faultOf(await conclusion(early))).toBe('到期前 6 个月起才能申请结题');
  const project = await newProject({ funds: '1000000.00' });
  expect(faultOf(await conclusion(project, { results: [] }))).toContain('结题成果');
  expect(faultOf(await conclusion(project))).toBe('请上传【审计报告】附件');
  const contract = await newProject({ programKind: 'horizontal', level: '06' });
  expect(faultOf(await conclusion(contract))).toBe('请上传【验收证明（甲方）】附件');
  await ok(conclusion(contract, await attached(leader, '08', '12')));
});

test('R-201: a termination leads to its end or, by the funder, to the revocation of the project', async () => {
  const chief = await app.as('dept_leader');
  const [finance, before] = [await app.as('finance'), await newProject()];
  const extended = await ok(extend(before));
  await agree(extended, secretary, section, director);
  for (const [overType, state] of [
    ['01', '60'],
    ['02', '61'],
  ] as const) {
    const sent = await ok(termination(before, { overType }));
    expect(await stateOf(before)).toBe('50');
    await agree(sent, chief, section, finance, director);
    expect(await stateOf(before)).toBe(state);
    await ok(admin.post(path('processOver/backDraft'), { ids: sent.id, reason: '误报' }));
    expect(await stateOf(before)).toBe('21');
  }
  const recalled = await ok(termination(before));
  await ok(leader.post(path('processOver/recall'), { id: recalled.id }));
  expect(await stateOf(before)).toBe('21');
});
