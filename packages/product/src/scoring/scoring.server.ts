import { type Computing, derivingWork, rederivingWork } from '@keyan/engine/commands/deriving.ts';
import { movingWork } from '@keyan/engine/commands/moving.ts';
import type { Commands } from '@keyan/engine/commands/port.ts';
import type { EngineJob } from '@keyan/engine/engine.ts';
import { asOfNow } from '@keyan/engine/identity/rights.ts';
import { everyHour } from '@keyan/engine/jobs/schedule.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { parameterNow } from '@keyan/engine/store/parameters.ts';
import { user } from '../system/accounts/user.ts';
import { studentAsFirst } from '../system/parameters/limits.ts';
import { personsOf, resultsOf, type ScoredOutput } from './compute.ts';
import { scoredKinds } from './objects.ts';
import * as read from './outputs.ts';
import { scoreBatch } from './score-batch.ts';
import { scorePerson } from './score-person.ts';
import { scoreProject } from './score-project.ts';
import { scoreResult } from './score-result.ts';

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

/** What the outputs of a year give by the rules of the norm, and to whom: everybody of the departments. */
const compute: Computing<StoredRow<typeof scoreBatch.fields>> = async (work, only) => {
  const { commands, engine, actor, row: range } = work;
  const rules = read.rulesIn(await commands.all(scoreProject, read.rulesOf(range)));
  const favours = await parameterNow(engine.database, actor.tenantId, studentAsFirst);
  const asking = { range, rules, favoursMentor: favours === '1', only };
  const outputs = await outputsOf(commands, asking);
  const people = await commands.all(user, read.peopleOf(range));
  const results = resultsOf(rules, outputs, people.map(read.personIn));
  return [
    { resource: scoreResult, wanted: results },
    { resource: scorePerson, wanted: personsOf(results) },
  ];
};

export const computeScores = derivingWork(scoreBatch, 'compute-scores', compute);
export const lockScores = movingWork(scoreBatch, 'lock-scores', asOfNow);
export const rescoreOutputs = rederivingWork(scoreResult, scoreBatch, everyHour(25), compute);

export const scoringJobs: readonly EngineJob<never>[] = [computeScores, lockScores, rescoreOutputs];
