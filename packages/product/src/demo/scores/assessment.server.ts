import { Readable } from 'node:stream';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { proportionalAmount } from '@keyan/kernel/values/amounts.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { assessAppeal } from '../../assessment/assess-appeal.ts';
import { assessBatch } from '../../assessment/assess-batch.ts';
import { assessExempt } from '../../assessment/assess-exempt.ts';
import { assessProgram } from '../../assessment/assess-program.ts';
import { assessResult } from '../../assessment/assess-result.ts';
import { computeAssessment, lockAssessment } from '../../assessment/assessment.server.ts';
import { rewardDetail } from '../../scoring/reward-detail.ts';
import { scoreAllot } from '../../scoring/score-allot.ts';
import { scoreProject } from '../../scoring/score-project.ts';
import { scoreReward } from '../../scoring/score-reward.ts';
import { scoreTrial } from '../../scoring/score-trial.ts';
import { teamTemplate } from '../../scoring/team-template.ts';
import { trialPerson } from '../../scoring/trial-person.ts';
import { trialResult } from '../../scoring/trial-result.ts';
import { actorByAccount } from '../handle-task.server.ts';
import { smallPdf } from '../pdf.server.ts';
import { cachedActor } from '../person-of.server.ts';
import type { SeedParts } from '../story-player.server.ts';
import { university } from '../university.server.ts';
import {
  divideOneScore,
  makeReward,
  makeTemplates,
  makeTrials,
  type ScoredYears,
} from './rewards.server.ts';
import { yearTargets } from './yearly-books.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** The kinds of records that this story tells of. */
export const assessmentKinds: readonly string[] = [
  teamTemplate,
  scoreAllot,
  scoreReward,
  rewardDetail,
  scoreTrial,
  trialPerson,
  trialResult,
  assessProgram,
  assessBatch,
  assessResult,
  assessExempt,
  assessAppeal,
].map(({ key }) => key);

const work = (id: string) => ({ tenantId, data: { id }, signal: new AbortController().signal });

const grades = [
  { assessGrade: '01', minRate: '150.00' },
  { assessGrade: '02', minRate: '100.00' },
  { assessGrade: '03', minRate: '60.00' },
];

/** The rules of papers that count as high-level outputs of a college. */
const highLevel = async (
  commands: ReturnType<SeedParts['engine']['as']>,
  normId: string,
): Promise<readonly string[]> => {
  const rules = await commands.all(scoreProject, {
    where: [equals('normId', normId), anyOf('itemCode', ['LW-T', 'LW-A1', 'LW-A2', 'LW-B1'])],
    fields: ['itemCode'],
  });
  return rules.map(({ id }) => id);
};

const makePrograms = async (parts: SeedParts, office: Actor, { normId }: ScoredYears) => {
  const commands = parts.engine.as(office);
  const common = { normId, cycleType: '1', excellentRate: '15.00', targets: yearTargets, grades };
  const people = await commands.save(assessProgram, {
    ...common,
    programName: '教师科研业绩年度考核方案',
    assessObject: '1',
    description: '应达分值按职称层级和岗位类别确定，按在岗月数折算；管理岗位不设应达分值，免考核。',
    mustItems: [
      {
        mustName: '正高级：发表论文 1 篇以上',
        rankLevel: '1',
        jobCategory: null,
        scoreObject: 'paper',
        field: null,
        operator: 'in',
        value: null,
        minCount: 1,
      },
    ],
  });
  const departments = await commands.save(assessProgram, {
    ...common,
    programName: '学院科研工作年度考核方案',
    assessObject: '2',
    excellentRate: '30.00',
    description: '人均完成率、到账经费、立项数、高水平成果四项加权，各项最高 120 分。',
    grades: [
      { assessGrade: '01', minRate: '100.00' },
      { assessGrade: '02', minRate: '80.00' },
      { assessGrade: '03', minRate: '60.00' },
    ],
    terms: [
      { term: '1', weight: '60.00', target: '100.00' },
      { term: '2', weight: '10.00', target: null },
      { term: '3', weight: '10.00', target: null },
      { term: '4', weight: '20.00', target: null },
    ],
    highItems: await highLevel(commands, normId),
  });
  const term = await commands.save(assessProgram, {
    ...common,
    cycleType: '2',
    programName: '教师聘期（三年）科研考核方案',
    assessObject: '1',
    description: '聘期内各年度应达分值逐年折算后合计，与各年度最终得分合计比较。',
  });
  const teams = await commands.save(assessProgram, {
    ...common,
    programName: '科研团队年度考核方案',
    assessObject: '3',
    excellentRate: '20.00',
    description: '按团队类别适用的评价指标打分，满分 100；定量指标自动取数，其余由科研处打分。',
    grades: [
      { assessGrade: '01', minRate: '85.00' },
      { assessGrade: '02', minRate: '60.00' },
      { assessGrade: '03', minRate: '50.00' },
    ],
  });
  for (const { id } of [people, departments, term, teams]) {
    await commands.perform(assessProgram, 'publish', id);
  }
  return { people: people.id, departments: departments.id, term: term.id, teams: teams.id };
};

