import type { Actor } from '@keyan/kernel/access/actor.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { scoreAppeal } from '../scoring/score-appeal.ts';
import { scoreBatch } from '../scoring/score-batch.ts';
import { scoreNorm } from '../scoring/score-norm.ts';
import { scorePerson } from '../scoring/score-person.ts';
import { scoreProject } from '../scoring/score-project.ts';
import { scoreResult } from '../scoring/score-result.ts';
import { computeScores, lockScores } from '../scoring/scoring.server.ts';
import { assessmentKinds, demoAssessment } from './assessment.server.ts';
import { holderOf } from './handle-task.server.ts';
import { personOf } from './person-of.server.ts';
import { emptyResources } from './progress.server.ts';
import { type DemoRule, demoRules } from './scoring-norm.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** As signed by the first, second, third or a later unit, or by the corresponding author's only. */
const coefficients = [
  ['1', '1'],
  ['2', '0.5'],
  ['3', '0.25'],
  ['4', '0.1'],
  ['5', '0.3'],
].map(([schoolSign, coef]) => ({ schoolSign, coef }));

const ruleInput = (normId: string, rule: DemoRule, index: number) => ({
  normId,
  itemCode: rule.code,
  itemName: rule.name,
  scoreObject: rule.object,
  conditions: Object.entries(rule.when).map(([field, value]) => ({
    field: `${rule.object}.${field}`,
    operator: value.includes(',') ? 'in' : 'eq',
    value,
  })),
  scoreUnit: rule.unit ?? '1',
  baseScore: rule.base,
  maxScore: rule.most ?? null,
  unitCoef: coefficients,
  allotMode: rule.mode ?? '1',
  normalised: rule.mode === '3' ? '1' : null,
  exclusive: rule.group ?? null,
  onlySchool: '1',
  priority: (index + 1) * 10,
});

/** The norm with its rules, released. @returns its id */
const makeNorm = async ({ engine }: SeedParts, office: Actor, from: number): Promise<string> => {
  const commands = engine.as(office);
  const norm = await commands.save(scoreNorm, {
    normName: '江陵大学科研业绩计分办法',
    normYear: from,
    endYear: from + 5,
    fileNum: '江大科〔2024〕18 号',
    description:
      '论文按校定期刊级别计分，著作按字数计分；分值在本校作者间按贡献率分配，获奖按排名系数表分配。',
  });
  const ids: string[] = [];
  for (const [index, rule] of demoRules.entries()) {
    ids.push((await commands.save(scoreProject, ruleInput(norm.id, rule, index))).id);
  }
  await commands.performAll(scoreProject, 'enable', ids);
  const [first] = demoRules;
  if (first) {
    // Still discussed: it does not count.
    const tried = { ...first, code: 'SX-01', name: `${first.name}（试行）` };
    await commands.save(scoreProject, ruleInput(norm.id, tried, demoRules.length));
  }
  await commands.perform(scoreNorm, 'publish', norm.id);
  return norm.id;
};

const work = (id: string) => ({
  tenantId,
  data: { id },
  signal: new AbortController().signal,
});

/** A batch that was released and computed. @returns its id */
const makeBatch = async (
  { engine, clock }: SeedParts,
  office: Actor,
  given: { readonly normId: string; readonly year: number; readonly days: number },
): Promise<string> => {
  const commands = engine.as(office);
  const { id } = await commands.save(scoreBatch, {
    batchName: `${given.year} 年度科研业绩计分`,
    batchYear: given.year,
    normId: given.normId,
    publicEnd: `${timeText(new Date(clock.now.getTime() + given.days * day)).slice(0, 10)} 17:00:00`,
  });
  await commands.perform(scoreBatch, 'release', id);
  await commands.perform(scoreBatch, 'calc', id);
  await computeScores.run(work(id), engine);
  return id;
};

interface Result {
  readonly id: string;
  readonly person: string;
  readonly score: string;
}

/** The highest results of a batch, one for each person. */
const resultsOf = ({ engine }: SeedParts, batchId: string): Promise<readonly Result[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<Result>(
      `select distinct on (user_id) id::text, user_id::text as person, score::text
         from score_result where tenant_id = $1 and batch_id = $2 and is_deleted = 0
        order by user_id, score desc limit 30`,
      [tenantId, batchId],
    ),
  );

const reasons = [
  '该论文为通讯作者单位第一署名，请按第一单位系数核算。',
  '贡献率填报有误，合作者已书面确认更正，请按更正后的比例计算。',
  '期刊级别应按发表年度目录认定，附目录页。',
  '本人为共同第一作者，请复核分配比例。',
];

