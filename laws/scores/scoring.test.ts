import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { scoreBatch } from '@keyan/product/scoring/score-batch.ts';
import {
  computeScores,
  lockScores,
  rescoreOutputs,
} from '@keyan/product/scoring/scoring.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { faultOf, ok, path, read } from '../support/filing.ts';

/** A scoring batch from its norm to its end, as people's calls and the jobs bring it about. */
let app: LawApplication;
let office: Client;
let teacher: Client;
let colleague: Client;
let secretary: Client;
let stranger: Client;
beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_achieve');
  teacher = await app.as('teacher');
  colleague = await app.as('teacher320');
  secretary = await app.as('dept_secretary');
  stranger = await app.as('secretary320');
});
afterAll(() => app.close());

let norm: RowLike;
let rule: RowLike;
let batch: RowLike;
let first: RowLike;
let second: RowLike;

const signal = new AbortController().signal;
const work = () => ({ tenantId: home, data: { id: String(batch.id) }, signal });
const compute = async (): Promise<number> => {
  await ok(office.post(path('scoreBatch/calc'), { ids: batch.id }));
  expect(await read(office, 'scoreBatch', batch)).toMatchObject({ status: '2' });
  return (await computeScores.run(work(), app.parts.engine)).done;
};

const author = (who: Client | null, sort: number, contributionRate: string) => ({
  sort,
  personType: who ? '01' : '03',
  userId: who?.id ?? null,
  name: who ? '本校' : '外校',
  unit: '江陵大学',
  authorType: sort === 1 ? '01' : '06',
  contributionRate,
});

/** An approved paper of the year, as its approval would have left it. */
const approved = async (title: string, over: RowLike): Promise<RowLike> => {
  const row = await app.parts.engine.asSystem('law', home).save(paper as unknown as Resource, {
    artName: title,
    paperType: '01',
    publishLanguage: '01',
    fkDeptId: app.departments[home]?.get('310'),
    discipline: '52020',
    publishDate: '2025-03-01',
    schoolSign: '1',
    journalName: '某刊',
    indexTypes: ['16'],
    journalLevel: 'A1',
    publishScope: '2',
    ...over,
  });
  await app.database.query(`update paper set audit_status = '2' where id = $1`, [row.id]);
  return row;
};

/** The results of the batch that somebody sees, by title. */
const resultsOf = async (who: Client, view: string) => {
  const page = await ok(
    who.get(path('scoreBatchResult/list'), { view, batchId: String(batch.id), size: '100' }),
  );
  return page.records as readonly RowLike[];
};

test('a norm has its rules before it is released, and none changes afterwards', async () => {
  norm = await ok(
    office.post(path('scoreNorm/submit'), { normName: '计分办法', normYear: 2024, endYear: 2028 }),
  );
  const given = {
    normId: norm.id,
    itemCode: 'LW-A1',
    itemName: 'A1 类期刊论文',
    scoreObject: 'paper',
    conditions: [{ field: 'paper.journalLevel', operator: 'eq', value: 'A1' }],
    scoreUnit: '1',
    baseScore: '200',
    unitCoef: [{ schoolSign: '1', coef: '1' }],
    allotMode: '1',
    onlySchool: '1',
    priority: 10,
  };
  const wrong = await office.post(path('scoreProject/submit'), {
    ...given,
    conditions: [{ field: 'paper.journalLevel', operator: 'eq', value: 'A9' }],
  });
  expect(faultOf(wrong)).toMatch(/请填写代码.*A1 A1级/);
  const elsewhere = await office.post(path('scoreProject/submit'), {
    ...given,
    conditions: [{ field: 'award.awardLevel', operator: 'eq', value: '01' }],
  });
  expect(faultOf(elsewhere)).toBe('请选择该计分对象的字段');
  rule = await ok(office.post(path('scoreProject/submit'), given));
  await ok(office.post(path('scoreProject/release'), { ids: rule.id }));
  await ok(office.post(path('scoreNorm/release'), { ids: norm.id }));
  const late = await office.post(path('scoreProject/submit'), { ...given, itemCode: 'LW-A2' });
  expect(faultOf(late)).toBe('计分标准已发布，请先撤回');
  const off = await office.post(path('scoreProject/recall'), { ids: rule.id });
  expect(JSON.stringify([off.msg, off.data])).toContain('计分标准已发布，请先撤回');
});

