import type { RowLike } from '@keyan/kernel/values/row.ts';
import { markRetracted } from '@keyan/product/achievement/collection/retraction.server.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { compareLists } from '@keyan/product/integrity/watching.server.ts';
import { computeScores } from '@keyan/product/scoring/scoring.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { ok, path, read } from '../support/filing.ts';

/** From a list to the reversal: each paper that is hit has one case, and a decision leaves drafts (decision 0556). */
let app: LawApplication;
let office: Client;
let leader: Client;
let teacher: Client;
let colleague: Client;
const signal = new AbortController().signal;

beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_achieve');
  leader = await app.as('rd_leader');
  teacher = await app.as('teacher');
  colleague = await app.as('teacher320');
  await app.database.query('update paper set is_deleted = 1');
});
afterAll(() => app.close());

const author = (who: Client, sort: number) => ({
  sort,
  personType: '01',
  userId: who.id,
  name: '本校',
  unit: '江陵大学',
  authorType: sort === 1 ? '01' : '06',
  contributionRate: '50',
});

const approved = async (title: string, more: RowLike = {}): Promise<{ readonly id: string }> => {
  const row = await app.parts.engine.asSystem('law', home).save(paper, {
    artName: title,
    paperType: '01',
    publishLanguage: '01',
    fkDeptId: app.departments[home]?.get('310'),
    discipline: '52020',
    publishDate: '2025-05-06',
    schoolSign: '1',
    journalName: 'Journal of Laws',
    indexTypes: ['16'],
    journalLevel: 'A1',
    publishScope: '2',
    secretLevel: '0',
    authors: [author(teacher, 1), author(colleague, 2)],
    ...more,
  });
  await app.database.query(`update paper set audit_status = '2' where id = $1`, [row.id]);
  return row;
};

const bring = (lines: readonly string[], fields: Readonly<Record<string, string>> = {}) =>
  office.upload(path('watchList/bring'), 'list.csv', Buffer.from(lines.join('\n')), {
    listName: 'Retraction Watch',
    listKind: '1',
    issueDate: '2025-01-01',
    ...fields,
  });

const heads =
  'Title,Journal,OriginalPaperDate,OriginalPaperDOI,RetractionDate,RetractionDOI,Reason';

const casesOf = async (who: Client, view: string, paperId: string): Promise<readonly RowLike[]> => {
  const { records } = await ok(
    who.get(path('retractionCase/list'), { view, size: '100', paperId }),
  );
  return (records as readonly RowLike[]).filter((one) => one.paperId === paperId);
};

const act = (who: Client, kind: string, action: string, row: RowLike, more: RowLike = {}) =>
  ok(who.post(path(`${kind}/${action}`), { ids: row.id, ...more }));

test('a list opens a case for a paper once, by DOI or by title with more beside it, and for no secret one', async () => {
  const byDoi = await approved('A paper of laws', { doi: '10.1000/laws.1' });
  const byTitle = await approved('Another paper of laws');
  const alone = await approved('Introduction');
  const secret = await approved('A secret paper of laws', {
    doi: '10.1000/laws.2',
    secretLevel: '1',
  });
  const lines = [
    heads,
    'Whatever,Elsewhere,5/6/2025 0:00,https://doi.org/10.1000/LAWS.1,11/20/2025 0:00,10.1000/r,+Fake Peer Review;',
    'Another Paper of Laws.,Journal of Laws,1/1/2020 0:00,,11/20/2025 0:00,,',
    'Introduction,Elsewhere,1/1/2019 0:00,,11/20/2025 0:00,,',
    'A secret paper of laws,Journal of Laws,5/6/2025 0:00,10.1000/laws.2,,,',
  ];
  expect(await ok(bring(lines))).toMatchObject({ entries: 4, opened: 2 });
  expect(await ok(bring(lines, { listName: 'The same again' }))).toMatchObject({ opened: 0 });
  const [first] = await casesOf(office, 'all', byDoi.id);
  expect(first).toMatchObject({
    points: 100,
    matchedBy: ['doi', 'year'],
    noticeDate: '2025-11-20',
  });
  expect(await read(office, 'retractionCase', first ?? {})).toMatchObject({
    reason: 'Fake Peer Review',
  });
  expect(await casesOf(office, 'all', byTitle.id)).toMatchObject([
    { points: 85, matchedBy: ['title', 'journal'] },
  ]);
  for (const none of [alone, secret]) {
    expect(await casesOf(office, 'all', none.id)).toEqual([]);
  }
  expect((await teacher.get(path('retractionCase/detail'), { id: String(first?.id) })).status).toBe(
    404,
  );
});

