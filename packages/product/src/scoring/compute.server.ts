import { transactionOf } from '@keyan/engine/commands/context.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { newRow } from '@keyan/engine/records/row.ts';
import { initialRow } from '@keyan/kernel/definition/initial-row.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Refused } from '@keyan/kernel/errors.ts';
import { changesBetween } from '@keyan/kernel/records/diff.ts';
import { rounded } from '@keyan/kernel/values/amounts.ts';
import { type ResultValues, resultsOf } from './compute.ts';
import { type BatchRange, outputsOf, peopleIn, rulesOf } from './read.server.ts';
import { scoreBatch } from './score-batch.ts';
import { scorePerson } from './score-person.ts';
import { scoreResult } from './score-result.ts';

/** As any resource: the engine's parts take no particular ones. */
const result = scoreResult as unknown as Resource;
const person = scorePerson as unknown as Resource;

/** Who changes scores in their histories. */
const actorName = scoreBatch.label[0];

/** Records in one transaction: a person who looks at one of them waits no longer than for these. */
const blockSize = 100;

const computing = '2';

/** What a stored record is found again by. */
export interface Stored {
  readonly id: string;
  /** The record that is scored, and the person. */
  readonly key: string;
  /** Somebody appealed against it or adjusted it: it stays, with nothing. */
  readonly isKept: boolean;
}

/** A record of a batch as it ought to be; without values it ought not to be there. */
interface Wanted {
  readonly id: string | null;
  readonly values: ResultValues | null;
  readonly isKept: boolean;
}

/** What stands, what ought to: one entry for each record of either. */
export const compared = (
  stored: readonly Stored[],
  wanted: ReadonlyMap<string, ResultValues>,
): readonly Wanted[] => {
  const known = new Map(stored.map((one) => [one.key, one]));
  return [
    ...stored.map(({ id, key, isKept }) => ({ id, isKept, values: wanted.get(key) ?? null })),
    ...[...wanted].flatMap(([key, values]) =>
      known.has(key) ? [] : [{ id: null, isKept: false, values }],
    ),
  ];
};

/** What is left of a result that counts no longer and cannot be removed. */
const nothing: ResultValues = {
  outputScore: '0.00',
  allotRate: '0.00',
  score: '0.00',
  working: '—',
};

/** A person confirmed another score than this: they are asked again. */
const afterChange = (before: StoredRow, values: ResultValues): ResultValues =>
  before.status === '1' && before.score !== values.score ? { ...values, status: '0' } : values;

const scored = (row: Readonly<Record<string, unknown>>): ResultValues => ({
  finalScore: rounded((row.adjustScore ?? row.score) as string, 2),
});

/** Brings one record to what it ought to be. @returns whether anything changed */
const writeOne = async (
  transaction: TransactionContext,
  resource: Resource,
  batchId: string,
  { id, values, isKept }: Wanted,
): Promise<boolean> => {
  const compute = resource === result ? scored : () => ({});
  if (id === null) {
    const first = {
      ...initialRow(resource.fields, { id: '', name: '', departments: [] }),
      ...values,
    };
    const after = { ...newRow(transaction, resource), ...first, batchId, ...compute(first) };
    await commitChange(transaction, { resource, before: null, after, action: 'create' });
    return true;
  }
  const before = await lockRow(transaction, resource, id);
  if (values === null && !isKept) {
    await commitChange(transaction, { resource, before, after: before, action: 'remove' });
    return true;
  }
  const next = { ...before, ...afterChange(before, values ?? nothing) };
  const after = { ...next, ...compute(next) };
  if (changesBetween(resource, before, after).length === 0) return false;
  await commitChange(transaction, { resource, before, after, action: 'save' });
  return true;
};

/** Somebody ended the computation, or it is done: nothing more is to be written. */
const isComputing = (engine: Engine, tenantId: string, batchId: string): Promise<boolean> =>
  engine.database.read(tenantId, async (session) => {
    const [row] = await session.query<{ status: string }>(
      'select status from score_batch where tenant_id = $1 and id = $2 and is_deleted = 0',
      [tenantId, batchId],
    );
    return row?.status === computing;
  });

/**
 * Writes what differs, block by block.
 * @param mayGoOn asked before each block
 * @returns how many records changed
 */
export const writeAll = async (
  engine: Engine,
  { tenantId, batchId, signal }: { tenantId: string; batchId: string; signal: AbortSignal },
  resource: Resource,
  wanted: readonly Wanted[],
  mayGoOn = () => isComputing(engine, tenantId, batchId),
): Promise<number> => {
  let changed = 0;
  for (let start = 0; start < wanted.length; start += blockSize) {
    signal.throwIfAborted();
    if (!(await mayGoOn())) break;
    const block = wanted.slice(start, start + blockSize);
    changed += await engine.database.transaction(tenantId, async (tx) => {
      const transaction = transactionOf({ engine, actor: { system: actorName, tenantId } }, tx);
      let count = 0;
      for (const one of block) {
        if (await writeOne(transaction, resource, batchId, one)) count += 1;
      }
      return count;
    });
  }
  return changed;
};

