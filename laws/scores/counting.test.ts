import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { computeScores, refreshScoresNightly } from '@keyan/product/scoring/scoring.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { ok, path, read } from '../support/filing.ts';

/** Counts that are made once, only where they are named, and from day to day. */
let app: LawApplication;
let office: Client;
let teacher: Client;
let colleague: Client;
let norm: RowLike;
const signal = new AbortController().signal;

beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_achieve');
  teacher = await app.as('teacher');
  colleague = await app.as('teacher320');
  await app.database.query('update paper set is_deleted = 1');
  norm = await makeNorm({ normName: '计分办法' });
});
afterAll(() => app.close());

const makeNorm = async (more: RowLike): Promise<RowLike> => {
  const made = await ok(
    office.post(path('scoreNorm/submit'), { normYear: 2020, endYear: 2030, ...more }),
  );
  const rule = await ok(
    office.post(path('scoreProject/submit'), {
      normId: made.id,
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
  await ok(office.post(path('scoreProject/release'), { ids: rule.id }));
  await ok(office.post(path('scoreNorm/release'), { ids: made.id }));
  return made;
};

const author = (who: Client, sort: number, contributionRate: string) => ({
  sort,
  personType: '01',
  userId: who.id,
  name: '本校',
  unit: '江陵大学',
  authorType: sort === 1 ? '01' : '06',
  contributionRate,
});

const file = (title: string, publishDate: string, authors: readonly RowLike[]) =>
  ({
    artName: title,
    paperType: '01',
    publishLanguage: '01',
    fkDeptId: app.departments[home]?.get('310'),
    discipline: '52020',
    publishDate,
    schoolSign: '1',
    journalName: '某刊',
    indexTypes: ['16'],
    journalLevel: 'A1',
    publishScope: '2',
    authors,
  }) satisfies RowLike;

const approved = async (title: string, publishDate: string, authors: readonly RowLike[]) => {
  const given = file(title, publishDate, authors);
  const row = await app.parts.engine
    .asSystem('law', home)
    .save(paper as unknown as Resource, given);
  await app.database.query(`update paper set audit_status = '2' where id = $1`, [row.id]);
  return row;
};

const released = async (more: RowLike): Promise<RowLike> => {
  const given = { batchYear: 2025, normId: norm.id, publicEnd: '2099-12-31 17:00:00', ...more };
  const made = await ok(office.post(path('scoreBatch/submit'), given));
  await ok(office.post(path('scoreBatch/release'), { ids: made.id }));
  return made;
};

const compute = async (batch: RowLike): Promise<void> => {
  await ok(office.post(path('scoreBatch/calc'), { ids: batch.id }));
  const work = { tenantId: home, data: { id: String(batch.id) }, signal };
  await computeScores.run(work, app.parts.engine);
};

const scoresOf = async (batch: RowLike) => {
  const { records } = await ok(
    office.get(path('scoreBatchResult/list'), {
      view: 'all',
      batchId: String(batch.id),
      size: '100',
    }),
  );
  return (records as readonly RowLike[])
    .map((one) => `${one.title} ${one.userId === teacher.id ? 't' : 'c'} ${one.isLate}`)
    .toSorted();
};

test('R-608: a late entry counts once for each person, where the office says so', async () => {
  await approved('去年已计', '2024-03-01', [author(teacher, 1, '100')]);
  const last = await released({ batchName: '2024', batchYear: 2024 });
  await compute(last);
  await approved('去年漏登', '2024-05-01', [author(teacher, 1, '60'), author(colleague, 2, '40')]);
  await approved('太早的', '2021-05-01', [author(teacher, 1, '100')]);
  await approved('今年的', '2025-05-01', [author(teacher, 1, '100')]);
  const plain = await released({ batchName: '不补计' });
  await compute(plain);
  expect(await scoresOf(plain)).toEqual(['今年的 t 0']);
  await ok(office.post(path('scoreBatch/recall'), { ids: plain.id }));
  const college = await released({
    batchName: '甲学院补计',
    countsLate: '1',
    lateFrom: 2023,
    deptIds: [app.departments[home]?.get('310')],
  });
  await compute(college);
  expect(await scoresOf(college)).toEqual(['今年的 t 0', '去年漏登 t 1']);
  const [late] = (
    await ok(
      office.get(path('scoreBatchResult/list'), {
        view: 'all',
        batchId: String(college.id),
        isLate: '1',
      }),
    )
  ).records as readonly RowLike[];
  expect(await read(office, 'scoreBatchResult', late ?? {})).toMatchObject({
    statYear: 2024,
    finalScore: '120.00',
    working: expect.stringContaining('补计：2024 年度成果'),
  });
  // The other college's part of the same paper has not been counted; this one's has.
  const next = await released({
    batchName: '次年补计',
    batchYear: 2026,
    countsLate: '1',
    lateFrom: 2024,
  });
  await compute(next);
  expect(await scoresOf(next)).toEqual(['去年漏登 c 1']);
  await compute(college);
  expect(await scoresOf(college)).toEqual(['今年的 t 0', '去年漏登 t 1']);
  // The year that missed it may not take it up any more.
  await compute(last);
  expect(await scoresOf(last)).toEqual(['去年已计 t 0']);
  const wrong = await office.post(path('scoreBatch/submit'), {
    batchName: '错',
    batchYear: 2025,
    normId: norm.id,
    publicEnd: '2099-12-31 17:00:00',
    countsLate: '1',
    lateFrom: 2025,
  });
  expect(JSON.stringify(wrong.errors)).toContain('应早于批次年度');
});

const name = async (who: Client, given: RowLike) => {
  const made = await ok(who.post(path('representative/submit'), { year: 2027, ...given }));
  return { made, answer: await who.post(path('representative/name'), { ids: made.id }) };
};

test('a norm may count only the representative works that people named', async () => {
  const few = await makeNorm({ normName: '代表作办法', representMost: 1 });
  const [one, two] = [
    await approved('代表作一', '2027-03-01', [
      author(teacher, 1, '60'),
      author(colleague, 2, '40'),
    ]),
    await approved('代表作二', '2027-04-01', [author(teacher, 1, '100')]),
  ];
  const batch = await released({ batchName: '2027', batchYear: 2027, normId: few.id });
  await compute(batch);
  expect(await scoresOf(batch)).toEqual([]);
  // People choose among their own approved outputs of the kind.
  const offered = async (who: Client, query: Readonly<Record<string, string>>) =>
    Object.values(await ok(who.get(path('representative/works'), query))).map((one) => {
      const { text, year } = one as RowLike;
      return `${text} ${year}`;
    });
  const papers = { scoreObject: 'paper', search: '代表作' };
  expect(await offered(teacher, papers)).toEqual(['代表作二 2027', '代表作一 2027']);
  expect(await offered(colleague, papers)).toEqual(['代表作一 2027']);
  expect(await offered(teacher, { ...papers, search: '%' })).toEqual([]);
  expect(await offered(teacher, { scoreObject: 'vertical' })).toEqual([]);
  expect(await offered(teacher, { scoreObject: 'book' })).toEqual([]);
  expect((await office.get(path('representative/works'), papers)).status).toBe(403);
  const work = { scoreObject: 'paper', reason: '提出了新的方法' };
  const second = await name(teacher, { ...work, bizId: two?.id, place: 2 });
  await ok(Promise.resolve(second.answer));
  const first = await name(teacher, { ...work, bizId: one?.id, place: 1 });
  await ok(Promise.resolve(first.answer));
  expect(await read(teacher, 'representative', first.made)).toMatchObject({ title: '代表作一' });
  const foreign = await name(colleague, { ...work, bizId: two?.id, place: 1 });
  expect(JSON.stringify([foreign.answer.msg, foreign.answer.data])).toContain('本人已通过的成果');
  await compute(batch);
  expect(await scoresOf(batch)).toEqual(['代表作一 t 0']);
  await ok(teacher.post(path('representative/takeBack'), { ids: first.made.id }));
  await compute(batch);
  expect(await scoresOf(batch)).toEqual(['代表作二 t 0']);
  const bare = await teacher.post(path('representative/submit'), {
    year: 2027,
    scoreObject: 'vertical',
    bizId: '1',
    place: 1,
  });
  const paths = bare.errors.map((fault) => fault.path);
  expect(paths).toEqual(expect.arrayContaining(['scoreObject', 'reason']));
});

test('a person names as many works of a year as the school allows', async () => {
  const names: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    const { id } = await approved(`多篇${at}`, '2028-03-01', [author(teacher, 1, '100')]);
    const given = { scoreObject: 'paper', bizId: id, year: 2028, place: at + 1, reason: '有新意' };
    names.push(JSON.stringify((await name(teacher, given)).answer));
  }
  expect(names.slice(0, 5).every((one) => one.includes('已提名'))).toBe(true);
  expect(names[5]).toContain('本年度代表作已满');
});

test('the year under way is computed every night, and people see how far they are', async () => {
  await approved('年内的', '2029-03-01', [author(teacher, 1, '100')]);
  const batch = await released({ batchName: '2029', batchYear: 2029 });
  const night = () =>
    refreshScoresNightly.run({ tenantId: home, data: {}, signal }, app.parts.engine);
  expect((await night()).done).toBeGreaterThan(0);
  expect(await read(office, 'scoreBatch', batch)).toMatchObject({
    status: '1',
    calcTime: expect.any(String),
    totalScore: '200.00',
  });
  expect(await night()).toMatchObject({ done: 0 });
  const mine = (
    await ok(
      teacher.get(path('scoreBatchResult/list'), { view: 'mine', batchId: String(batch.id) }),
    )
  ).records as readonly RowLike[];
  expect(mine).toMatchObject([{ title: '年内的', finalScore: '200.00' }]);
  await teacher.post(path('scoreBatchResult/acknowledge'), { ids: mine[0]?.id });
  expect(await read(teacher, 'scoreBatchResult', mine[0] ?? {})).toMatchObject({ status: '0' });
  await ok(
    teacher.post(path('papers/save'), file('还在写的', '2029-06-01', [author(teacher, 1, '100')])),
  );
  const progress = await ok(teacher.get(path('score/progress')));
  expect(progress).toMatchObject({
    year: 2029,
    total: '200.00',
    counted: [{ title: '年内的', score: '200.00', isLate: false }],
    coming: [{ title: '还在写的', points: '200.00', rule: 'A1 类期刊论文', mayName: false }],
  });
  const other = await ok(colleague.get(path('score/progress')));
  expect(other).toMatchObject({ counted: [], total: '0.00', coming: [] });
  expect((await office.get(path('score/progress'))).status).toBe(403);
});