/** So many have something against their score in the open batch. */
const appeals = 26;

/** What becomes of each appeal of the open batch. */
const fates = ['draft', 'submitted', 'commented', 'upheld', 'rejected', 'takenBack'] as const;

const appeal = async (
  { engine }: SeedParts,
  office: Actor,
  about: { readonly batchId: string; readonly result: Result },
  place: number,
): Promise<void> => {
  const fate = fates[place % fates.length] ?? 'draft';
  const person = await personOf(engine, about.result.person);
  if (!person?.permissions.has('sappeal_add')) return;
  const own = engine.as(person);
  const { id } = await own.save(scoreAppeal, {
    batchId: about.batchId,
    appealType: place % 2 === 0 ? '2' : '3',
    resultId: about.result.id,
    content: reasons[place % reasons.length],
    expectScore: about.result.score,
  });
  if (fate === 'draft') return;
  await own.perform(scoreAppeal, 'handIn', id);
  if (fate === 'takenBack') {
    const { row } = await own.read(scoreAppeal, id);
    await own.perform(scoreAppeal, 'takeBack', id, { version: row.version });
    return;
  }
  const answer = async (name: string, input: object): Promise<void> => {
    const { row } = await engine.as(office).read(scoreAppeal, id);
    await engine.as(office).perform(scoreAppeal, name, id, { ...input, version: row.version });
  };
  if (fate === 'commented')
    await answer('comment', { deptOpinion: '情况属实，建议按更正后的比例核算。' });
  if (fate === 'upheld') {
    await answer('uphold', {
      decidedScore: about.result.score,
      result: '经复核予以采纳，分值已更正。',
    });
  }
  if (fate === 'rejected')
    await answer('reject', { result: '期刊级别以发表年度目录为准，维持原计分。' });
};

/** The kinds of records that this story tells of. */
export const scoringKinds: readonly string[] = [
  scoreNorm,
  scoreProject,
  scoreBatch,
  scorePerson,
  scoreResult,
  scoreAppeal,
]
  .map(({ key }) => key)
  .concat(assessmentKinds);

/**
 * The scores of last year, which are final, and those of this year, which are shown and appealed against. Each
 * step is the command that a person would have sent; nothing happens where there is a norm already.
 */
export const demoScoring = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(scoreNorm.key)) return;
  const office = await holderOf(parts, 'rd_admin');
  const year = Number(timeText(now).slice(0, 4));
  clock.now = new Date(now.getTime() - 60 * day);
  const normId = await makeNorm(parts, office, year - 3);
  clock.now = new Date(now.getTime() - 30 * day);
  const last = await makeBatch(parts, office, { normId, year: year - 1, days: 10 });
  const before = await makeBatch(parts, office, { normId, year: year - 2, days: 10 });
  const results = await resultsOf(parts, last);
  clock.now = new Date(now.getTime() - 19 * day);
  for (const id of [before, last]) {
    await engine.asSystem('计分', tenantId).perform(scoreBatch as never, 'closeAppeals', id);
  }
  clock.now = new Date(now.getTime() - 12 * day);
  const [adjusted] = results;
  if (adjusted) {
    const { row } = await engine.as(office).read(scoreResult, adjusted.id);
    await engine.as(office).perform(scoreResult, 'adjust', adjusted.id, {
      adjustScore: row.score,
      reason: '经复核，分值无误。',
      version: row.version,
    });
  }
  for (const id of [before, last]) {
    await engine.as(office).perform(scoreBatch, 'confirm', id);
    await lockScores.run(work(id), engine);
  }
  clock.now = new Date(now.getTime() - 6 * day);
  const open = await makeBatch(parts, office, { normId, year, days: 21 });
  clock.now = new Date(now.getTime() - 3 * day);
  const shown = await resultsOf(parts, open);
  for (const [place, result] of shown.slice(0, appeals).entries()) {
    await appeal(parts, office, { batchId: open, result }, place);
  }
  // The others agree with theirs.
  for (const { id, person } of shown.slice(appeals)) {
    const own = await personOf(engine, person);
    if (own) await engine.as(own).performAll(scoreResult, 'acknowledge', [id]);
  }
  const batches = [
    { id: before, year: year - 2 },
    { id: last, year: year - 1 },
    { id: open, year },
  ];
  await demoAssessment(parts, now, { normId, batches });
};
