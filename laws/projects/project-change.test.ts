import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { agree, attached, faultOf, handle, ok, path, projectOf, read } from '../support/filing.ts';

/** Changes of projects, as people's calls bring them about. */
let app: LawApplication;
let leader: Client;
let secretary: Client;
let chief: Client;
let section: Client;
let finance: Client;
let director: Client;
let admin: Client;
beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  secretary = await app.as('dept_secretary');
  chief = await app.as('dept_leader');
  section = await app.as('rd_project');
  finance = await app.as('finance');
  director = await app.as('rd_leader');
  admin = await app.as('rd_admin');
});
afterAll(() => app.close());

const end = addMonths(new Date().toISOString().slice(0, 10), 6);

const leading = (who: Client): RowLike => ({
  sort: 1,
  personType: '01',
  userId: who.id,
  memberRole: '01',
  task: '总体设计',
});

const outsider = { sort: 2, personType: '03', name: '林知远', unit: '江陵理工大学' };
const member = { ...outsider, memberRole: '05', task: '性能测试' };

const item = (itemCode: string, amount: string): RowLike => ({ itemCode, amount });

const newProject = (more: RowLike = {}): Promise<RowLike> =>
  projectOf(app, leader, {
    endDate: end,
    fundMode: '1',
    funds: '100000.00',
    members: [leading(leader), member],
    budget: [item('10201', '60000.00'), item('10101', '30000.00'), item('10301', '10000.00')],
    ...more,
  });

const change = async (project: RowLike, changeTypes: readonly string[], more: RowLike) =>
  leader.post(path('programChange/submit'), {
    ...(await attached(leader, '06')),
    programId: project.id,
    changeTypes,
    changeReason: '研究需要',
    needSuperior: '0',
    ...more,
  });

const seen = (project: RowLike): Promise<Answer['data']> => read(leader, 'programInfo', project);

test('an approved change writes what it names, keeps both sides, and its end gives back (R-202, R-205)', async () => {
  const project = await newProject({ content: '制备与表征' });
  const sent = await ok(
    change(project, ['03', '04', '08'], {
      newName: '高温合金的蠕变',
      newContent: '蠕变寿命',
      newStartDate: '2026-02-01',
      newEndDate: addMonths(end, -1),
      newLeader: chief.id,
    }),
  );
  expect(sent).toMatchObject({ oldContent: '制备与表征', oldEndDate: end, newLeader: '' });
  expect(faultOf(await change(project, ['03'], { newName: '另一名称' }))).toBe(
    '该项目存在审批中的【项目变更】流程',
  );
  const before = await seen(project);
  await agree(sent, secretary, chief, section, director);
  expect(await seen(project)).toMatchObject({
    programName: '高温合金的蠕变',
    content: '蠕变寿命',
    startDate: '2026-02-01',
    endDate: addMonths(end, -1),
    programLeader: leader.id,
    status: '20',
  });
  expect(await read(leader, 'programChange', sent)).toMatchObject({ oldContent: '制备与表征' });
  await ok(admin.post(path('programChange/abolish'), { id: sent.id, reason: '误报' }));
  const { version, updateTime, updateUser, updateUserName, ...after } = await seen(project);
  expect(before).toMatchObject(after);
});

test('another leader reads the project and stands first; the one before stays or leaves (R-206)', async () => {
  const project = await newProject();
  const sent = await ok(change(project, ['01'], { newLeader: chief.id, oldLeaderStays: '1' }));
  expect(sent.oldMembers).toMatchObject([leading(leader), member]);
  await agree(sent, secretary, chief, section, director);
  const changed = await seen(project);
  expect(changed).toMatchObject({
    programLeader: chief.id,
    members: [
      { ...leading(chief), task: '主持项目' },
      { userId: leader.id, memberRole: '05', sort: 2 },
      { sort: 3 },
    ],
  });
  await ok(admin.post(path('programChange/backDraft'), { ids: sent.id, reason: '误报' }));
  const { members, programLeader } = await seen(project);
  expect(programLeader).toBe(leader.id);
  expect(members).toMatchObject([leading(leader), member]);
});

test('a new leader keeps within the limits of the sponsor, unless it agreed to more (R-206, R-102.10)', async () => {
  const office = await app.as('rd_admin');
  await ok(
    office.post(path('sponsorLimit/submit'), {
      limitName: '主持国家社会科学基金项目',
      resource: '1004',
      parts: ['1'],
      ranks: '0',
      applying: ['1'],
      holding: ['1'],
      sameType: '0',
      endsFree: '0',
      itself: '1',
      most: 1,
      level: '1',
    }),
  );
  const ofFund = { resource: '1004', level: '01' };
  const project = await newProject(ofFund);
  await projectOf(app, chief, { ...ofFund, programName: '水利文书', endDate: end });
  const handing = { newLeader: chief.id, oldLeaderStays: '1' };
  // A stranger learns that it is not possible, and not why.
  expect(faultOf(await change(project, ['01'], handing))).toBe(
    '【沈知远】目前不能担任该项目负责人，请与本人确认',
  );
  const agreed = {
    ...handing,
    needSuperior: '1',
    limitWaiver: '全国社科办已同意（社科办函〔2026〕5号）',
    ...(await attached(leader, '06', '02')),
  };
  const sent = await ok(change(project, ['01'], agreed));
  await agree(sent, secretary, chief, section, director);
  expect(await seen(project)).toMatchObject({ programLeader: chief.id });
});

