import { derive } from '@keyan/engine/commands/derived.ts';
import type { Commands } from '@keyan/engine/commands/port.ts';
import { type RecordWork, workOf } from '@keyan/engine/commands/work.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { parameterNow } from '@keyan/engine/store/parameters.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { equals } from '@keyan/kernel/records/query.ts';
import { user } from '../system/accounts/user.ts';
import { studentAsFirst } from '../system/parameters/limits.ts';
import type { NamedRule, ScoredOutput } from './compute.ts';
import { personsOf, type ResultValues, resultsOf } from './compute.ts';
import { scoredKinds } from './objects.ts';
import { type BatchRange, outputsIn, questionAbout, ruleFields, ruleIn } from './outputs.ts';
import { scoreBatch } from './score-batch.ts';
import { scorePerson } from './score-person.ts';
import { scoreProject } from './score-project.ts';
import { scoreResult } from './score-result.ts';

/** A batch as it is stored. */
export type Batch = StoredRow<typeof scoreBatch.fields>;

/** The approved records that a batch scores, of those kinds for which there are rules. */
export const outputsOf = async (
  commands: Pick<Commands, 'pages'>,
  range: BatchRange,
  rules: readonly NamedRule[],
  favoursMentor: boolean,
): Promise<readonly ScoredOutput[]> => {
  const found: ScoredOutput[] = [];
  for (const kind of Object.values(scoredKinds)) {
    const question = questionAbout(kind, range, rules);
    if (!question) continue;
    for await (const rows of commands.pages(kind.resource, question)) {
      found.push(...outputsIn(kind, rows, range, favoursMentor));
    }
  }
  return found;
};

/** What the outputs of a year give by the rules of the norm, and to whom: everybody of the departments. */
export const resultsFor = async (
  { commands, engine, actor }: Pick<RecordWork, 'commands' | 'engine' | 'actor'>,
  batch: Batch,
): Promise<readonly ResultValues[]> => {
  const enabled = [equals('normId', batch.normId), equals('status', '1')];
  const stored = await commands.all(scoreProject, { where: enabled, fields: ruleFields });
  if (stored.length === 0) {
    throw new Refused(['该计分标准没有启用的规则', 'The norm has no enabled rules']);
  }
  const rules = stored.map(ruleIn);
  const favours = (await parameterNow(engine.database, actor.tenantId, studentAsFirst)) === '1';
  const outputs = await outputsOf(commands, batch, rules, favours);
  const departments = batch.deptIds ?? [];
  const people = await commands.all(user, {
    where:
      departments.length > 0 ? [{ field: 'deptId', operator: 'inTree', value: departments }] : [],
    fields: ['realName', 'code', 'deptId'],
  });
  return resultsOf(
    rules,
    outputs,
    people.map(({ id, realName, code, deptId }) => ({
      ...{ id, name: realName ?? '', jobNum: code, department: deptId },
    })),
  );
};

const job = {
  name: 'compute-scores',
  label: ['计算计分批次', 'Compute a scoring batch'],
} as const;

/** 计算: once for each time that the office asks. What cannot be computed is said at the batch. */
export const computeScores = workOf<Batch>(scoreBatch, job, async (work) => {
  const { row, mayGoOn } = work;
  const results = await resultsFor(work, row);
  const within = { within: row.id };
  const changed = await derive(
    work,
    { resource: scoreResult, ...within, wanted: results },
    mayGoOn,
  );
  const people = { resource: scorePerson, ...within, wanted: personsOf(results) };
  return { done: changed + (await derive(work, people, mayGoOn)) };
});
