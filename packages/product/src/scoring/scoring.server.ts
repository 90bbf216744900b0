import { mapYielding } from '@keyan/engine/base/yielding.ts';
import {
  type ComputeDerivation,
  derivationJob,
  rederivationJob,
  refreshJob,
} from '@keyan/engine/commands/deriving.ts';
import { backgroundMoveJob } from '@keyan/engine/commands/moving.ts';
import type { Commands } from '@keyan/engine/commands/port.ts';
import type { EngineJob } from '@keyan/engine/engine.ts';
import { currentActorOf } from '@keyan/engine/identity/rights.ts';
import { dailyAt, everyHour } from '@keyan/engine/jobs/schedule.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { parameterNow } from '@keyan/engine/store/statements/parameters.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { personnel } from '../people/personnel.ts';
import { workingValues } from '../shared/mechanisms/working.ts';
import { user } from '../system/accounts/user.ts';
import { studentFirstAuthorParam } from '../system/parameters/limits.ts';
import { outputsCompared, peopleCompared } from './comparing.ts';
import {
  type CountsForPerson,
  computeResults,
  firstNamedWorks,
  leaderDivides,
  personTotals,
  type ScoredOutput,
  scoresToDivide,
} from './compute.ts';
import {
  allotStatusCodes,
  batchStatusCodes,
  representStatusCodes,
  rewardStatusCodes,
  scoreResultStatusCodes,
} from './dictionaries.ts';
import { achievementKind, scoredKinds } from './objects.ts';
import * as read from './outputs.ts';
import { representative } from './representative.ts';
import { rewardDetail } from './reward-detail.ts';
import { rewardsOf } from './rewards.ts';
import { scoreAllot } from './score-allot.ts';
import { scoreBatch } from './score-batch.ts';
import { scoreNorm } from './score-norm.ts';
import { scorePerson } from './score-person.ts';
import { scoreProject } from './score-project.ts';
import { scoreResult } from './score-result.ts';
import { scoreReward } from './score-reward.ts';
import { scoreTrial } from './score-trial.ts';
import { teamTemplate } from './team-template.ts';
import { trialPerson } from './trial-person.ts';
import { trialResult } from './trial-result.ts';

/** Approved records that a batch scores, of all kinds with rules. */
export const approvedOutputs = async (
  commands: Pick<Commands, 'pages'>,
  asking: read.OutputQuery,
): Promise<readonly ScoredOutput[]> => {
  const found: ScoredOutput[] = [];
  for (const kind of Object.values(scoredKinds)) {
    const question = read.outputQuestion(kind, asking);
    if (!question) continue;
    for await (const rows of commands.pages(kind.resource, question)) {
      found.push(...read.outputsIn(kind, rows, asking));
    }
  }
  return found;
};

/** Enabled rules of a norm with their coefficient tables. */
export const rulesFor = async (
  commands: Pick<Commands, 'all'>,
  range: { readonly normId: string | null },
) => {
  const rows = await commands.all(scoreProject, read.rulesInUse(range));
  const ids = [...new Set(rows.flatMap(({ templateId }) => templateId ?? []))];
  const templates = await commands.all(teamTemplate, {
    where: [anyOf('id', ids), equals('status', '1')],
    fields: ['coefs'],
  });
  return read.rulesIn(rows, new Map(templates.map(({ id, coefs }) => [id, read.tableIn(coefs)])));
};

