import { type Computing, derivingWork, rederivingWork } from '@keyan/engine/commands/deriving.ts';
import { movingWork } from '@keyan/engine/commands/moving.ts';
import type { Commands } from '@keyan/engine/commands/port.ts';
import type { EngineJob } from '@keyan/engine/engine.ts';
import { asOfNow } from '@keyan/engine/identity/rights.ts';
import { everyHour } from '@keyan/engine/jobs/schedule.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { parameterNow } from '@keyan/engine/store/statements/parameters.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { personnel } from '../people/personnel.ts';
import { workingOf } from '../shared/working.ts';
import { user } from '../system/accounts/user.ts';
import { studentAsFirst } from '../system/parameters/limits.ts';
import { outputsCompared, peopleCompared } from './comparing.ts';
import { allotsOf, personsOf, resultsOf, type ScoredOutput } from './compute.ts';
import { allotments, results } from './dictionaries.ts';
import { scoredKinds } from './objects.ts';
import * as read from './outputs.ts';
import { rewardDetail } from './reward-detail.ts';
import { rewardsOf } from './rewards.ts';
import { scoreAllot } from './score-allot.ts';
import { scoreBatch } from './score-batch.ts';
import { scorePerson } from './score-person.ts';
import { scoreProject } from './score-project.ts';
import { scoreResult } from './score-result.ts';
import { scoreReward } from './score-reward.ts';
import { scoreTrial } from './score-trial.ts';
import { teamTemplate } from './team-template.ts';
import { trialPerson } from './trial-person.ts';
import { trialResult } from './trial-result.ts';

/** The approved records that a batch scores, of those kinds for which there are rules. */
export const outputsOf = async (
  commands: Pick<Commands, 'pages'>,
  asking: read.Asking,
): Promise<readonly ScoredOutput[]> => {
  const found: ScoredOutput[] = [];
  for (const kind of Object.values(scoredKinds)) {
    const question = read.questionAbout(kind, asking);
    if (!question) continue;
    for await (const rows of commands.pages(kind.resource, question)) {
      found.push(...read.outputsIn(kind, rows, asking));
    }
  }
  return found;
};

/** The enabled rules of a norm, with the coefficients of their own tables. */
const rulesFor = async (
  commands: Pick<Commands, 'all'>,
  range: { readonly normId: string | null },
) => {
  const rows = await commands.all(scoreProject, read.rulesOf(range));
  const ids = [...new Set(rows.flatMap(({ templateId }) => templateId ?? []))];
  const templates = await commands.all(teamTemplate, {
    where: [anyOf('id', ids), equals('status', '1')],
    fields: ['coefs'],
  });
  return read.rulesIn(rows, new Map(templates.map(({ id, coefs }) => [id, read.tableIn(coefs)])));
};

