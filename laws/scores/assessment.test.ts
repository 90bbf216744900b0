import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import { gridsIn } from '@keyan/engine/testing/books.ts';
import { cellText } from '@keyan/engine/workbooks/cell.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { assessBatch } from '@keyan/product/assessment/assess-batch.ts';
import {
  computeAssessment,
  lockAssessment,
  refreshAssessmentNightly,
} from '@keyan/product/assessment/assessment.server.ts';
import { scoreBatch } from '@keyan/product/scoring/score-batch.ts';
import { computeTrial, lockScores } from '@keyan/product/scoring/scoring.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { attached, faultOf, ok, path, read } from '../support/filing.ts';
import {
  computeBatch,
  division,
  listOf,
  openScoredYear,
  type ScoredYear,
  versioned as versionedFor,
  workOn,
} from '../support/scored-year.ts';

/** A year from its scores to grades, by people's calls and the jobs. */
let year: ScoredYear;
let app: LawApplication;
let office: Client;
let teacher: Client;
let colleague: Client;
let secretary: Client;
let stranger: Client;
let norm: RowLike;
let rule: RowLike;
let batch: RowLike;
let program: RowLike;
let assessment: RowLike;
let own: RowLike;
const signal = new AbortController().signal;
const engine = () => app.parts.engine;

beforeAll(async () => {
  year = await openScoredYear();
  ({ app, office, teacher, colleague, norm, rule, batch } = year);
  secretary = await app.as('dept_secretary');
  stranger = await app.as('secretary320');
});
afterAll(() => app.close());

const versioned = (kind: string, row: RowLike) => versionedFor(office, kind, row);

test('R-603: the leader divides the score of an output, with at least 1.25 times the mean', async () => {
  const [allot = {}] = await listOf(teacher, 'scoreAllot');
  expect(allot).toMatchObject({ title: '两人合作的论文', outputScore: '200.00', status: '0' });
  const divided = async (mine: string, other: string) =>
    teacher.post(path('scoreAllot/submit'), await division(year, allot, [mine, other]));
  expect(faultOf(await divided('60', '40'))).toBe('负责人的比例不能低于人均的 1.25 倍');
  expect(faultOf(await divided('70', '20'))).toContain('比例合计应为 100');
  await ok(divided('70', '30'));
  await ok(teacher.post(path('scoreAllot/divide'), await versioned('scoreAllot', allot)));
  await computeBatch(year);
  const scores = await listOf(office, 'scorePerson', { batchId: String(batch.id) });
  expect(scores.map(({ totalScore }) => totalScore).toSorted()).toEqual(['140.00', '60.00']);
});