test('entries that share a title alone keep no other paper from its case', async () => {
  await approved('编者按');
  const wanted = await approved('名单末尾的论文');
  const repeated = Array.from({ length: 600 }, (_, at) => `编者按,Elsewhere ${at},,,,,`);
  const lines = [heads, ...repeated, '名单末尾的论文,Journal of Laws,,,,,'];
  expect(await ok(bring(lines, { listName: '重名' }))).toMatchObject({ opened: 1 });
  // The list names no day of the notice: the case tells none.
  expect(await casesOf(office, 'all', wanted.id)).toMatchObject([{ points: 85, noticeDate: '' }]);
});

test('a list of journals hits papers from its day on; a mark of a source is a case, too', async () => {
  const before = await approved('Before the warning', {
    journalName: '预警学报',
    publishDate: '2024-03-01',
  });
  const after = await approved('After the warning', { journalName: '预警学报' });
  const lines = ['2025 年预警期刊名单', '序号,期刊名称,预警等级', '1,《预警学报》,高'];
  expect(await ok(bring(lines, { listName: '预警', listKind: '2' }))).toMatchObject({ opened: 1 });
  expect(await casesOf(office, 'all', before.id)).toEqual([]);
  expect(await casesOf(office, 'all', after.id)).toMatchObject([
    { listKind: '2', matchedBy: ['journal'] },
  ]);

  const marked = await approved('Marked by a source', { doi: '10.1000/laws.9' });
  await markRetracted(app.parts.engine, home, {
    doi: '10.1000/laws.9',
    title: '',
    year: '',
    noticeDoi: '10.1000/notice.9',
    date: '2025-10-10',
    reason: '',
  });
  await compareLists(app.parts.engine, home, null);
  await compareLists(app.parts.engine, home, null);
  expect(await casesOf(office, 'all', marked.id)).toMatchObject([
    { listKind: '3', matchedBy: ['mark'], noticeDoi: '10.1000/notice.9' },
  ]);
  // A list that names it later tells nothing new.
  expect(
    await ok(bring([heads, 'Marked by a source,X,,10.1000/laws.9,,,'], { listName: '晚到的名单' })),
  ).toMatchObject({ opened: 0 });
});

/** A batch in which the approved papers scored. */
const scored = async (): Promise<void> => {
  const admin = await app.as('rd_admin');
  const norm = await ok(
    admin.post(path('scoreNorm/submit'), { normName: '计分办法', normYear: 2020, endYear: 2030 }),
  );
  const rule = await ok(
    admin.post(path('scoreProject/submit'), {
      normId: norm.id,
      itemCode: 'LW-A1',
      itemName: 'A1 类期刊论文',
      scoreObject: 'paper',
      scoreUnit: '1',
      baseScore: '200',
      unitCoef: [{ schoolSign: '1', coef: '1' }],
      allotMode: '1',
      onlySchool: '1',
      priority: 10,
    }),
  );
  await ok(admin.post(path('scoreProject/release'), { ids: rule.id }));
  await ok(admin.post(path('scoreNorm/release'), { ids: norm.id }));
  const batch = await ok(
    admin.post(path('scoreBatch/submit'), {
      batchName: '2025 年度计分',
      batchYear: 2025,
      normId: norm.id,
      publicEnd: '2099-12-31 17:00:00',
    }),
  );
  await ok(admin.post(path('scoreBatch/release'), { ids: batch.id }));
  await ok(admin.post(path('scoreBatch/calc'), { ids: batch.id }));
  await computeScores.run(
    { tenantId: home, data: { id: String(batch.id) }, signal },
    app.parts.engine,
  );
};

const rewardId = '770001';

