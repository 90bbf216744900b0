import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { assessBatch } from '@keyan/product/assessment/assess-batch.ts';
import { computeAssessment, lockAssessment } from '@keyan/product/assessment/assessment.server.ts';
import { countDepartments } from '@keyan/product/people/teams/teams.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { agree, attached, faultOf, handle, ok, path, read } from './support/filing.ts';

/** Research teams, what they are returned for, and the accounts of experts. */
let app: LawApplication;
let teacher: Client;
let secretary: Client;
let office: Client;
let dept: string | undefined;

beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
  secretary = await app.as('dept_secretary');
  office = await app.as('rd_admin');
  dept = [...(app.departments['000000'] ?? [])].find(([code]) => code === '310')?.[1];
});
afterAll(() => app.close());

const members = (...ids: readonly (string | undefined)[]) =>
  ids.map((userId, index) => ({
    userId,
    teamRole: index === 0 ? '1' : '3',
    joinDate: '2024-01-01',
  }));

const given = async (more: RowLike = {}): Promise<RowLike> => ({
  teamName: '智能感知科研创新团队',
  teamType: '01',
  teamLevel: '04',
  leaderId: teacher.id,
  fkDeptId: dept,
  discipline: '520',
  direction: '多源感知与融合',
  foundDate: '2024-01-01',
  cycleStart: '2024-01-01',
  cycleEnd: '2028-12-31',
  target: '承担省部级以上项目三项',
  staff: members(teacher.id),
  departments: [{ deptId: dept, isMain: '1' }],
  ...(await attached(teacher, '01')),
  ...more,
});

const hand = async (more: RowLike = {}) => teacher.post(path('team/submit'), await given(more));

test('a return stays beside the team until it is handed in again', async () => {
  const team = await ok(hand());
  expect(team.auditStatus).toBe('1');
  await ok(handle(secretary, team, { flag: 'back', comment: '请补充团队成员' }));
  const returnsOf = async () =>
    (await ok(teacher.get(path('teamReturn/list'), { fkParentId: String(team.id) }))).records;
  expect(await returnsOf()).toMatchObject([
    { teamName: '智能感知科研创新团队', returnDescription: '请补充团队成员', status: '0' },
  ]);
  const { version } = await read(teacher, 'team', team);
  const again = await ok(hand({ id: team.id, version }));
  expect(await returnsOf()).toMatchObject([{ status: '1' }]);
  await agree(again, secretary, office);
  expect(await read(teacher, 'team', team)).toMatchObject({
    auditStatus: '2',
    teamNum: expect.stringMatching(/^TD\d{8}$/),
  });
  // The page of the team counts its members, for whoever reads the team.
  const homeOf = (who: Client) => who.get(path('team/home'), { id: String(team.id) });
  expect(await ok(homeOf(teacher))).toMatchObject({ members: 1, projects: expect.any(Number) });
  const stranger = await app.as('teacher2');
  const refused = await stranger.get(path('team/detail'), { id: String(team.id) });
  expect((await homeOf(stranger)).status).toBe(refused.status);
  const graded = await read(office, 'team', team);
  const assess = { id: team.id, version: graded.version, assessGrade: '01' };
  await ok(office.post(path('team/assess'), assess));
  expect((await read(teacher, 'team', team)).assessGrade).toBe('01');
});

test('a team has its leader among its members, and nobody twice', async () => {
  const refusalOf = async (more: RowLike) => {
    const { errors, msg } = await hand(more);
    return JSON.stringify([msg, ...errors]);
  };
  const other = secretary.id;
  expect(await refusalOf({ staff: members(other) })).toContain('须有带头人');
  expect(await refusalOf({ staff: members(teacher.id, other, other) })).toContain(
    '该成员已在团队中',
  );
  const lines = [
    { deptId: dept, isMain: '1' },
    { deptId: dept, isMain: '1' },
  ];
  expect(await refusalOf({ departments: lines })).toContain('该部门已填写');
  expect(await refusalOf({ cycleEnd: '2023-01-01' })).toContain('不能早于');
});