test('a what-if computation compares by person and output, and leaves the results alone', async () => {
  const draft = await ok(
    office.post(path('scoreNorm/submit'), { normName: '新办法', normYear: 2025, endYear: 2030 }),
  );
  const more = await ok(
    office.post(path('scoreProject/submit'), {
      normId: draft.id,
      itemCode: 'LW-A1',
      itemName: 'A1 类期刊论文（新）',
      scoreObject: 'paper',
      scoreUnit: '1',
      baseScore: '100',
      unitCoef: [{ schoolSign: '1', coef: '1' }],
      allotMode: '6',
      onlySchool: '1',
      priority: 10,
    }),
  );
  await ok(office.post(path('scoreProject/release'), { ids: more.id }));
  const trial = await ok(
    office.post(path('scoreTrial/submit'), {
      trialName: '新办法试算',
      normId: draft.id,
      batchId: batch.id,
    }),
  );
  const standing = () =>
    app.database.query(
      `select md5(string_agg(r::text, '' order by r.id)) as results,
              (select md5(string_agg(p::text, '' order by p.id)) from score_person p) as people,
              (select md5(string_agg(b::text, '' order by b.id)) from score_batch b) as batches,
              (select md5(string_agg(a::text, '' order by a.id)) from score_allot a) as divisions
         from score_result r`,
    );
  const before = await standing();
  await ok(office.post(path('scoreTrial/calc'), { ids: trial.id }));
  await computeTrial.run(workOn(trial), engine());
  // Not a byte of what people have has changed.
  expect(await standing()).toEqual(before);
  expect(await read(office, 'scoreTrial', trial)).toMatchObject({
    status: '2',
    beforeTotal: '200.00',
    afterTotal: '100.00',
    winners: 0,
    losers: 2,
  });
  const people = await listOf(office, 'scoreTrialPerson', { trialId: String(trial.id) });
  expect(people.map(({ change }) => change).toSorted()).toEqual(['-40.00', '-60.00']);
  const outputs = await listOf(office, 'scoreTrialResult', { trialId: String(trial.id) });
  expect(outputs).toHaveLength(2);
  expect(await read(office, 'scoreBatch', batch)).toMatchObject({ totalScore: '200.00' });
  expect((await teacher.get(path('scoreTrial/list'), { view: 'all' })).status).toBe(403);
  const compare = (who: Client, by: string) =>
    who.get(path('scoreTrial/compare'), { ids: String(trial.id), by });
  expect(await ok(compare(office, 'college'))).toMatchObject({
    trials: [{ name: '新办法试算', norm: '新办法' }],
    groups: [
      { people: 1, before: '60.00', trials: [{ after: '0.00', change: '-60.00', losers: 1 }] },
      { people: 1, before: '140.00', trials: [{ after: '100.00', change: '-40.00', losers: 1 }] },
    ],
  });
  expect((await compare(teacher, 'college')).status).toBe(403);
  for (const by of ['rank', 'discipline', 'age']) {
    const { groups } = await ok(compare(office, by));
    expect((groups as readonly RowLike[]).map(({ before }) => before)).toEqual(
      by === 'rank' ? ['60.00', '140.00'] : ['200.00'],
    );
  }
});

test('a what-if is exported by person and by output', async () => {
  const sheetOf = async (kind: string) => {
    const { raw } = await office.get(path(`${kind}/export`), { view: 'all' });
    return [...(await gridsIn(raw)).values()].flat(2).map(cellText).join();
  };
  expect(await sheetOf('scoreTrialPerson')).toContain('-60');
  expect(await sheetOf('scoreTrialResult')).toContain('A1 类期刊论文（新）');
});

test('R-701: a target is folded by the months of an exemption that the office accepted', async () => {
  program = await ok(
    office.post(path('score/assessProgram/submit'), {
      programName: '教师年度考核',
      assessObject: '1',
      normId: norm.id,
      cycleType: '1',
      excellentRate: '50',
      targets: [{ rankLevel: '2', jobCategory: '01', requiredScore: '200' }],
      grades: [
        { assessGrade: '01', minRate: '150' },
        { assessGrade: '02', minRate: '100' },
        { assessGrade: '03', minRate: '80' },
      ],
    }),
  );
  const draft = {
    programId: program.id,
    year: 2025,
    startDate: '2025-01-01',
    endDate: '2025-12-31',
  };
  assessment = await ok(
    office.post(path('score/assessBatch/submit'), {
      ...draft,
      batchName: '2025 年度考核',
      scoreBatchIds: [batch.id],
    }),
  );
  const early = await office.post(path('score/assessBatch/release'), { ids: assessment.id });
  expect(JSON.stringify([early.msg, early.data])).toContain('考核方案尚未发布');
  await ok(office.post(path('score/assessProgram/release'), { ids: program.id }));
  await ok(office.post(path('score/assessBatch/release'), { ids: assessment.id }));
  const asked = { reason: '2', startDate: '2025-05-01', endDate: '2025-08-31' };
  // Recalled, a program may be changed; the batch that was released follows the one that is in force.
  await ok(office.post(path('score/assessProgram/recall'), { ids: program.id }));
  await ok(office.post(path('score/assessProgram/release'), { ids: program.id }));
  await ok(office.post(path('score/assessBatch/recall'), { ids: assessment.id }));
  await ok(office.post(path('score/assessBatch/release'), { ids: assessment.id }));
  const spans = [
    ['2025-01-01', '2025-06-30', 2025, '「年度」，业绩起止应为 12 个月，当前 6 个月'],
    ['2024-07-01', '2025-06-30', 2024, '应为业绩截止的年度'],
  ] as const;
  for (const [startDate, endDate, year, fault] of spans) {
    const given = { ...draft, batchName: '半年', scoreBatchIds: [batch.id] };
    const wrong = await office.post(path('score/assessBatch/submit'), {
      ...given,
      startDate,
      endDate,
      year,
    });
    expect(JSON.stringify(wrong.errors)).toContain(fault);
  }
  const bare = await teacher.post(path('assessExempt/submit'), asked);
  expect(faultOf(bare)).toContain('附件');
  const exempt = await ok(
    teacher.post(path('assessExempt/submit'), {
      ...asked,
      ...(await attached(teacher, '99')),
    }),
  );
  await ok(teacher.post(path('assessExempt/submitExempt'), { ids: exempt.id }));
  await teacher.post(path('assessExempt/accept'), { ids: exempt.id });
  expect(await read(office, 'assessExempt', exempt)).toMatchObject({ status: '1' });
  await ok(office.post(path('assessExempt/accept'), { ids: exempt.id }));
  await ok(office.post(path('score/assessBatch/calc'), { ids: assessment.id }));
  expect((await computeAssessment.run(workOn(assessment), engine())).done).toBe(2);
  const results = await listOf(office, 'score/assessResult', { fkBatchId: String(assessment.id) });
  own = results.find(({ userId }) => userId === teacher.id) ?? {};
  expect(await read(office, 'score/assessResult', own)).toMatchObject({
    annualScore: '200.00',
    monthRate: '0.6667',
    requiredScore: '133.33',
    actualScore: '140.00',
    finishRate: '105.00',
    lackScore: '0.00',
    sysGrade: '02',
    finalGrade: '02',
  });
  expect(results.find(({ userId }) => userId === colleague.id)).toMatchObject({
    finalGrade: '06',
  });
  await ok(office.post(path('score/assessBatch/calc'), { ids: assessment.id }));
  expect((await computeAssessment.run(workOn(assessment), engine())).done).toBe(0);
});

