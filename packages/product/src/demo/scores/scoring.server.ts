import type { Actor } from '@keyan/kernel/access/actor.ts';
import { proportionalAmount } from '@keyan/kernel/values/amounts.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { representative } from '../../scoring/representative.ts';
import { scoreAppeal } from '../../scoring/score-appeal.ts';
import { scoreBatch } from '../../scoring/score-batch.ts';
import { scoreNorm } from '../../scoring/score-norm.ts';
import { scorePerson } from '../../scoring/score-person.ts';
import { scoreProject } from '../../scoring/score-project.ts';
import { scoreResult } from '../../scoring/score-result.ts';
import { computeScores, lockScores, refreshScores } from '../../scoring/scoring.server.ts';
import { actorByAccount } from '../handle-task.server.ts';
import { cachedActor } from '../person-of.server.ts';
import { emptyResources } from '../progress.server.ts';
import type { SeedParts } from '../story-player.server.ts';
import { university } from '../university.server.ts';
import { assessmentKinds, demoAssessment } from './assessment.server.ts';
import { makeNorm } from './norms.server.ts';

const { tenantId } = university;
const day = 86_400_000;

const work = (id: string) => ({
  tenantId,
  data: { id },
  signal: new AbortController().signal,
});

/** A batch that was released and computed. @returns its id */
const makeBatch = async (
  { engine, clock }: SeedParts,
  office: Actor,
  given: {
    readonly normId: string;
    readonly year: number;
    readonly days: number;
    /** End date: outputs that came out later are late entries of the next year. */
    readonly endDate?: string;
  },
): Promise<string> => {
  const commands = engine.as(office);
  const { id } = await commands.save(scoreBatch, {
    batchName: `${given.year} 年度科研业绩计分`,
    batchYear: given.year,
    normId: given.normId,
    endDate: given.endDate ?? null,
    publicEnd: `${timeText(new Date(clock.now.getTime() + given.days * day)).slice(0, 10)} 17:00:00`,
  });
  await commands.perform(scoreBatch, 'release', id);
  await commands.perform(scoreBatch, 'calc', id);
  await computeScores.run(work(id), engine);
  return id;
};

/** The year under way: its scores are provisional, and computed anew every night. @returns its id */
const underWay = async (
  { engine }: SeedParts,
  office: Actor,
  { normId, year }: { readonly normId: string; readonly year: number },
): Promise<string> => {
  const commands = engine.as(office);
  const { id } = await commands.save(scoreBatch, {
    batchName: `${year} 年度科研业绩计分`,
    batchYear: year,
    normId,
    publicEnd: `${year + 1}-03-31 17:00:00`,
    countsLate: '1',
    lateFrom: year - 1,
  });
  await commands.perform(scoreBatch, 'release', id);
  await commands.perform(scoreBatch, 'refresh', id);
  await refreshScores.run(work(id), engine);
  return id;
};

interface Result {
  readonly id: string;
  readonly person: string;
  readonly score: string;
  /** Score of the whole output. */
  readonly whole: string;
}

/** The highest results of a batch, one for each person. */
const resultsOf = ({ engine }: SeedParts, batchId: string): Promise<readonly Result[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<Result>(
      `select distinct on (user_id) id::text, user_id::text as person, score::text,
              output_score::text as whole
         from score_result where tenant_id = $1 and batch_id = $2 and is_deleted = 0
        order by user_id, score desc limit 30`,
      [tenantId, batchId],
    ),
  );

/** An appeal of the demo: why, what the person expects, and the outcome of it. */
interface DemoAppeal {
  readonly type: string;
  readonly content: string;
  readonly opinion: string;
  /** Part of the whole score of the output that the person asks for, in percent. */
  readonly asks: number;
  /** Part that the office granted, in percent; null where it rejected the appeal. */
  readonly gets: number | null;
  readonly result: string;
}

const demoAppeals: readonly DemoAppeal[] = [
  {
    type: '3',
    content:
      '本人为共同通讯作者，贡献率填报有误，合作者已书面确认由本人承担 90%，请按更正后的比例核算。',
    opinion: '情况属实，合作者书面确认附后，建议更正。',
    asks: 90,
    gets: 90,
    result: '经核对书面确认，按 90% 重新核定。',
  },
  {
    type: '2',
    content: '成果为两单位联合完成，我校承担全部实验工作，请按成果总分的 100% 计入本人。',
    opinion: '本人为主要完成人，但团队另有贡献者，建议适当调整。',
    asks: 100,
    gets: 80,
    result: '部分采纳：按实际承担工作核定为 80%，其余归团队成员。',
  },
  {
    type: '4',
    content: '该成果的级别应按新版目录认定，请按上一级别重新计分。',
    opinion: '请科研处核定级别。',
    asks: 150,
    gets: null,
    result: '级别以成果发表（授权）年度的目录为准，维持原计分。',
  },
];

/** Percentage of a score, with two decimals. */
const part = (score: string, percent: number): string =>
  proportionalAmount(score, String(percent), '100', 2);