test('every department has a profile that counts, and its secretary fills it in', async () => {
  const { signal } = new AbortController();
  const count = () => countDepartments.run({ tenantId: home, signal } as never, app.parts.engine);
  await count();
  const profiles = async (who: Client) =>
    (await ok(who.get(path('team/departments/list'), { size: '200' }))).records as RowLike[];
  const [own = {}, ...others] = await profiles(secretary);
  expect(others).toEqual([]);
  expect(own).toMatchObject({ deptName: '计算机学院', secretaryId: secretary.id });
  const { version } = await read(secretary, 'team/departments', own);
  const given = { id: own.id, version, leaderId: office.id, phone: '027-87650001' };
  await ok(secretary.post(path('team/departments/submit'), given));
  const foreign = (await profiles(office)).find(({ id }) => id !== own.id);
  const beyond = { ...given, id: foreign?.id };
  expect((await secretary.post(path('team/departments/submit'), beyond)).status).toBe(404);
  expect((await teacher.get(path('team/departments/list'), {})).status).toBe(403);
  expect(await count()).toEqual({ done: 0 });
});

test('whoever keeps the experts gives them new passwords, but not those with more rights', async () => {
  const enlist = async (account: string) => {
    const { id } = await app.as(account);
    const values = { expertType: '1', unit: '江陵大学', ranks: '011', disciplines: ['18044'] };
    return ok(office.post(path('experts/submit'), { name: account, userId: id, ...values }));
  };
  const reset = async (who: Client, { id }: RowLike) =>
    who.post(path('experts/resetpwd'), { ids: [id] });
  const outside = await enlist('expert');
  const given = await ok(reset(office, outside));
  expect(given).toMatchObject([{ account: 'expert', password: expect.stringMatching(/^.{12}$/) }]);
  expect((await reset(office, await enlist('admin'))).status).toBe(403);
  expect((await reset(teacher, outside)).status).toBe(403);
});