/** The shares that leaders confirmed in a batch, by output and person (R-603, mode 5). */
const divisionsIn = async (
  commands: Pick<Commands, 'all'>,
  batchId: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> => {
  const rows = await commands.all(scoreAllot, {
    where: [equals('batchId', batchId), equals('status', allotments.divided)],
    fields: ['bizId', 'lines'],
  });
  return new Map(
    rows.map(({ bizId, lines }) => [
      bizId ?? '',
      new Map((lines ?? []).map(({ userId, rate }) => [userId ?? '', rate ?? '0'])),
    ]),
  );
};

const withDivision = (
  output: ScoredOutput,
  divisions: Awaited<ReturnType<typeof divisionsIn>>,
): ScoredOutput => {
  const divided = divisions.get(output.id);
  return divided ? { ...output, divided } : output;
};

/** What the outputs of a year give by the rules of the norm, and to whom: everybody of the departments. */
const compute: Computing<StoredRow<typeof scoreBatch.fields>> = async (work, only) => {
  const { commands, engine, actor, row: range } = work;
  const rules = await rulesFor(commands, range);
  const favours = await parameterNow(engine.database, actor.tenantId, studentAsFirst);
  const asking = { range, rules, favoursMentor: favours === '1', only };
  const divided = await divisionsIn(commands, range.id);
  const outputs = (await outputsOf(commands, asking)).map((one) => withDivision(one, divided));
  const people = (await commands.all(user, read.peopleOf(range))).map(read.personIn);
  const results = resultsOf(rules, outputs, people);
  return [
    { resource: scoreAllot, wanted: allotsOf(rules, outputs, people) },
    { resource: scoreResult, wanted: results },
    { resource: scorePerson, wanted: personsOf(results) },
  ];
};

export const computeScores = derivingWork(scoreBatch, 'compute-scores', compute);
export const lockScores = movingWork(scoreBatch, 'lock-scores', asOfNow);
export const rescoreOutputs = rederivingWork(scoreResult, scoreBatch, everyHour(25), compute);

/** The final scores of the batch that a reward pays, those of kinds that are not rewarded left out. */
const scoresToPay = async (
  commands: Pick<Commands, 'all'>,
  { batchId, exceptObjects }: StoredRow<typeof scoreReward.fields>,
) => {
  const except = new Set<string>(exceptObjects ?? []);
  const found = await commands.all(scoreResult, {
    where: [
      equals('batchId', batchId),
      equals('status', results.locked),
      { field: 'finalScore', operator: 'above', value: '0' },
    ],
    fields: [
      'userId',
      'personName',
      'jobNum',
      'fkDeptId',
      'scoreObject',
      'title',
      'itemId',
      'quantity',
      'allotRate',
      'finalScore',
    ],
  });
  return found.filter(({ scoreObject: object }) => !except.has(object ?? ''));
};

/** What each final score of a batch is paid, and to whom. */
const reward: Computing<StoredRow<typeof scoreReward.fields>> = async ({ commands, row }) => {
  const scores = await scoresToPay(commands, row);
  const rules = await commands.all(scoreProject, {
    where: [anyOf('id', [...new Set(scores.flatMap(({ itemId }) => itemId ?? []))])],
    fields: ['rewardPrice'],
  });
  const prices = new Map(rules.map(({ id, rewardPrice }) => [id, rewardPrice]));
  const paid = rewardsOf(
    scores.map((one) => ({
      id: one.id,
      person: one.userId ?? '',
      score: one.finalScore ?? '0',
      price: prices.get(one.itemId ?? '') ?? '0.00',
      quantity: one.quantity ?? '0',
      share: one.allotRate ?? '0',
    })),
    {
      mode: row.rewardMode ?? '',
      unitPrice: row.unitPrice ?? '0.00',
      mostPerPerson: row.maxPerPerson,
      budget: row.budget,
    },
  );
  const wanted = scores.map((one, at) => ({
    resultId: one.id,
    userId: one.userId,
    personName: one.personName,
    jobNum: one.jobNum,
    fkDeptId: one.fkDeptId,
    scoreObject: one.scoreObject,
    title: one.title,
    score: one.finalScore,
    dueAmount: paid[at]?.amount ?? '0.00',
    ...workingOf(paid[at]?.working, 500),
  }));
  return [{ resource: rewardDetail, wanted }];
};

export const generateRewards = derivingWork(scoreReward, 'generate-rewards', reward);

/** What another norm would give in a batch, beside what stands: by output and by person. */
const tryNorm: Computing<StoredRow<typeof scoreTrial.fields>> = async (work) => {
  const { commands, engine, actor, row: trial } = work;
  const { row } = await commands.read(scoreBatch, trial.batchId ?? '');
  const batch = row as unknown as StoredRow<typeof scoreBatch.fields>;
  const range = { ...batch, normId: trial.normId };
  const rules = await rulesFor(commands, range);
  const favours = await parameterNow(engine.database, actor.tenantId, studentAsFirst);
  const divided = await divisionsIn(commands, batch.id);
  const found = await outputsOf(commands, { range, rules, favoursMentor: favours === '1' });
  const people = (await commands.all(user, read.peopleOf(range))).map(read.personIn);
  const after = resultsOf(
    rules,
    found.map((one) => withDivision(one, divided)),
    people,
  );
  const before = await commands.all(scoreResult, {
    where: [equals('batchId', batch.id)],
    fields: ['userId', 'fkDeptId', 'bizId', 'scoreObject', 'title', 'itemName', 'finalScore'],
  });
  const files = await commands.all(personnel, {
    where: [{ field: 'userId', operator: 'filled', value: null }],
    fields: ['userId', 'ranks', 'birthDate', 'subjectTitle'],
  });
  return [
    { resource: trialResult, wanted: outputsCompared(before, after) },
    {
      resource: trialPerson,
      wanted: peopleCompared(before, after, people, files, batch.batchYear ?? 0),
    },
  ];
};

export const computeTrial = derivingWork(scoreTrial, 'compute-trial', tryNorm);

export const scoringJobs: readonly EngineJob<never>[] = [
  computeTrial,
  computeScores,
  lockScores,
  rescoreOutputs,
  generateRewards,
];