test('R-704: a department is assessed by four terms, and says how each came about', async () => {
  const department = app.departments[home]?.get('310');
  const term = (code: string, weight: string, target: string) => ({ term: code, weight, target });
  const colleges = await ok(
    office.post(path('score/assessProgram/submit'), {
      programName: '学院年度考核',
      assessObject: '2',
      normId: norm.id,
      cycleType: '1',
      targets: [{ rankLevel: '2', jobCategory: '01', requiredScore: '200' }],
      grades: [
        { assessGrade: '01', minRate: '100' },
        { assessGrade: '03', minRate: '60' },
      ],
      terms: [
        term('1', '40', '100'),
        term('2', '20', '100'),
        term('3', '20', '10'),
        term('4', '20', '4'),
      ],
      highItems: [rule.id],
    }),
  );
  await ok(office.post(path('score/assessProgram/release'), { ids: colleges.id }));
  const made = 'tenant_id, id, create_user, create_time, update_user, update_time, audit_status';
  const row = (id: number) => [home, String(id), office.id, department];
  // 1,400,000 yuan and nine projects of the year, and one of each of another year.
  for (const [at, [day, amount]] of [
    ['2025-05-01', '1400000'],
    ['2024-05-01', '10000'],
  ].entries()) {
    await app.database.query(
      `insert into jfdzys (${made}, department_id, arrive_date, divide_amount)
       values ($1, $2, $3, now(), $3, now(), '2', $4, $5, $6)`,
      [...row(7000 + at), day, amount],
    );
  }
  for (let at = 0; at < 10; at += 1) {
    await app.database.query(
      `insert into program_approval (${made}, department_id, approval_date)
       values ($1, $2, $3, now(), $3, now(), '2', $4, $5)`,
      [...row(7100 + at), at === 0 ? '2024-06-01' : '2025-06-01'],
    );
  }
  const ofColleges = await ok(
    office.post(path('score/assessBatch/submit'), {
      batchName: '2025 年度学院考核',
      programId: colleges.id,
      year: 2025,
      startDate: '2025-01-01',
      endDate: '2025-12-31',
      scoreBatchIds: [batch.id],
    }),
  );
  await ok(office.post(path('score/assessBatch/release'), { ids: ofColleges.id }));
  await ok(office.post(path('score/assessBatch/calc'), { ids: ofColleges.id }));
  await computeAssessment.run(workOn(ofColleges), engine());
  const results = await listOf(secretary, 'score/assessResult', {
    fkBatchId: String(ofColleges.id),
  });
  expect(results).toHaveLength(1);
  // 42 of the rate, 24 of 140 that count 120, 18 of nine of ten projects, 5 of one high-level output of four.
  expect(await read(office, 'score/assessResult', results[0] ?? {})).toMatchObject({
    fkDeptId: department,
    actualScore: '89.00',
    finalGrade: '03',
    working: expect.stringMatching(/140.*120\.00 × 20.*9 ÷ 10.*= 90\.00 × 20.*合计 89\.00/),
  });
  await ok(office.post(path('score/assessBatch/recall'), { ids: ofColleges.id }));
});