interface StoredBatch extends Omit<BatchRange, 'departments'> {
  readonly departments: readonly string[] | null;
}

/** Everything that the scores of a batch follow from, and the records that stand. */
export const readBatch = (engine: Engine, tenantId: string, batchId: string) =>
  engine.database.read(tenantId, async (session) => {
    const [batch] = await session.query<StoredBatch>(
      `select b.batch_year as "batchYear", b.norm_id::text as "normId",
          b.subject_class as "subjectClass", b.start_date::text as "startDate",
          b.end_date::text as "endDate",
          b.dept_ids::text[] as departments
         from score_batch b where b.tenant_id = $1 and b.id = $2`,
      [tenantId, batchId],
    );
    if (!batch) throw new Refused(['批次不存在', 'There is no such batch']);
    const range = { ...batch, departments: batch.departments ?? [] };
    const rules = await rulesOf(session, batch.normId);
    if (rules.length === 0) {
      throw new Refused(['该计分标准没有启用的规则', 'The norm has no enabled rules']);
    }
    const outputs = await outputsOf(session, range, rules);
    const people = await peopleIn(session, range.departments);
    const stored = await session.query<Stored>(
      `select r.id::text, concat(r.biz_id, ' ', r.user_id) as key,
          (r.status in ('2', '3') or r.adjust_score is not null or exists (select 1 from score_appeal a
             where a.tenant_id = r.tenant_id and a.result_id = r.id)) as "isKept"
         from score_result r
        where r.tenant_id = $1 and r.batch_id = $2 and r.is_deleted = 0 order by r.id`,
      [tenantId, batchId],
    );
    const persons = await session.query<Stored>(
      `select p.id::text, p.user_id::text as key, false as "isKept" from score_person p
        where p.tenant_id = $1 and p.batch_id = $2 and p.is_deleted = 0 order by p.id`,
      [tenantId, batchId],
    );
    return { results: resultsOf(rules, outputs, people), stored, persons };
  });

/** One record for each person who has a result. */
export const personsOf = (
  results: ReadonlyMap<string, ResultValues>,
): ReadonlyMap<string, ResultValues> =>
  new Map(
    [...results.values()].map(({ userId, personName, jobNum, fkDeptId }) => [
      String(userId),
      {
        userId: userId ?? null,
        personName: personName ?? null,
        jobNum: jobNum ?? null,
        fkDeptId: fkDeptId ?? null,
      },
    ]),
  );

/** Writes the scores of a batch. Doing it again changes nothing. @returns how many records changed */
export const computeBatch = async (
  engine: Engine,
  work: { readonly tenantId: string; readonly batchId: string; readonly signal: AbortSignal },
): Promise<number> => {
  const { results, stored, persons } = await readBatch(engine, work.tenantId, work.batchId);
  const kept = stored.filter(({ key, isKept }) => isKept && !results.has(key));
  const holders = new Set(kept.map(({ key }) => key.split(' ')[1]));
  const wantedPersons = personsOf(results);
  const changed = await writeAll(engine, work, result, compared(stored, results));
  const people = compared(
    persons.map((one) => ({ ...one, isKept: holders.has(one.key) })),
    wantedPersons,
  ).filter(({ values, isKept }) => values !== null || !isKept);
  return changed + (await writeAll(engine, work, person, people));
};

/** 计算: once for each time that the office asks. What cannot be computed is said at the batch. */
export const computeScores: EngineJob<{ readonly batchId: string }> = {
  name: 'compute-scores',
  label: ['计算计分批次', 'Compute a scoring batch'],
  run: async ({ tenantId, data: { batchId }, signal }, engine) => {
    const system = engine.asSystem(actorName, tenantId);
    if (!(await isComputing(engine, tenantId, batchId))) return { done: 0 };
    try {
      const done = await computeBatch(engine, { tenantId, batchId, signal });
      if (await isComputing(engine, tenantId, batchId)) {
        await system.perform(scoreBatch as unknown as Resource, 'computed', batchId);
      }
      return { done };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      engine.log.error({ tenantId, batchId, err: error }, 'scores were not computed');
      const calcFault = error.label[0].slice(0, 500);
      const { row } = await system.read(scoreBatch as unknown as Resource, batchId);
      const input = { calcFault, version: row.version };
      await system.perform(scoreBatch as unknown as Resource, 'failed', batchId, input);
      return { done: 0, left: 1 };
    }
  },
};