/** Somebody appeals, the college comments, the office decides. @returns did it come about? */
const appeal = async (
  { engine }: SeedParts,
  office: Actor,
  about: { readonly batchId: string; readonly result: Result },
  told: DemoAppeal,
): Promise<boolean> => {
  const person = await cachedActor(engine, about.result.person);
  if (!person?.permissions.has('sappeal_add')) return false;
  const own = engine.as(person);
  const { id } = await own.save(scoreAppeal, {
    batchId: about.batchId,
    appealType: told.type,
    resultId: about.result.id,
    content: told.content,
    expectScore: part(about.result.whole, told.asks),
  });
  await own.perform(scoreAppeal, 'handIn', id);
  const answer = async (name: string, input: object): Promise<void> => {
    const { row } = await engine.as(office).read(scoreAppeal, id);
    await engine.as(office).perform(scoreAppeal, name, id, { ...input, version: row.version });
  };
  await answer('comment', { deptOpinion: told.opinion });
  if (told.gets === null) await answer('reject', { result: told.result });
  else {
    const decidedScore = part(about.result.whole, told.gets);
    await answer('uphold', { decidedScore, result: told.result });
  }
  return true;
};

/** Three people appeal; the others agree with their scores. */
const answerScores = async (
  parts: SeedParts,
  office: Actor,
  batchId: string,
  results: readonly Result[],
): Promise<void> => {
  let told = 0;
  for (const result of results) {
    // Somebody who has all of an output has nothing to ask for.
    const isShared = result.score !== result.whole;
    const next = demoAppeals[told];
    if (next && (isShared || next.gets === null)) {
      if (await appeal(parts, office, { batchId, result }, next)) told += 1;
      continue;
    }
    const own = await cachedActor(parts.engine, result.person);
    if (own) await parts.engine.as(own).performAll(scoreResult, 'acknowledge', [result.id]);
  }
};

/** The section proposes another score for one output of the year under way; the office has yet to decide. */
const proposeOne = async (parts: SeedParts, batchId: string): Promise<void> => {
  const result = (await resultsOf(parts, batchId)).find(({ score, whole }) => score !== whole);
  if (!result) return;
  const section = parts.engine.as(await actorByAccount(parts, 'rd_achieve'));
  const { row } = await section.read(scoreResult, result.id);
  await section.perform(scoreResult, 'adjust', result.id, {
    proposedScore: part(result.whole, 60),
    adjustSource: '2',
    proposedWhy: '核对署名页，本人为独立通讯作者，按 60% 核定。',
    version: row.version,
  });
};

const workReasons = [
  '提出了新的分析框架，被同行后续研究采用，体现了本人近年的主要学术贡献。',
  '解决了生产一线的关键工艺问题，成果已在合作企业应用。',
  '首次系统整理一手资料并作出新的解释，为后续研究提供了基础。',
];

/** A dozen people name a paper of the year as representative, each with a reason. */
const nameWorks = async ({ engine }: SeedParts, batchId: string, year: number): Promise<void> => {
  const found = await engine.database.read(tenantId, (session) =>
    session.query<{ output: string; person: string }>(
      `select distinct on (user_id) biz_id as output, user_id::text as person from score_result
        where tenant_id = $1 and batch_id = $2 and is_deleted = 0 and score_object = 'paper'
          and secret = '0' order by user_id, score desc limit 12`,
      [tenantId, batchId],
    ),
  );
  for (const [at, { output, person }] of found.entries()) {
    const actor = await cachedActor(engine, person);
    if (!actor?.permissions.has('srepresent_add')) continue;
    const own = engine.as(actor);
    const { id } = await own.save(representative, {
      year,
      scoreObject: 'paper',
      bizId: output,
      place: 1,
      reason: workReasons[at % workReasons.length],
    });
    await own.performAll(representative, 'name', [id]);
  }
};

/** The kinds of records that this story tells of. */
export const scoringKinds: readonly string[] = [
  scoreNorm,
  scoreProject,
  scoreBatch,
  scorePerson,
  scoreResult,
  scoreAppeal,
  representative,
]
  .map(({ key }) => key)
  .concat(assessmentKinds);

/**
 * The scores of two closed years, with what people appealed against, and those of the year under way. Each step is the command that a person would have sent; nothing happens where there is a norm already.
 */
export const demoScoring = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(scoreNorm.key)) return;
  const office = await actorByAccount(parts, 'rd_admin');
  const year = Number(timeText(now).slice(0, 4));
  clock.now = new Date(now.getTime() - 60 * day);
  const normId = await makeNorm(parts, office, year - 3);
  clock.now = new Date(now.getTime() - 30 * day);
  const last = await makeBatch(parts, office, {
    normId,
    year: year - 1,
    days: 10,
    endDate: `${year - 1}-12-15`,
  });
  const before = await makeBatch(parts, office, { normId, year: year - 2, days: 10 });
  const results = await resultsOf(parts, last);
  clock.now = new Date(now.getTime() - 24 * day);
  await answerScores(parts, office, last, results);
  clock.now = new Date(now.getTime() - 19 * day);
  for (const id of [before, last]) {
    await engine.asSystem('计分', tenantId).perform(scoreBatch, 'closeAppeals', id);
  }
  clock.now = new Date(now.getTime() - 12 * day);
  for (const id of [before, last]) {
    await engine.as(office).perform(scoreBatch, 'confirm', id);
    await lockScores.run(work(id), engine);
  }
  clock.now = new Date(now.getTime() - 6 * day);
  const open = await underWay(parts, office, { normId, year });
  await nameWorks(parts, open, year);
  await proposeOne(parts, open);
  const batches = [
    { id: before, year: year - 2 },
    { id: last, year: year - 1 },
    { id: open, year },
  ];
  await demoAssessment(parts, now, { normId, batches });
};