test('a released assessment follows the scores every night, and stands still where nothing changed', async () => {
  const night = () => refreshAssessmentNightly.run({ tenantId: home, data: {}, signal }, engine());
  expect(refreshAssessmentNightly.at).toEqual(dailyAt('02:40'));
  expect(await night()).toMatchObject({ done: 0 });
  const scores = await listOf(office, 'scoreBatchResult', { batchId: String(batch.id) });
  const mine = scores.find(({ userId }) => userId === teacher.id) ?? {};
  const adjust = async (proposedScore: string) => {
    await ok(
      office.post(path('scoreBatchResult/adjust'), {
        ...(await versioned('scoreBatchResult', mine)),
        proposedScore,
        adjustSource: '2',
        proposedWhy: '核查',
      }),
    );
    await ok(office.post(path('scoreBatchResult/acceptAdjust'), { ids: mine.id }));
  };
  const sums = async () => {
    const { assessments } = await ok(teacher.get(path('score/progress')));
    return (assessments as RowLike[]).map(({ actual, current }) => [actual, current]);
  };
  const [[before] = []] = await sums();
  await adjust('100');
  // A person reads one sum: the change asks for the computation at once, and the page says so until it is done.
  expect(await sums()).toEqual([[before, '100.00']]);
  const asked = await app.database.query(
    'select 1 from job_run where job = $1 and outcome is null',
    [refreshAssessmentNightly.name],
  );
  expect(asked).toHaveLength(1);
  expect(await night()).toMatchObject({ done: 1 });
  expect(await sums()).toEqual([['100.00', '100.00']]);
  expect(await read(office, 'score/assessResult', own)).toMatchObject({
    actualScore: '100.00',
    finishRate: '75.00',
    lackScore: '33.33',
    finalGrade: '04',
  });
  expect((await read(office, 'score/assessBatch', assessment)).calcTime).toEqual(
    expect.any(String),
  );
  // The college sees at once who is short of what.
  const short = await ok(secretary.get(path('score/assessResult/list'), { view: 'short' }));
  expect(short.records).toMatchObject([{ userId: teacher.id, shortOf: '尚缺 33.33 分' }]);
  const [behind = {}] = short.records as readonly RowLike[];
  expect(await read(secretary, 'score/assessResult', behind)).toMatchObject({
    shortOfEn: '33.33 points short',
  });
  expect((await ok(stranger.get(path('score/assessResult/list'), { view: 'short' }))).total).toBe(
    0,
  );
  await adjust('140');
  expect(await night()).toMatchObject({ done: 1 });
});

test('R-703: the college suggests one step with a reason before the results are shown', async () => {
  const suggest = async (who: Client, deptGrade: string) =>
    who.post(path('score/assessResult/suggest'), {
      ...(await versioned('score/assessResult', own)),
      deptGrade,
      comment: '教学与社会服务突出',
    });
  expect((await suggest(stranger, '01')).status).toBe(404);
  expect(faultOf(await suggest(secretary, '04'))).toBe('院系建议只能在系统等级上下调整一档');
  await ok(suggest(secretary, '01'));
  const show = async () =>
    office.post(path('score/assessBatch/show'), {
      ...(await versioned('score/assessBatch', assessment)),
      publicEnd: '2099-12-31 17:00:00',
    });
  const uncounted = await show();
  expect(JSON.stringify([uncounted.msg, uncounted.data])).toContain('请先重新计算');
  await ok(office.post(path('score/assessBatch/calc'), { ids: assessment.id }));
  await computeAssessment.run(workOn(assessment), engine());
  expect(await read(office, 'score/assessResult', own)).toMatchObject({
    deptGrade: '01',
    proposedGrade: '02',
    finalGrade: '02',
  });
  await ok(show());
  expect(JSON.stringify(await suggest(secretary, '02'))).toContain('不在院系建议阶段');
});