test('a released batch is computed, and each score says why', async () => {
  await approved('三人合作的论文', {
    authors: [author(teacher, 1, '60'), author(null, 2, '30'), author(colleague, 3, '10')],
  });
  await approved('涉密的论文', { secretLevel: '1', authors: [author(teacher, 1, '100')] });
  await approved('没有规则的论文', { journalLevel: 'D', authors: [author(teacher, 1, '100')] });
  await approved('去年的论文', { publishDate: '2024-03-01', authors: [author(teacher, 1, '100')] });
  batch = await ok(
    office.post(path('scoreBatch/submit'), {
      batchName: '2025 年度计分',
      batchYear: 2025,
      normId: norm.id,
      publicEnd: '2099-12-31 17:00:00',
    }),
  );
  const early = await office.post(path('scoreBatch/calc'), { ids: batch.id });
  expect(JSON.stringify([early.msg, early.data])).toContain('当前状态不允许此操作');
  await ok(office.post(path('scoreBatch/release'), { ids: batch.id }));
  // Three scores, and a record for each of two people.
  expect(await compute()).toBe(5);
  expect(await read(office, 'scoreBatch', batch)).toMatchObject({
    status: '3',
    totalScore: '400.00',
    personCount: 2,
    outputCount: 3,
  });
  const results = await resultsOf(office, 'all');
  first = results.find(({ userId }) => userId === colleague.id) ?? {};
  second = results.find((one) => one.userId === teacher.id && one.title === '三人合作的论文') ?? {};
  expect(await read(office, 'scoreBatchResult', second)).toMatchObject({
    itemName: 'A1 类期刊论文',
    baseScore: '200.00',
    unitCoef: '1.00',
    authorSort: 1,
    allotRate: '85.71',
    working: expect.stringContaining('本人第 1：200.00 × 60.00 ÷ 70.00 = 171.43'),
    workingEn: expect.stringContaining('By the rule “A1 类期刊论文”'),
    isLate: '0',
    finalScore: '171.43',
  });
  expect(first).toMatchObject({ title: '三人合作的论文', finalScore: '28.57' });
});

test('everybody sees the scores that are theirs to see, and what is secret stays so', async () => {
  const titles = async (who: Client, view: string) =>
    (await resultsOf(who, view)).map((one) => String(one.title)).toSorted();
  expect(await titles(office, 'all')).toEqual(['三人合作的论文', '三人合作的论文', '涉密成果']);
  expect(await titles(teacher, 'mine')).toEqual(['三人合作的论文', '涉密成果']);
  expect(await titles(colleague, 'mine')).toEqual(['三人合作的论文']);
  expect(await titles(secretary, 'all')).toEqual(['三人合作的论文']);
  expect(await titles(stranger, 'all')).toEqual(['三人合作的论文']);
  const tally = { view: 'all', by: 'status', batchId: String(batch.id) };
  const counted = async (who: Client) => ok(who.get(path('scoreBatchResult/tally'), tally));
  expect(await counted(office)).toMatchObject([{ keys: ['0'], total: 3 }]);
  expect(await counted(secretary)).toMatchObject([{ keys: ['0'], total: 1 }]);
  const foreign = await teacher.get(path('scoreBatchResult/detail'), { id: String(first.id) });
  expect(foreign.status).toBe(404);
  const persons = await ok(secretary.get(path('scorePerson/list'), { view: 'all' }));
  expect(persons.records).toMatchObject([{ userId: teacher.id, totalScore: '371.43' }]);
});