/** Four months of maternity leave of one teacher, with its proof. */
const makeExemption = async (
  { engine, files }: SeedParts,
  office: Actor,
  year: number,
): Promise<void> => {
  const [found] = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select user_id::text as id from personnel where tenant_id = $1 and is_deleted = 0
          and sex = '2' and job_category = '01' and user_id is not null order by job_num limit 1`,
      [tenantId],
    ),
  );
  const person = found && (await cachedActor(engine, found.id));
  if (!person) return;
  const stream = Readable.from([smallPdf('产假证明', ['人事处'])]);
  const proof = await files.put(person, { fileName: '产假证明.pdf', stream, catalog: '99' });
  const own = engine.as(person);
  const { id } = await own.save(assessExempt, {
    userId: found.id,
    reason: '2',
    startDate: `${year}-05-06`,
    endDate: `${year}-08-31`,
    explanation: '产假，人事处已备案。',
    attachments: [{ id: proof.id, catalog: '99' }],
  });
  await own.perform(assessExempt, 'handIn', id);
  await engine.as(office).performAll(assessExempt, 'accept', [id]);
};

interface Given {
  readonly name: string;
  readonly programId: string;
  readonly year: number;
  /** The first year of a term of several; left out, it is the year itself. */
  readonly from?: number;
  readonly scores: readonly string[];
}

/** A batch that was released and computed. @returns its id */
const makeBatch = async (
  { engine }: SeedParts,
  office: Actor,
  { name, programId, year, from = year, scores }: Given,
): Promise<string> => {
  const commands = engine.as(office);
  const { id } = await commands.save(assessBatch, {
    batchName: name,
    programId,
    year,
    startDate: `${from}-01-01`,
    endDate: `${year}-12-31`,
    scoreBatchIds: scores,
    exemptRules: [
      { reason: '2', effect: '1', factor: null },
      { reason: '3', effect: '2', factor: '0.50' },
    ],
  });
  await commands.perform(assessBatch, 'release', id);
  await commands.perform(assessBatch, 'calc', id);
  await computeAssessment.run(work(id), engine);
  return id;
};

/** People with an account who are assessed in a batch, the best first. */
const assessedIn = ({ engine }: SeedParts, batchId: string) =>
  engine.database.read(tenantId, (session) =>
    session.query<{ id: string; person: string; grade: string }>(
      `select id::text, user_id::text as person, sys_grade as grade from assess_result
        where tenant_id = $1 and fk_batch_id = $2 and is_deleted = 0 and user_id is not null
        order by finish_rate desc nulls last, id`,
      [tenantId, batchId],
    ),
  );

/** A college suggests a better grade for one person. */
const suggestOne = async (parts: SeedParts, batchId: string): Promise<void> => {
  const { engine } = parts;
  const secretary = await actorByAccount(parts, 'dept_secretary');
  for (const { id, grade } of await assessedIn(parts, batchId)) {
    if (grade !== '03') continue;
    const college = engine.as(secretary);
    const found = await college.read(assessResult, id).catch(() => null);
    if (!found) continue;
    await college.perform(assessResult, 'suggest', id, {
      deptGrade: '02',
      comment: '承担学位点评估与实验室建设任务，建议评为合格。',
      version: found.row.version,
    });
    return;
  }
};

const objections = ['upheld', 'rejected', 'rejected'] as const;

/** Three people object to their grades; one is right. */
const objectTo = async (parts: SeedParts, office: Actor, batchId: string): Promise<void> => {
  const { engine } = parts;
  const people = (await assessedIn(parts, batchId)).filter(({ grade }) => grade === '04');
  let written = 0;
  for (const { id, person } of people) {
    const fate = objections[written];
    const actor = fate && (await cachedActor(engine, person));
    if (!actor?.permissions.has('aappeal_add')) continue;
    const own = engine.as(actor);
    const appeal = await own.save(assessAppeal, {
      batchId,
      appealType: '3',
      resultId: id,
      content: '当年到账的横向项目未计入，请按计分办法复核。',
      expectGrade: '03',
    });
    await own.perform(assessAppeal, 'handIn', appeal.id);
    const { row } = await engine.as(office).read(assessAppeal, appeal.id);
    const answer =
      fate === 'upheld'
        ? { decidedGrade: '03', result: '经复核，补计后达到基本合格，予以调整。' }
        : { result: '经复核，所述项目已计入，维持原等级。' };
    await engine
      .as(office)
      .perform(assessAppeal, fate === 'upheld' ? 'uphold' : 'reject', appeal.id, {
        ...answer,
        version: row.version,
      });
    written += 1;
  }
};

/** Reasons for marks of teams, from the best to the least. */
const markReasons = [
  '新增省级人才 1 人，指导研究生获奖。',
  '培养青年骨干 2 人，服务地方成效较好。',
  '开展了相关工作，尚无标志性成果。',
] as const;

/** The research office marks the criteria of teams for which nothing is counted. */
const markTeams = async ({ engine }: SeedParts, office: Actor, batchId: string): Promise<void> => {
  const commands = engine.as(office);
  const found = await commands.all(assessResult, {
    where: [equals('fkBatchId', batchId)],
    fields: ['criteria'],
  });
  for (const [at, { id, criteria }] of found.entries()) {
    for (const [line, { itemName, itemScore, isQuant }] of (criteria ?? []).entries()) {
      if (isQuant !== '0') continue;
      const step = (at + line) % markReasons.length;
      await commands.perform(assessResult, 'mark', id, {
        criterion: itemName,
        points: proportionalAmount(itemScore, String(95 - step * 15), '100', 2),
        why: markReasons[step],
      });
    }
  }
};

/** A batch from its results to its confirmation. */
const closeBatch = async (
  parts: SeedParts,
  office: Actor,
  id: string,
  isPersonal: boolean,
): Promise<void> => {
  const { engine, clock } = parts;
  const commands = engine.as(office);
  if (isPersonal) {
    await suggestOne(parts, id);
    await commands.perform(assessBatch, 'calc', id);
    await computeAssessment.run(work(id), engine);
  }
  const { row } = await commands.read(assessBatch, id);
  await commands.perform(assessBatch, 'show', id, {
    publicEnd: `${timeText(new Date(clock.now.getTime() + 2 * day)).slice(0, 10)} 17:00:00`,
    version: row.version,
  });
  if (isPersonal) await objectTo(parts, office, id);
  clock.now = new Date(clock.now.getTime() + 3 * day);
  await engine.asSystem('考核', tenantId).perform(assessBatch, 'closeAppeals', id);
  await commands.perform(assessBatch, 'confirm', id);
  await lockAssessment.run(work(id), engine);
};

/**
 * Two closed years of assessment and rewards, and the year under way: colleges suggest grades now. Each step is the
 * command that a person would have sent.
 * @param years the scoring batches, the closed ones first
 */
export const demoAssessment = async (
  parts: SeedParts,
  now: Date,
  years: ScoredYears,
): Promise<void> => {
  const { clock, engine } = parts;
  const office = await actorByAccount(parts, 'rd_admin');
  clock.now = new Date(now.getTime() - 11 * day);
  await makeTemplates(parts, office);
  const programs = await makePrograms(parts, office, years);
  const [before, last, current] = years.batches;
  if (!before || !last || !current) return;
  await makeExemption(parts, office, last.year);
  for (const [at, batch] of [before, last].entries()) {
    clock.now = new Date(now.getTime() - (10 - at * 4) * day);
    const given = { programId: programs.people, year: batch.year, scores: [batch.id] };
    const name = `${batch.year} 年度教师科研考核`;
    const id = await makeBatch(parts, office, { ...given, name });
    await closeBatch(parts, office, id, true);
  }
  clock.now = new Date(now.getTime() - 5 * day);
  const colleges = await makeBatch(parts, office, {
    name: `${last.year} 年度学院科研考核`,
    programId: programs.departments,
    year: last.year,
    scores: [last.id],
  });
  await closeBatch(parts, office, colleges, false);
  clock.now = new Date(now.getTime() - 5 * day);
  const teams = await makeBatch(parts, office, {
    name: `${last.year} 年度科研团队考核`,
    programId: programs.teams,
    year: last.year,
    scores: [last.id],
  });
  await markTeams(parts, office, teams);
  await engine.as(office).perform(assessBatch, 'calc', teams);
  await computeAssessment.run(work(teams), engine);
  await closeBatch(parts, office, teams, false);
  await makeReward(parts, office, before, true);
  await makeReward(parts, office, last, true);
  clock.now = new Date(now.getTime() - 2 * day);
  const open = await makeBatch(parts, office, {
    name: `${current.year} 年度教师科研考核`,
    programId: programs.people,
    year: current.year,
    scores: [current.id],
  });
  await suggestOne(parts, open);
  await makeBatch(parts, office, {
    name: `${before.year}–${current.year} 聘期教师科研考核`,
    programId: programs.term,
    year: current.year,
    from: before.year,
    scores: [before.id, last.id, current.id],
  });
  await makeTrials(parts, office, years);
  await divideOneScore(parts);
  clock.now = now;
};