test('a person sees their own result alone, and appeals once while it is shown', async () => {
  const mine = (await ok(teacher.get(path('score/assessResult/list'), { view: 'mine' }))).records;
  expect(mine).toMatchObject([{ userId: teacher.id }]);
  expect(
    (await colleague.get(path('score/assessResult/detail'), { id: String(own.id) })).status,
  ).toBe(404);
  const appeal = await ok(
    teacher.post(path('assessAppeal/submit'), {
      batchId: assessment.id,
      appealType: '4',
      resultId: own.id,
      content: '优秀名额应按学院计算',
      expectGrade: '01',
    }),
  );
  await ok(teacher.post(path('assessAppeal/submitAppeal'), { ids: appeal.id }));
  expect(await read(office, 'score/assessBatch', assessment)).toMatchObject({ openAppeals: 1 });
  await ok(
    office.post(path('assessAppeal/uphold'), {
      ...(await versioned('assessAppeal', appeal)),
      decidedGrade: '01',
      result: '予以采纳',
    }),
  );
  expect(await read(teacher, 'score/assessResult', own)).toMatchObject({
    finalGrade: '01',
    decidedWhy: '予以采纳',
  });
});

test('an assessment is confirmed after its scores are, and is final then', async () => {
  const system = engine().asSystem('law', home);
  await app.database.query(`update assess_batch set public_end = '2020-01-01' where id = $1`, [
    assessment.id,
  ]);
  await system.perform(assessBatch as unknown as Resource, 'closeAppeals', String(assessment.id));
  const early = await office.post(path('score/assessBatch/confirm'), { ids: assessment.id });
  expect(JSON.stringify([early.msg, early.data])).toContain('引用的计分批次尚未确认');
  await app.database.query(`update score_batch set public_end = '2020-01-01' where id = $1`, [
    batch.id,
  ]);
  await system.perform(scoreBatch as unknown as Resource, 'closeAppeals', String(batch.id));
  await ok(office.post(path('scoreBatch/confirm'), { ids: batch.id }));
  await lockScores.run(workOn(batch), engine());
  await ok(office.post(path('score/assessBatch/confirm'), { ids: assessment.id }));
  const decide = async () =>
    office.post(path('score/assessResult/decide'), {
      ...(await versioned('score/assessResult', own)),
      decidedGrade: '02',
      decidedWhy: '更正',
    });
  // The results are locked one after the other: what is not locked yet stays as well.
  expect((await decide()).msg).toContain('考核已归档');
  expect(await lockAssessment.run(workOn(assessment), engine())).toMatchObject({ done: 2 });
  expect(await read(office, 'score/assessResult', own)).toMatchObject({
    status: '5',
    finalGrade: '01',
  });
  const late = await decide();
  expect(late.status).toBe(400);
});

test('what waits in scoring and assessment stands in one list, for whoever may decide it', async () => {
  const waiting = async (who: Client) =>
    (await ok(who.get(path('scoreApproval/list')))).records as readonly RowLike[];
  expect(await waiting(office)).toEqual([]);
  const exempt = await ok(
    teacher.post(path('assessExempt/submit'), {
      reason: '5',
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      ...(await attached(teacher, '99')),
    }),
  );
  await ok(teacher.post(path('assessExempt/submitExempt'), { ids: exempt.id }));
  expect(await waiting(office)).toMatchObject([
    { id: exempt.id, bizKind: '6', resource: 'assessExempt', title: '病假 2026-03 ～ 2026-03' },
  ]);
  expect((await teacher.get(path('scoreApproval/list'))).status).toBe(403);
});