test('R-605: computing again changes nothing, later only what differs, and keeps adjustments', async () => {
  expect(await compute()).toBe(0);
  await ok(teacher.post(path('scoreBatchResult/acknowledge'), { ids: second.id }));
  const { version } = await read(office, 'scoreBatchResult', first);
  const changed = { proposedScore: '30', adjustSource: '2', proposedWhy: '核查' };
  await ok(office.post(path('scoreBatchResult/adjust'), { id: first.id, version, ...changed }));
  // Somebody else decides; until then the score stays as it was, also when it is computed again.
  await office.post(path('scoreBatchResult/acceptAdjust'), { ids: first.id });
  expect(await compute()).toBe(0);
  expect(await read(office, 'scoreBatchResult', first)).toMatchObject({
    status: '4',
    proposedScore: '30.00',
    finalScore: first.finalScore,
  });
  expect(await read(office, 'scoreBatch', batch)).toMatchObject({ openAppeals: 1 });
  const chief = await app.as('rd_admin');
  const waiting = (await ok(chief.get(path('scoreApproval/list')))).records;
  expect(waiting).toMatchObject([
    { id: first.id, bizKind: '1', statusName: ['调整待审批', 'Adjustment proposed'] },
  ]);
  await ok(chief.post(path('scoreBatchResult/acceptAdjust'), { ids: first.id }));
  // The person reads why the score is another one.
  expect(await read(office, 'scoreBatchResult', first)).toMatchObject({
    adjustScore: '30.00',
    adjustSource: '2',
    proposedWhy: '核查',
  });
  expect(await read(office, 'scoreBatch', batch)).toMatchObject({ openAppeals: 0 });
  await app.database.query(
    `update paper_authors set contribution_rate = case sort when 1 then 50 else 20 end
      where name <> '外校' and parent_id = (select id from paper where art_name = '三人合作的论文')`,
  );
  expect(await compute()).toBe(2);
  // The person confirmed another score; what the office adjusted stays.
  expect(await read(office, 'scoreBatchResult', second)).toMatchObject({
    status: '0',
    score: '142.86',
    finalScore: '142.86',
  });
  expect(await read(office, 'scoreBatchResult', first)).toMatchObject({
    status: '3',
    score: '57.14',
    adjustScore: '30.00',
    finalScore: '30.00',
  });
  expect(await read(office, 'scoreBatch', batch)).toMatchObject({ totalScore: '372.86' });
});

test('R-606: somebody appeals once against their own score, the college comments, the office decides', async () => {
  const about = { batchId: batch.id, appealType: '2', resultId: second.id, content: '比例有误' };
  const foreign = await colleague.post(path('scoreAppeal/submit'), about);
  expect(foreign.status).toBe(400);
  const appeal = await ok(teacher.post(path('scoreAppeal/submit'), about));
  const other = await ok(teacher.post(path('scoreAppeal/submit'), about));
  // A draft is its writer's.
  const draft = await office.get(path('scoreAppeal/detail'), { id: String(appeal.id) });
  expect(draft.status).toBe(404);
  await ok(teacher.post(path('scoreAppeal/submitAppeal'), { ids: appeal.id }));
  expect(await read(teacher, 'scoreBatchResult', second)).toMatchObject({ status: '2' });
  await ok(teacher.post(path('scoreAppeal/reback'), { ids: appeal.id }));
  expect(await read(teacher, 'scoreBatchResult', second)).toMatchObject({ status: '0' });
  await ok(teacher.post(path('scoreAppeal/submitAppeal'), { ids: appeal.id }));
  const refused = await teacher.post(path('scoreAppeal/submitAppeal'), { ids: other.id });
  expect(JSON.stringify([refused.msg, refused.data])).toContain('该条结果已有申诉在处理');
  const opinion = { id: appeal.id, deptOpinion: '属实' };
  const version = async () => (await read(office, 'scoreAppeal', appeal)).version;
  const outside = await stranger.post(path('scoreAppeal/comment'), { ...opinion, version: 1 });
  expect(outside.status).toBe(404);
  await ok(secretary.post(path('scoreAppeal/comment'), { ...opinion, version: await version() }));
  expect(await read(office, 'scoreBatch', batch)).toMatchObject({ openAppeals: 1 });
  await ok(
    office.post(path('scoreAppeal/uphold'), {
      id: appeal.id,
      version: await version(),
      decidedScore: '171.43',
      result: '按原比例',
    }),
  );
  expect(await read(teacher, 'scoreBatchResult', second)).toMatchObject({
    status: '3',
    adjustScore: '171.43',
    adjustSource: '1',
    proposedWhy: '按原比例',
    finalScore: '171.43',
  });
  expect(await read(office, 'scoreBatch', batch)).toMatchObject({
    openAppeals: 0,
    totalScore: '401.43',
  });
  const later = await teacher.post(path('scoreAppeal/submitAppeal'), { ids: other.id });
  expect(JSON.stringify([later.msg, later.data])).toContain('每条结果只能申诉一次');
});