test('new members have one leader, who stands first', async () => {
  const project = await newProject();
  const faultWith = async (...newMembers: readonly RowLike[]): Promise<string> =>
    faultOf(await change(project, ['02'], { newMembers }));
  const first: RowLike = leading(leader);
  expect(await faultWith(member, first)).toBe('项目负责人应有且仅有一名，并排在第 1 位');
  expect(await faultWith(leading(chief))).toBe('第 1 位应为项目负责人本人');
  expect(await faultWith(first, member, { ...member, sort: 3 })).toBe('第 3 位成员重复');
  const sent = await ok(change(project, ['02'], { newMembers: [first] }));
  await agree(sent, secretary, chief, section, director);
  expect((await seen(project)).members).toHaveLength(1);
});

test('a budget keeps its sum; what moves decides who is asked', async () => {
  const project = await newProject();
  const moved = (...newBudget: readonly RowLike[]) => change(project, ['07'], { newBudget });
  expect(faultOf(await moved(item('10201', '1.00')))).toBe(
    '预算合计 1.00 元，应等于批准经费 100,000.00 元',
  );
  const asked = [item('10201', '50000.00'), item('10101', '30000.00'), item('10301', '20000.00')];
  // The way ahead, before it is handed in: nobody who is left out is named.
  const { steps } = await ok(
    leader.post('kh-edu-research/work/nextUserTask/get-next-user-task-process', {
      kind: 'vertical/change',
      form: {
        programId: project.id,
        changeTypes: ['07'],
        newBudget: asked,
        programKind: 'vertical',
      },
    }),
  );
  expect((steps as readonly RowLike[]).map((step) => step.taskDefinitionKey)).toEqual([
    'apply',
    'rdProject',
  ]);
  const own = await ok(moved(...asked));
  expect(own).toMatchObject({ ownAdjustment: '1', equipmentChanged: '0' });
  await agree(own, section);
  expect((await seen(project)).budget).toMatchObject([
    item('10201', '50000.00'),
    item('10101', '30000.00'),
    item('10301', '20000.00'),
  ]);
  const equipment = await ok(moved(item('10201', '60000.00'), item('10101', '40000.00')));
  expect(equipment).toMatchObject({ ownAdjustment: '0', equipmentChanged: '1' });
  await agree(equipment, secretary, chief, section, finance, director);
  expect((await seen(project)).budget).toHaveLength(2);
  await ok(admin.post(path('programChange/abolish'), { id: equipment.id, reason: '误报' }));
  expect((await seen(project)).budget).toHaveLength(3);
});

test('only a contract has an amount to change, with its supplement; a later end is an extension', async () => {
  const project = await newProject();
  const amount = { newContractAmount: '120000.00' };
  expect(faultOf(await change(project, ['10'], amount))).toBe('只有横向项目可以变更合同金额');
  const dates = { newStartDate: '2026-01-01', newEndDate: addMonths(end, 1) };
  expect(faultOf(await change(project, ['08'], dates))).toBe('延长结束日期请办理【项目延期】');
  const contract = await newProject({ programKind: 'horizontal', level: '06' });
  expect(faultOf(await change(contract, ['10'], amount))).toBe('请上传【合同（协议）】附件');
  const supplement = await attached(leader, '06', '03');
  const sent = await ok(change(contract, ['10'], { ...amount, ...supplement }));
  await agree(sent, secretary, chief, await app.as('rd_fund'), director);
  expect(await seen(contract)).toMatchObject({ funds: '120000.00' });
  await ok(handleBack(contract));
});

/** A change that comes back is changed and sent again, and ends the block of its project. */
const handleBack = async (project: RowLike): Promise<Answer> => {
  const sent = await ok(change(project, ['03'], { newName: '补充名称' }));
  await ok(handle(secretary, sent, { flag: 'back', comment: '请补充' }));
  const { version } = await read(leader, 'programChange', sent);
  return leader.post(path('programChange/submit'), { id: sent.id, version, newName: '新名称' });
};

test('what a change would write of a project that an office entered is corrected by hand with a reason', async () => {
  const project = await newProject();
  const edit = async (more: RowLike): Promise<Answer> => {
    const { version, ...row } = await read(section, 'programInfo', project);
    return section.post(path('programInfo/submit'), { ...row, version, ...more });
  };
  expect((await edit({ approvalNum: 'ZK-2026-1' })).status).toBe(200);
  const unsaid = await edit({ funds: '120000.00', budget: [item('10201', '120000.00')] });
  expect(unsaid).toMatchObject({ status: 400, errors: [{ path: 'correction' }] });
  expect(faultOf(unsaid)).toBe('修改【批准经费、经费预算】请填写更正原因（与上次不同）');
  const corrected = {
    funds: '120000.00',
    budget: [item('10201', '120000.00')],
    correction: '录入错误',
  };
  expect((await edit(corrected)).status).toBe(200);
  const history = await ok(section.get(path('programInfo/history'), { id: String(project.id) }));
  expect(JSON.stringify(history)).toContain('录入错误');
  expect((await edit({ programName: '改名' })).status).toBe(200);
  expect((await edit({ endDate: addMonths(end, 1) })).errors).toMatchObject([
    { path: 'correction' },
  ]);
  expect((await edit({ content: '原先为空的内容' })).status).toBe(200);
});
