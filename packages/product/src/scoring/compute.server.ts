import {
  compareDerived,
  type DerivedValues,
  type StandingRecord,
  type WantedRecord,
  writeDerived,
} from '@keyan/engine/commands/derived.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Refused } from '@keyan/kernel/errors.ts';
import { type ResultValues, resultsOf } from './compute.ts';
import { type BatchRange, outputsOf, peopleIn, rulesOf } from './read.server.ts';
import { scoreBatch } from './score-batch.ts';
import { scorePerson } from './score-person.ts';
import { scoreResult } from './score-result.ts';

/** Who changes scores in their histories. */
const actorName = scoreBatch.label[0];

const computing = '2';

/** How the results of a batch follow from its outputs, and its people from those. */
const derivations = (batchId: string) => ({
  results: {
    resource: scoreResult as unknown as Resource,
    shared: { batchId },
    nothing: { outputScore: '0.00', allotRate: '0.00', score: '0.00', working: '—' },
    // A person confirmed another score than this: they are asked again.
    revise: (before: StoredRow, values: DerivedValues) =>
      before.status === '1' && before.score !== values.score ? { ...values, status: '0' } : values,
  },
  persons: { resource: scorePerson as unknown as Resource, shared: { batchId } },
});

/** Somebody ended the computation, or it is done: nothing more is to be written. */
const isComputing = (engine: Engine, tenantId: string, batchId: string): Promise<boolean> =>
  engine.database.read(tenantId, async (session) => {
    const [row] = await session.query<{ status: string }>(
      'select status from score_batch where tenant_id = $1 and id = $2 and is_deleted = 0',
      [tenantId, batchId],
    );
    return row?.status === computing;
  });

/** A computation of a batch that somebody or something asked for. */
export interface Work {
  readonly tenantId: string;
  readonly batchId: string;
  readonly signal: AbortSignal;
}

/**
 * Writes what differs of the results or the people of a batch.
 * @param mayGoOn asked before each block; left out, as long as the batch is being computed
 * @returns how many records changed
 */
export const writeAll = (
  engine: Engine,
  { tenantId, batchId, signal }: Work,
  of: 'results' | 'persons',
  wanted: readonly WantedRecord[],
  mayGoOn = () => isComputing(engine, tenantId, batchId),
): Promise<number> =>
  writeDerived(
    { engine, actor: { system: actorName, tenantId } },
    derivations(batchId)[of],
    wanted,
    () => {
      signal.throwIfAborted();
      return mayGoOn();
    },
  );

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
    const stored = await session.query<StandingRecord>(
      `select r.id::text, concat(r.biz_id, ' ', r.user_id) as key,
          (r.status in ('2', '3') or r.adjust_score is not null or exists (select 1 from score_appeal a
             where a.tenant_id = r.tenant_id and a.result_id = r.id)) as "isKept"
         from score_result r
        where r.tenant_id = $1 and r.batch_id = $2 and r.is_deleted = 0 order by r.id`,
      [tenantId, batchId],
    );
    const persons = await session.query<StandingRecord>(
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
export const computeBatch = async (engine: Engine, work: Work): Promise<number> => {
  const { results, stored, persons } = await readBatch(engine, work.tenantId, work.batchId);
  const kept = stored.filter(({ key, isKept }) => isKept && !results.has(key));
  const holders = new Set(kept.map(({ key }) => key.split(' ')[1]));
  const wantedPersons = personsOf(results);
  const changed = await writeAll(engine, work, 'results', compareDerived(stored, results));
  const people = compareDerived(
    persons.map((one) => ({ ...one, isKept: holders.has(one.key) })),
    wantedPersons,
  ).filter(({ values, isKept }) => values !== null || !isKept);
  return changed + (await writeAll(engine, work, 'persons', people));
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