test('R-705: a team is judged by its template, its leader reads why, and the team keeps the grade', async () => {
  const sent = (call: string, more: RowLike) => ok(office.post(path(call), more));
  const judging = (templateName: string) => ({
    templateName,
    templateKind: '2',
    teamType: '01',
    items: [
      { itemName: '完成率', itemScore: '40', isQuant: '1', measure: '1', target: '100' },
      { itemName: '科研成果', itemScore: '30', isQuant: '1', measure: '3', target: '2' },
      { itemName: '人才培养', itemScore: '30', isQuant: '0', standard: '培养研究生' },
    ],
  });
  const template = await sent('teamTemplate/submit', judging('创新团队考核指标'));
  await sent('teamTemplate/enable', { ids: template.id });
  const twin = await sent('teamTemplate/submit', judging('创新团队考核指标（二）'));
  const refused = await office.post(path('teamTemplate/enable'), { ids: twin.id });
  expect(JSON.stringify([refused.msg, refused.data])).toContain('请先停用');

  const [team = {}] = (await ok(office.get(path('team/list'), { auditStatus: '2' })))
    .records as readonly RowLike[];
  const norm = await sent('scoreNorm/submit', { normName: '办法', normYear: 2024, endYear: 2028 });
  await sent('scoreNorm/release', { ids: norm.id });
  const scores = await sent('scoreBatch/submit', {
    batchName: '2025 年度计分',
    batchYear: 2025,
    normId: norm.id,
    publicEnd: '2099-12-31 17:00:00',
  });
  await sent('scoreBatch/release', { ids: scores.id });
  // Two outputs scored: one for the leader, one for somebody outside the team.
  for (const [at, [userId, biz]] of [
    [teacher.id, '71'],
    [secretary.id, '72'],
  ].entries()) {
    await app.database.query(
      `insert into score_result (tenant_id, id, batch_id, user_id, biz_id, score_object, title, final_score, status,
         secret, create_user, create_time, update_user, update_time)
       values ($1, $2, $3, $4, $5, 'paper', '论文', 60, '0', '0', $6, now(), $6, now())`,
      [home, `${900 + at}`, scores.id, userId, biz, office.id],
    );
  }
  const program = await sent('score/assessProgram/submit', {
    programName: '团队考核',
    assessObject: '3',
    normId: norm.id,
    cycleType: '1',
    targets: [{ rankLevel: '2', jobCategory: '01', requiredScore: '200' }],
    grades: [
      { assessGrade: '01', minRate: '90' },
      { assessGrade: '02', minRate: '30' },
    ],
  });
  await sent('score/assessProgram/release', { ids: program.id });
  const batch = await sent('score/assessBatch/submit', {
    batchName: '2025 年度团队考核',
    programId: program.id,
    year: 2025,
    startDate: '2025-01-01',
    endDate: '2025-12-31',
    scoreBatchIds: [scores.id],
  });
  await sent('score/assessBatch/release', { ids: batch.id });
  const { signal } = new AbortController();
  const work = { tenantId: home, data: { id: String(batch.id) }, signal };
  const compute = async () => {
    await sent('score/assessBatch/calc', { ids: batch.id });
    return computeAssessment.run(work, app.parts.engine);
  };
  expect(await compute()).toMatchObject({ done: 1 });

  const mine = async (who: Client) =>
    (await ok(who.get(path('score/assessResult/list'), { view: 'mine' }))).records as RowLike[];
  const [own = {}, ...others] = await mine(teacher);
  expect(others).toEqual([]);
  const result = () => read(teacher, 'score/assessResult', own);
  expect(await result()).toMatchObject({
    subjectName: team.teamName,
    leaderId: teacher.id,
    templateId: template.id,
    actualScore: '15.00',
    criteria: [
      { itemName: '完成率', points: '0.00' },
      { itemName: '科研成果', countedValue: '1.00', points: '15.00' },
      { itemName: '人才培养', points: '0.00', how: '待科研处打分，暂计 0 分' },
    ],
    members: [{ userId: teacher.id, teamRole: '1' }],
    working: expect.stringContaining('成员 1 人：'),
  });
  const mark = (who: Client, more: RowLike) =>
    who.post(path('score/assessResult/mark'), { id: own.id, why: '培养 2 人', ...more });
  const given = { criterion: '人才培养', points: '24' };
  expect((await mark(teacher, given)).status).toBe(403);
  expect(faultOf(await mark(office, { ...given, points: '31' }))).toBe('不能高于该指标的分值');
  expect(faultOf(await mark(office, { ...given, criterion: '科研成果' }))).toContain('不由科研处');
  const show = async () =>
    office.post(path('score/assessBatch/show'), {
      id: batch.id,
      version: (await read(office, 'score/assessBatch', batch)).version,
      publicEnd: '2099-12-31 17:00:00',
    });
  await ok(mark(office, given));
  expect(JSON.stringify(await show())).toContain('请先重新计算（团队指标须全部打分）');
  await compute();
  expect(await result()).toMatchObject({ actualScore: '39.00', finalGrade: '02' });
  // Doing it again changes nothing, and the mark stays.
  expect(await compute()).toMatchObject({ done: 0 });
  await ok(show());
  const late = await mark(office, given);
  expect(JSON.stringify([late.msg, late.data])).toContain('公示后不再打分');
  const appeal = await ok(
    teacher.post(path('assessAppeal/submit'), {
      batchId: batch.id,
      appealType: '4',
      resultId: own.id,
      content: '请复核科研成果',
    }),
  );
  await ok(teacher.post(path('assessAppeal/submitAppeal'), { ids: appeal.id }));
  await sent('assessAppeal/reject', {
    id: appeal.id,
    version: (await read(office, 'assessAppeal', appeal)).version,
    result: '已计入',
  });
  await app.database.query(`update assess_batch set public_end = '2020-01-01' where id = $1`, [
    batch.id,
  ]);
  await app.database.query(`update score_batch set status = '5' where id = $1`, [scores.id]);
  await app.parts.engine
    .asSystem('law', home)
    .perform(untypedResource(assessBatch), 'closeAppeals', String(batch.id));
  await sent('score/assessBatch/confirm', { ids: batch.id });
  await lockAssessment.run(work, app.parts.engine);
  expect(await read(teacher, 'team', team)).toMatchObject({ assessGrade: '02' });
});