/** A reward of the teacher's for a scored paper, as the generation of rewards leaves it. */
const rewarded = async (paperId: string) => {
  const noted = ['0', '2026-01-01', '0', '2026-01-01'];
  await app.database.query(
    `insert into score_reward (tenant_id, id, status, create_user, create_time, update_user, update_time)
     values ($1, 770000, '1', $2, $3, $4, $5)`,
    [home, ...noted],
  );
  await app.database.query(
    `insert into score_reward_detail (tenant_id, id, reward_id, result_id, user_id, score_object, title, amount, status,
       create_user, create_time, update_user, update_time)
     select $1::varchar, $2::bigint, 770000, id, user_id, 'paper', title, 3000, '1', $3, $4, $5, $6
       from score_result where tenant_id = $1 and biz_id = $7 and user_id = $8`,
    [home, rewardId, ...noted, paperId, teacher.id],
  );
};

test('authors see their own part and answer; a decision drafts reversals, which take the score back once approved', async () => {
  const output = await approved('A scored paper of laws', { doi: '10.1000/laws.20' });
  await scored();
  await rewarded(output.id);
  await ok(
    bring([heads, 'A scored paper of laws,X,,10.1000/laws.20,1/2/2026 0:00,,'], {
      listName: '计分',
    }),
  );
  const [found] = await casesOf(office, 'all', output.id);
  if (!found) throw new Error('no case');
  const whole = await read(office, 'retractionCase', found);
  const scores = (whole.chain as readonly RowLike[]).filter(
    ({ chainKind }) => chainKind === 'score',
  );
  expect(scores.map(({ userId }) => userId).toSorted()).toEqual(
    [teacher.id, colleague.id].toSorted(),
  );

  await act(office, 'retractionCase', 'ask', found, { dueDate: '2099-01-01' });
  const own = await read(teacher, 'retractionCase', found);
  expect((own.statements as readonly RowLike[]).map(({ userId }) => userId)).toEqual([teacher.id]);
  expect((own.chain as readonly RowLike[]).every(({ userId }) => userId === teacher.id)).toBe(true);
  await act(teacher, 'retractionCase', 'answer', found, {
    statement: '数据由合作单位提供，已申请复核。',
  });
  expect(await read(office, 'retractionCase', found)).toMatchObject({ status: '1' });
  await act(colleague, 'retractionCase', 'answer', found, { statement: '同意撤销相应业绩计分。' });
  expect(await read(office, 'retractionCase', found)).toMatchObject({ status: '2' });
  const marked = await read(office, 'papers', { id: output.id });
  expect(marked).toMatchObject({ isRetracted: '1', retractDate: '2026-01-02' });

  await act(office, 'retractionCase', 'decide', found, {
    decision: ['2', '3'],
    decisionReason: '撤稿属实，撤销该论文计分并追回奖励。',
  });
  const drafts = async () =>
    (await ok(office.get(path('caseReversal/list'), { view: 'all', caseId: String(found.id) })))
      .records as readonly RowLike[];
  expect(await drafts()).toHaveLength(3);
  const early = await office.post(path('retractionCase/conclude'), { ids: found.id });
  expect(early.raw.toString()).toContain('3 张冲销单未办理');
  for (const draft of await drafts()) {
    await act(office, 'caseReversal', 'handIn', draft);
    const own = await office.post(path('caseReversal/approve'), { ids: draft.id });
    expect(own.status === 200 && own.msg === '操作成功').toBe(false);
    await act(leader, 'caseReversal', 'approve', draft);
  }
  for (const score of scores) {
    const row = await read(office, 'scoreBatchResult', { id: String(score.bizId) });
    expect(row).toMatchObject({ finalScore: '0.00', adjustSource: '4' });
  }
  expect(await read(office, 'scoreRewardDetail', { id: rewardId })).toMatchObject({ status: '6' });
  // Finance notes the day on which the money is back, of rewards alone.
  const finance = await app.as('finance');
  const back = { paidBackOn: '2026-01-05', voucherNum: '记-1201' };
  for (const { kind, id } of await drafts()) {
    const noted = await finance.post(path('caseReversal/payBack'), { id, version: 3, ...back });
    expect(noted.status === 200).toBe(kind === '2');
  }
  expect((await drafts()).map(({ status }) => status).toSorted()).toEqual(['2', '2', '3']);
  await act(office, 'retractionCase', 'conclude', found);
  expect(await read(office, 'retractionCase', found)).toMatchObject({ status: '4' });
});
