import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { ImportResult, ImportState } from '@keyan/kernel/wire/workbooks.ts';
import { mapConcurrently, type StepOverlap } from '../base/side-by-side.ts';
import type { CommandTransaction } from '../commands/context.ts';
import type { Engine, EngineJob } from '../engine.ts';
import { currentActorOf, type JobRequester, requesterOf } from '../identity/rights.ts';
import type { Tx } from '../store/connection/database.ts';
import { Unavailable } from '../store/connection/failures.ts';
import { PoolClosed, TooManyWaiting } from '../workers/task.ts';
import { confirmBatch, isBatchSettled, leaseBatch } from './batch-lease.ts';
import {
  assertImport,
  type BatchRow,
  type ImportBatch,
  importBatchOf,
  keptBatchOf,
  rowsPerStatement,
} from './import-batch.ts';
import { makeNamedRecords, namesNewRecords } from './named-records.ts';

/** Maximum number of rows saved in the request; more are saved in the background. */
const savedAtOnce = 50;

/** Number of concurrent transactions: a third saves no time on two cores, and delays other requests. */
const groupsSideBySide = 2;

/** Rows per transaction: few enough that nobody waits long for its locks. */
const rowsTogether = 20;

/** Error: another process saved the row, or found that it cannot be saved. */
class AlreadySaved extends Error {}

const serverFailed: Label = [
  '服务器异常，此行未导入',
  'The server failed; this row was not imported',
];

/** True for a temporary error: the import stops and continues later. */
const isPassing = (error: unknown): boolean =>
  error instanceof Unavailable || error instanceof PoolClosed || error instanceof TooManyWaiting;

type Saved = Pick<BatchRow, 'row' | 'input'>;

/** Actor whose rows are saved, and the test for stopping. */
interface Saving {
  readonly actor: Actor;
  readonly resource: Resource;
  readonly batchId: string;
  stopped(): boolean;
}

/**
 * Saves rows of a batch in one transaction and records the result. If a row cannot be saved, each row is saved
 * separately, and the fault of the failing one is recorded. No row is saved twice.
 */
const saveRows = async (engine: Engine, saving: Saving, rows: readonly Saved[]): Promise<void> => {
  const { actor, resource, batchId, stopped } = saving;
  const numbers = rows.map(({ row }) => row);
  const key = [actor.tenantId, batchId, numbers];
  const open =
    'r.tenant_id = $1 and r.batch_id = $2 and r.row_no = any($3::int[]) and r.record_id is null and r.failure is null';
  // In the transaction of the records: neither is ever stored without the other.
  const alongside = async (tx: Tx, ids: readonly string[]): Promise<void> => {
    const settled = await tx.query(
      `update import_row r set record_id = s.id
         from unnest($3::int[], $4::bigint[]) s(row_no, id)
        where ${open} and r.row_no = s.row_no returning r.row_no`,
      [...key, ids],
    );
    if (settled.length < rows.length) throw new AlreadySaved();
  };
  const first = (transaction: CommandTransaction, input: RowLike): Promise<RowLike> =>
    makeNamedRecords(transaction, resource, input);
  try {
    const inputs = rows.map(({ input }) => input);
    await engine.as(actor).saveImported(resource, inputs, { first, alongside });
  } catch (error) {
    if (isPassing(error)) throw error;
    const isForeseen = error instanceof Fault || error instanceof AlreadySaved;
    const details = { err: error, batch: batchId, rows: numbers };
    if (rows.length > 1) {
      // A fault may hit rows saved together but not each alone: the log explains why the import takes twice as long.
      if (!isForeseen) engine.log.warn(details, 'rows of an import are saved one by one');
      for (const one of rows) if (!stopped()) await saveRows(engine, saving, [one]);
      return;
    }
    if (error instanceof AlreadySaved) return;
    if (!isForeseen) engine.log.error(details, 'a row was not imported');
    const failure = error instanceof Fault ? error.label : serverFailed;
    await engine.database.transaction(actor.tenantId, (tx) =>
      tx.query(`update import_row r set failure = $4 where ${open}`, [
        ...key,
        JSON.stringify(failure),
      ]),
    );
  }
};

/**
 * Returns the rows of each transaction, in order. Rows that create or look up records of other rows are saved alone.
 */
const groupsOf = (resource: Resource, rows: readonly Saved[]): readonly (readonly Saved[])[] => {
  const groups: Saved[][] = [];
  let wasSingle = true;
  for (const row of rows) {
    const isSingle = namesNewRecords(resource, row.input);
    const last = groups.at(-1);
    if (last && !isSingle && !wasSingle && last.length < rowsTogether) last.push(row);
    else groups.push([row]);
    wasSingle = isSingle;
  }
  return groups;
};

interface ImportWork {
  readonly actor: JobRequester;
  readonly resource: string;
  readonly batchId: string;
}