test('R-605: a confirmed batch is final, and what it scored says so', async () => {
  const open = await office.post(path('scoreBatch/confirm'), { ids: batch.id });
  expect(JSON.stringify([open.msg, open.data])).toContain('当前状态不允许此操作');
  const system = app.parts.engine.asSystem('law', home);
  await app.database.query(`update score_batch set public_end = '2020-01-01' where id = $1`, [
    batch.id,
  ]);
  await system.perform(scoreBatch as unknown as Resource, 'closeAppeals', String(batch.id));
  await ok(office.post(path('scoreBatch/confirm'), { ids: batch.id }));
  expect(await lockScores.run(work(), app.parts.engine)).toMatchObject({ done: 3 });
  const { version } = await read(office, 'scoreBatchResult', second);
  const adjusted = {
    id: second.id,
    version,
    proposedScore: '1',
    adjustSource: '2',
    proposedWhy: '更正',
  };
  expect((await office.post(path('scoreBatchResult/adjust'), adjusted)).status).toBe(400);
  const locked = await app.database.query<{ locked: string; score: string }>(
    `select is_locked as locked, score_total::text as score from paper
      where art_name = '三人合作的论文'`,
  );
  expect(locked).toEqual([{ locked: '1', score: '201.43' }]);
});

test('R-508: a scored paper changes after it was unlocked only, and is scored anew then', async () => {
  const [scored] = await app.database.query<{ id: string }>(
    `select id::text from paper where art_name = '三人合作的论文'`,
  );
  const id = String(scored?.id);
  const back = () => office.post(path('papers/backDraft'), { ids: id, reason: '更正作者贡献' });
  const state = async () => {
    const { isLocked, auditStatus, scoreTotal } = await read(office, 'papers', { id });
    return { isLocked, auditStatus, scoreTotal };
  };
  for (const call of [back, () => office.post(path('papers/abolish'), { id, reason: '重复' })]) {
    const refused = await call();
    expect(JSON.stringify([refused.msg, refused.data])).toContain('已计分锁定');
  }
  const [result] = (await resultsOf(office, 'all')).filter(({ bizId }) => bizId === id);
  const unlock = (who: Client, reason: string) =>
    who.post(path('scoreBatchResult/unlockOutput'), {
      id: result?.id,
      version: result?.version,
      reason,
    });
  expect((await unlock(teacher, '更正')).status).toBe(403);
  expect((await unlock(office, '')).errors).toMatchObject([{ path: 'reason' }]);
  await ok(unlock(office, '作者贡献有误'));
  expect(await state()).toMatchObject({ isLocked: '0', auditStatus: '2' });
  // A batch that is confirmed meanwhile, or its job run again, does not take the unlocking back.
  await lockScores.run(work(), app.parts.engine);
  expect(await state()).toMatchObject({ isLocked: '0', scoreTotal: '201.43' });
  const rescored = () => rescoreOutputs.run({ tenantId: home, data: {}, signal }, app.parts.engine);
  // Nobody has changed it yet.
  expect(await rescored()).toMatchObject({ done: 0 });
  await ok(back());
  expect(await rescored()).toMatchObject({ done: 0 });
  await app.database.query(
    `update paper_authors set contribution_rate = case sort when 1 then 50 when 2 then 30 else 20 end
      where parent_id = $1`,
    [id],
  );
  await app.database.query(
    `update paper set audit_status = '2', finish_time = now() where id = $1`,
    [id],
  );
  expect(await rescored()).toMatchObject({ done: 1 });
  const after = (await resultsOf(office, 'all')).filter(({ bizId }) => bizId === id);
  // The scores follow the new shares; both had been adjusted, and what was adjusted stays.
  const scores = after.map(({ score, finalScore, status }) => [score, finalScore, status]);
  expect(scores.toSorted()).toEqual([
    ['142.86', '171.43', '9'],
    ['57.14', '30.00', '9'],
  ]);
  expect(await state()).toEqual({ isLocked: '1', auditStatus: '2', scoreTotal: '201.43' });
  const told = (await ok(
    office.get(path('papers/history'), { id }),
  )) as unknown as readonly RowLike[];
  const notes = told.filter(({ action }) => action === 'effect').map(({ note }) => note);
  // Two people have a score of it, and it says so once.
  expect(notes).toEqual(['计分结果：重新锁定', '计分结果：解锁成果', '计分结果：锁定']);
  expect(await rescored()).toMatchObject({ done: 0 });
});

test('a batch that is declared void frees what it scored', async () => {
  await ok(
    office.post(path('scoreBatch/invalidate'), {
      id: batch.id,
      version: (await read(office, 'scoreBatch', batch)).version,
      reason: '办法有误',
    }),
  );
  await lockScores.run(work(), app.parts.engine);
  expect(await resultsOf(teacher, 'mine')).toEqual([]);
  const freed = await app.database.query(
    `select 1 from paper where is_locked = '1' or score_total is not null`,
  );
  expect(freed).toEqual([]);
});