/** Shares confirmed by leaders in a batch, by output and person (R-603, mode 5). */
const divisionsIn = async (
  commands: Pick<Commands, 'all'>,
  batchId: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> => {
  const rows = await commands.all(scoreAllot, {
    where: [equals('batchId', batchId), equals('status', allotStatusCodes.divided)],
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

type Batch = Pick<
  StoredRow<typeof scoreBatch.fields>,
  'id' | 'batchYear' | 'normId' | 'countsLate' | 'lateFrom'
>;

const keyOf = (output: string | null, person: string | null): string => `${output}/${person}`;

/** Ids in chunks for one statement each. */
const inParts = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / 1_000) }, (_, at) =>
    ids.slice(at * 1_000, (at + 1) * 1_000),
  );

/**
 * Outputs and people scored by another active batch, which are not counted again. Outputs
 * of the year itself are checked only if another batch counted them late.
 */
const scoredElsewhere = async (
  commands: Pick<Commands, 'all'>,
  { id, batchYear }: Batch,
  outputs: readonly ScoredOutput[],
): Promise<ReadonlySet<string>> => {
  const others = await commands.all(scoreBatch, {
    where: [
      anyOf('status', [
        batchStatusCodes.released,
        batchStatusCodes.computing,
        batchStatusCodes.shown,
        batchStatusCodes.deciding,
        batchStatusCodes.confirmed,
      ]),
    ],
    fields: ['batchName'],
  });
  const ids = others.flatMap((one) => (one.id === id ? [] : [one.id]));
  if (ids.length === 0) return new Set();
  const late = outputs.filter(({ year }) => year < (batchYear ?? 0));
  const asked = [
    [equals('isLate', '1')],
    ...inParts([...new Set(late.map((one) => one.id))]).map((part) => [anyOf('bizId', part)]),
  ];
  const found = new Set<string>();
  for (const more of asked) {
    const rows = await commands.all(scoreResult, {
      where: [anyOf('batchId', ids), ...more],
      fields: ['bizId', 'userId'],
    });
    for (const { bizId, userId } of rows) found.add(keyOf(bizId, userId));
  }
  return found;
};

/**
 * Representative works that count by a norm, by person; null for a norm that counts all outputs.
 */
const representedIn = async (
  commands: Pick<Commands, 'all'>,
  { batchYear, normId }: Batch,
): Promise<ReadonlySet<string> | null> => {
  const [norm] = await commands.all(scoreNorm, {
    where: [equals('id', normId)],
    fields: ['representMost'],
  });
  const most = norm?.representMost ?? null;
  if (most === null) return null;
  const rows = await commands.all(representative, {
    where: [equals('year', batchYear), equals('status', representStatusCodes.named)],
    fields: ['bizId', 'userId'],
    sort: [
      { field: 'place', descending: false },
      { field: 'createTime', descending: false },
    ],
  });
  return firstNamedWorks(rows, most);
};

/** Function that tells whether an output counts for a person in a batch. */
export const countsForPersonIn = async (
  commands: Pick<Commands, 'all'>,
  batch: Batch,
  outputs: readonly ScoredOutput[],
): Promise<CountsForPerson> => {
  const elsewhere = await scoredElsewhere(commands, batch, outputs);
  const represented = await representedIn(commands, batch);
  return ({ id, object }, person) =>
    !elsewhere.has(keyOf(id, person)) &&
    (represented === null || !achievementKind(object) || represented.has(keyOf(id, person)));
};

/**
 * Computes the scores of a year by the rules of the norm, for people of the batch’s departments.
 */
const compute: ComputeDerivation<StoredRow<typeof scoreBatch.fields>> = async (work, only) => {
  const { commands, engine, actor, row: range } = work;
  const rules = await rulesFor(commands, range);
  const favours = await parameterNow(engine.database, actor.tenantId, studentFirstAuthorParam);
  const asking = { range, rules, favoursMentor: favours === '1', only };
  const divided = await divisionsIn(commands, range.id);
  const outputs = (await approvedOutputs(commands, asking)).map((one) =>
    withDivision(one, divided),
  );
  const people = (await commands.all(user, read.peopleOf(range))).map(read.personIn);
  const counts = await countsForPersonIn(commands, range, outputs);
  const results = (
    await mapYielding(outputs, computeResults(rules, people, range.batchYear, counts))
  ).flat();
  return [
    {
      resource: scoreAllot,
      wanted: rules.some(({ mode }) => mode === leaderDivides)
        ? scoresToDivide(rules, outputs, people)
        : [],
    },
    { resource: scoreResult, wanted: results },
    {
      resource: scorePerson,
      wanted: personTotals(results).map((one) => ({ ...one, scoreYear: range.batchYear })),
    },
  ];
};

export const computeScores = derivationJob(scoreBatch, 'compute-scores', compute);
export const refreshScores = derivationJob(scoreBatch, 'refresh-scores', compute, 'refreshed');
export const refreshScoresNightly = refreshJob(
  scoreBatch,
  {
    name: 'refresh-scores-nightly',
    label: ['每日更新在统计的得分', 'Update current scores every night'],
    at: dailyAt('02:10'),
    state: batchStatusCodes.released,
    says: 'refreshed',
  },
  compute,
);
export const lockScores = backgroundMoveJob(scoreBatch, 'lock-scores', currentActorOf);
export const rescoreOutputs = rederivationJob(scoreResult, scoreBatch, everyHour(25), compute);

/** Scores of a batch that another non-void reward pays. */
const paidElsewhere = async (
  commands: Pick<Commands, 'all'>,
  { id, batchId }: StoredRow<typeof scoreReward.fields>,
): Promise<ReadonlySet<string>> => {
  const others = (
    await commands.all(scoreReward, { where: [equals('batchId', batchId)], fields: ['status'] })
  ).filter((one) => one.id !== id && one.status !== rewardStatusCodes.void);
  if (others.length === 0) return new Set();
  const details = await commands.all(rewardDetail, {
    where: [
      anyOf(
        'rewardId',
        others.map((one) => one.id),
      ),
      { field: 'amount', operator: 'above', value: '0' },
    ],
    fields: ['resultId'],
  });
  return new Set(details.flatMap(({ resultId }) => resultId ?? []));
};

/** Final scores that a reward pays, without excluded kinds and scores already paid. */
const scoresToPay = async (
  commands: Pick<Commands, 'all'>,
  row: StoredRow<typeof scoreReward.fields>,
) => {
  const { batchId, exceptObjects } = row;
  const except = new Set<string>(exceptObjects ?? []);
  const paid = await paidElsewhere(commands, row);
  const found = await commands.all(scoreResult, {
    where: [
      equals('batchId', batchId),
      equals('status', scoreResultStatusCodes.locked),
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
  return found.filter(({ id, scoreObject: object }) => !except.has(object ?? '') && !paid.has(id));
};

/** Computes amount and recipient for each final score of a batch. */
const reward: ComputeDerivation<StoredRow<typeof scoreReward.fields>> = async ({
  commands,
  row,
}) => {
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
    ...workingValues(paid[at]?.working, 500),
  }));
  return [{ resource: rewardDetail, wanted }];
};

export const generateRewards = derivationJob(scoreReward, 'generate-rewards', reward);
export const annulRewards = backgroundMoveJob(scoreReward, 'annul-rewards', currentActorOf);

/** Computes scores by another norm beside the current ones, by output and by person. */
const tryNorm: ComputeDerivation<StoredRow<typeof scoreTrial.fields>> = async (work) => {
  const { commands, engine, actor, row: trial } = work;
  const { row } = await commands.read(scoreBatch, trial.batchId ?? '');
  const batch = row as StoredRow<typeof scoreBatch.fields>;
  const range = { ...batch, normId: trial.normId };
  const rules = await rulesFor(commands, range);
  const favours = await parameterNow(engine.database, actor.tenantId, studentFirstAuthorParam);
  const divided = await divisionsIn(commands, batch.id);
  const found = await approvedOutputs(commands, { range, rules, favoursMentor: favours === '1' });
  const people = (await commands.all(user, read.peopleOf(range))).map(read.personIn);
  const counts = await countsForPersonIn(commands, range, found);
  const after = (
    await mapYielding(
      found.map((one) => withDivision(one, divided)),
      computeResults(rules, people, range.batchYear, counts),
    )
  ).flat();
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

export const computeTrial = derivationJob(scoreTrial, 'compute-trial', tryNorm);

export const scoringJobs: readonly EngineJob<never>[] = [
  computeTrial,
  computeScores,
  refreshScores,
  refreshScoresNightly,
  lockScores,
  rescoreOutputs,
  generateRewards,
  annulRewards,
];