/** Saves the rest of a batch; false while another process has the lease. */
const saveAll = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  batchId: string,
): Promise<boolean> => {
  const { database } = engine;
  const lease = await leaseBatch(database, actor.tenantId, batchId);
  if (!lease) return isBatchSettled(database, actor.tenantId, batchId);
  try {
    for (let last = 0; !lease.lost(); ) {
      const rows = await engine.database.read(actor.tenantId, (session) =>
        session.query<Saved>(
          `select row_no as row, input from import_row
            where tenant_id = $1 and batch_id = $2 and row_no > $3 and faults = '[]'
              and record_id is null and failure is null and standing_id is null
            order by row_no limit $4`,
          [actor.tenantId, batchId, last, rowsPerStatement],
        ),
      );
      if (rows.length === 0) {
        await lease.finish(engine.clock());
        return true;
      }
      const overlap: StepOverlap<readonly Saved[]> = {
        atOnce: groupsSideBySide,
        // A row that creates other records is saved alone.
        alone: ([first]) => first !== undefined && namesNewRecords(resource, first.input),
        stopped: lease.lost,
      };
      const saving: Saving = { actor, resource, batchId, stopped: lease.lost };
      await mapConcurrently(groupsOf(resource, rows), overlap, (group) =>
        saveRows(engine, saving, group),
      );
      last = rows.at(-1)?.row ?? last;
    }
    return false;
  } finally {
    await lease.release();
  }
};

/** Milliseconds between two attempts to lease a batch. */
const nextLook = 5000;

/** Job that saves long imports in the background. */
export const importJob: EngineJob<ImportWork> = {
  name: 'sheet-import',
  label: ['后台导入', 'Long imports'],
  async run({ data, signal }, engine) {
    const resource = engine.resources.get(data.resource);
    const actor = await currentActorOf(engine, data.actor);
    if (!resource || !actor) return { done: 0 };
    // If the job restarts after its process died, the old lease lasts a moment longer.
    while (!(await saveAll(engine, actor, resource, data.batchId))) {
      await pause(nextLook, undefined, { signal });
    }
    return { done: 1 };
  },
};

/** Returns the progress of a batch. */
export const importResult = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  batchId: string,
): Promise<ImportResult> => {
  // The state first: rows that are saved meanwhile do no harm, a newer state would.
  const batch = await importBatchOf(engine, actor, resource, batchId);
  return resultOf(engine, actor.tenantId, batchId, batch);
};

/** How far a kept batch of anybody is; whoever asks was judged before. */
export const keptResult = async (
  engine: Engine,
  tenantId: string,
  resource: Resource,
  batchId: string,
): Promise<ImportResult> => {
  const batch = await keptBatchOf(engine, tenantId, resource, batchId);
  return resultOf(engine, tenantId, batchId, batch);
};

const resultOf = async (
  engine: Engine,
  tenantId: string,
  batchId: string,
  { valid, state }: ImportBatch,
): Promise<ImportResult> => {
  const [rows] = await engine.database.read(tenantId, (session) =>
    session.query<Pick<ImportResult, 'saved' | 'failed'>>(
      `select count(record_id)::int as saved,
              coalesce(jsonb_agg(jsonb_build_object('row', row_no, 'message', failure)
                                 order by row_no) filter (where failure is not null), '[]') as failed
         from import_row where tenant_id = $1 and batch_id = $2`,
      [tenantId, batchId],
    ),
  );
  return {
    batchId,
    total: valid,
    saved: rows?.saved ?? 0,
    failed: rows?.failed ?? [],
    state,
    finished: state === 'finished',
  };
};

/** Messages for a person who confirms an import again. */
const stateTexts: Partial<Record<ImportState, Label>> = {
  running: ['导入正在进行，请稍候', 'The import is in progress'],
  waiting: ['导入正在排队，请稍候', 'The import is queued'],
  interrupted: ['导入曾中断，已继续', 'The import was interrupted and continues'],
};

/**
 * Saves the valid rows of a batch as drafts of the actor. Repeating the call saves nothing twice: it reports that the
 * import is running, or continues an interrupted one.
 */
export const confirmImport = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  batchId: string,
  onlyValid: boolean,
): Promise<{ readonly result: ImportResult; readonly message: Label | undefined }> => {
  assertImport(actor, resource);
  const { total, valid, state } = await importBatchOf(engine, actor, resource, batchId);
  const faulty = total - valid;
  if (valid === 0) throw new Refused(['没有可导入的数据', 'There are no rows to import']);
  if (faulty > 0 && !onlyValid) {
    throw new Refused(
      fill(
        [
          '有 {n} 行存在错误，请修改后重新上传，或选择仅导入正确行',
          'Rows with errors: {n}. Correct them and upload the file again, or import only the other rows',
        ],
        { n: faulty },
      ),
    );
  }
  if (state !== 'finished' && state !== 'running') {
    await confirmBatch(engine.database, actor.tenantId, batchId);
    if (valid <= savedAtOnce) await saveAll(engine, actor, resource, batchId);
    else {
      const work = { actor: requesterOf(actor), resource: resource.key, batchId };
      await engine.jobs.send(actor.tenantId, importJob, work, { key: batchId, by: actor.id });
    }
  }
  const result = await importResult(engine, actor, resource, batchId);
  // Another process may have taken the batch since it was read.
  const message =
    stateTexts[state] ?? (result.state === 'running' ? stateTexts.running : undefined);
  return { result, message };
};
