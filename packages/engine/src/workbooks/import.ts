import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@keyan/kernel/actor.ts';
import type { Dictionaries } from '@keyan/kernel/dictionary.ts';
import { Denied, Fault, Missing, Refused } from '@keyan/kernel/errors.ts';
import { isId } from '@keyan/kernel/id.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { grants, type Resource } from '@keyan/kernel/resource.ts';
import { dayText } from '@keyan/kernel/time.ts';
import { validate } from '@keyan/kernel/validate.ts';
import { pacer } from '../base/yielding.ts';
import { foreignDepartment } from '../commands/department.ts';
import type { Engine, EngineJob } from '../engine.ts';
import { type Asker, askerOf, asOfNow } from '../identity/rights.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { type Tx, Unavailable } from '../store/database.ts';
import { PoolClosed, TooManyWaiting } from '../workers/task.ts';
import { confirmBatch, holdBatch, isFinished } from './batch-lease.ts';
import { makerOf } from './book.ts';
import { readGrids } from './grids.ts';
import { type CellFault, readRecords, type SheetRecord, spelledRefs } from './read.ts';
import { resolveRefs } from './refs.ts';

/** One record between dry run and confirmation, as the batch keeps it. */
export interface BatchRow {
  readonly row: number;
  readonly input: Record<string, unknown>;
  readonly faults: readonly CellFault[];
}

/** What a dry run found. Nothing is stored but the batch itself. */
export interface DryRun {
  readonly batchId: string;
  readonly total: number;
  readonly valid: number;
  /** The first of them; all are in the workbook of faulty rows. */
  readonly errors: readonly CellFault[];
  readonly errorTotal: number;
  /** The records' titles by row, for the person to recognise. */
  readonly rows: readonly { readonly row: number; readonly title: string; readonly ok: boolean }[];
}

/**
 * Where an import stands: judged and not confirmed, confirmed and waiting for somebody to work on it,
 * being saved, broken off with rows left (its process died), or done.
 */
export type ImportState = 'judged' | 'waiting' | 'running' | 'interrupted' | 'finished';

/** How far an import is. */
export interface ImportResult {
  readonly batchId: string;
  /** Rows that are to be saved. */
  readonly total: number;
  readonly saved: number;
  /** Rows that could not be saved, and why. A row that nobody came to yet is none of them. */
  readonly failed: readonly { readonly row: number; readonly message: Label }[];
  readonly state: ImportState;
  readonly finished: boolean;
}

/** More rows than this are saved in the background; the page asks how far it is. */
const savedAtOnce = 50;
/** Faults that the answer to a dry run names. */
const mostErrors = 1000;
/** Rows that one statement reads or writes. */
const rowsAtOnce = 100;

const labelAt = (resource: Resource, path: string): Label => {
  const [name = '', , inner] = path.split('.');
  const field = resource.fields[name];
  return (
    (inner ? field?.spec.fields?.[inner]?.spec.label : undefined) ??
    field?.spec.label ?? [path, path]
  );
};

/** Where a fault of the kernel stands in the workbook. */
const placed = (
  resource: Resource,
  record: SheetRecord,
  path: string,
  message: Label,
): CellFault => {
  const [name = '', index] = path.split('.');
  const line = index === undefined ? undefined : record.lines[name]?.[Number(index)];
  const sheet =
    line === undefined ? resource.label : (resource.fields[name]?.spec.label ?? resource.label);
  return {
    sheet: sheet[0],
    row: line ?? record.row,
    path,
    field: labelAt(resource, path),
    message,
  };
};

/** The title without what people vary: letters and digits only, lower case. */
const essence = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Two rows of one workbook that are the same record. */
const repeated = async (
  resource: Resource,
  records: readonly SheetRecord[],
): Promise<ReadonlyMap<number, CellFault>> => {
  const pace = pacer();
  const keys = Object.entries(resource.fields).flatMap(([name, { spec }]) =>
    spec.unique ? [{ name, normalise: spec.unique }] : [],
  );
  const all = [...keys, { name: resource.title, normalise: essence }];
  const faults = new Map<number, CellFault>();
  for (const { name, normalise } of all) {
    const seen = new Map<string, number>();
    for (const record of records) {
      const value = record.input[name];
      if (typeof value !== 'string' || value === '') continue;
      const key = normalise(value);
      const first = seen.get(key);
      if (first === undefined) seen.set(key, record.row);
      else {
        const message = fill(['与第 {row} 行重复', 'The same as row {row}'], { row: first });
        faults.set(record.row, placed(resource, record, name, message));
      }
      await pace();
    }
  }
  return faults;
};

/** Everything that is wrong with a record, as submitting it would say, but for its attachments. */
const judge = async (
  engine: Engine,
  actor: Actor,
  tx: Tx,
  resource: Resource,
  record: SheetRecord,
  dictionaries: Dictionaries,
): Promise<readonly CellFault[]> => {
  const now = engine.clock();
  const verdict = validate(resource, {}, record.input, 'complete', {
    today: dayText(now),
    dictionaries,
  });
  const unread = new Set(record.faults.map((fault) => fault.path));
  const faults = verdict.faults
    .filter(
      (fault) => !unread.has(fault.path) && resource.fields[fault.path]?.spec.kind !== 'files',
    )
    .map((fault) => placed(resource, record, fault.path, fault.message));
  if (faults.length > 0 || record.faults.length > 0) return [...record.faults, ...faults];
  const behaviour = engine.behaviours.get(resource.key);
  const row = { ...verdict.row, id: '0', version: 0, createUser: actor.id } as StoredRow<never>;
  const step = { tx, engine, actor, now };
  const found = [
    ...(await foreignDepartment(step, resource, row, null, true)),
    ...((await behaviour?.beforeSubmit?.(row as never, step)) ?? []),
  ];
  return found.map((fault) => placed(resource, record, fault.path, fault.message));
};

const allowed = (actor: Actor, resource: Resource): void => {
  if (!grants(resource, actor.permissions, 'import')) throw new Denied();
};

interface NewBatch {
  readonly id: string;
  readonly resource: Resource;
  readonly fileName: string;
  readonly actor: Actor;
  readonly now: Date;
}

/** Stores what a dry run found, in statements of bounded size. */
const keepBatch = async (tx: Tx, batch: NewBatch, rows: readonly BatchRow[]): Promise<void> => {
  const { id, resource, fileName, actor, now } = batch;
  const valid = rows.filter((row) => row.faults.length === 0).length;
  await tx.query(
    `insert into import_batch
       (tenant_id, id, resource, file_name, total, valid, create_user, create_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.tenantId, id, resource.key, fileName, rows.length, valid, actor.id, now],
  );
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce);
    await tx.query(
      `insert into import_row (tenant_id, batch_id, row_no, input, faults)
       select $1, $2, r.row, r.input, r.faults
         from jsonb_to_recordset($3) as r (row int, input jsonb, faults jsonb)`,
      [tx.tenantId, id, JSON.stringify(some)],
    );
  }
};

/** Reads a workbook and says what each row would come to. */
export const dryRun = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  fileName: string,
  content: Buffer,
): Promise<DryRun> => {
  allowed(actor, resource);
  const grids = await readGrids(makerOf(engine, actor), content);
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const reader = { dictionaries, permissions: actor.permissions };
  const ids = await resolveRefs(
    engine,
    actor,
    resource,
    await spelledRefs(resource, grids, reader),
  );
  const records = await readRecords(resource, grids, ids, reader);
  const twice = await repeated(resource, records);
  const batchId = engine.ids.next();
  const rows: BatchRow[] = [];
  const pace = pacer();
  for (let from = 0; from < records.length; from += rowsAtOnce) {
    // Some at a time: a workbook of thousands does not keep a connection for itself.
    const some = await engine.database.transaction(actor.tenantId, async (tx) => {
      const judged: BatchRow[] = [];
      for (const record of records.slice(from, from + rowsAtOnce)) {
        const { row, input } = record;
        const faults = await judge(engine, actor, tx, resource, record, dictionaries);
        const copy = twice.get(row);
        judged.push({ row, input, faults: copy ? [...faults, copy] : faults });
        await pace();
      }
      return judged;
    });
    rows.push(...some);
  }
  await engine.database.transaction(actor.tenantId, (tx) =>
    keepBatch(tx, { id: batchId, resource, fileName, actor, now: engine.clock() }, rows),
  );
  const errors = rows.flatMap((row) => row.faults);
  return {
    batchId,
    total: rows.length,
    valid: rows.filter((row) => row.faults.length === 0).length,
    errors: errors.slice(0, mostErrors),
    errorTotal: errors.length,
    rows: rows.map((row) => ({
      row: row.row,
      title: String(row.input[resource.title] ?? ''),
      ok: row.faults.length === 0,
    })),
  };
};

interface Batch {
  readonly total: number;
  readonly valid: number;
  readonly state: ImportState;
}

/** The batch that the actor made for this resource. */
const batchOf = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  id: string,
): Promise<Batch> => {
  if (!isId(id)) throw new Missing();
  const [batch] = await engine.database.read(actor.tenantId, (session) =>
    session.query<Batch>(
      `select total, valid,
              case when finish_time is not null then 'finished'
                   when held_until > now() then 'running'
                   when held_by is not null then 'interrupted'
                   when confirm_time is not null then 'waiting'
                   else 'judged' end as state
         from import_batch
        where tenant_id = $1 and id = $2 and create_user = $3 and resource = $4`,
      [actor.tenantId, id, actor.id, resource.key],
    ),
  );
  if (!batch) throw new Missing(['导入批次不存在或已过期', 'No such import, or it is over']);
  return batch;
};

/** The rows of a batch that could not be taken, with what is wrong, to be mended and tried again. */
export const faultyRows = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  id: string,
): Promise<readonly BatchRow[]> => {
  await batchOf(engine, actor, resource, id);
  return engine.database.read(actor.tenantId, (session) =>
    session.query<BatchRow>(
      `select row_no as row, input, faults from import_row
        where tenant_id = $1 and batch_id = $2 and faults <> '[]' order by row_no`,
      [actor.tenantId, id],
    ),
  );
};

/** Somebody else saved the row, or found that it cannot be saved. */
class Settled extends Error {}

const serverFailed: Label = [
  '服务器异常,此行未导入',
  'The server failed; this row was not imported',
];

/** Has nothing to do with the row: it is right to break off, and to go on with it later. */
const isPassing = (error: unknown): boolean =>
  error instanceof Unavailable || error instanceof PoolClosed || error instanceof TooManyWaiting;

/** Saves one row of a batch and notes it, or notes why it cannot be saved. Never twice. */
const saveRow = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  batchId: string,
  row: Pick<BatchRow, 'row' | 'input'>,
): Promise<void> => {
  const key = [actor.tenantId, batchId, row.row];
  const open =
    'tenant_id = $1 and batch_id = $2 and row_no = $3 and record_id is null and failure is null';
  // In the transaction of the record: there is no moment at which one stands without the other.
  const alongside = async (tx: Tx, id: string): Promise<void> => {
    const settled = await tx.query(
      `update import_row set record_id = $4 where ${open} returning row_no`,
      [...key, id],
    );
    if (settled.length === 0) throw new Settled();
  };
  try {
    await engine.as(actor).save(resource, row.input, { imported: true, alongside });
  } catch (error) {
    if (error instanceof Settled) return;
    if (isPassing(error)) throw error;
    if (!(error instanceof Fault)) {
      engine.log.error({ err: error, batch: batchId, row: row.row }, 'a row was not imported');
    }
    const failure = error instanceof Fault ? error.label : serverFailed;
    await engine.database.transaction(actor.tenantId, (tx) =>
      tx.query(`update import_row set failure = $4 where ${open}`, [
        ...key,
        JSON.stringify(failure),
      ]),
    );
  }
};

interface ImportWork {
  readonly actor: Asker;
  readonly resource: string;
  readonly batchId: string;
}

/** Saves what is left of a batch; false while somebody else holds it. */
const saveAll = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  batchId: string,
): Promise<boolean> => {
  const { database } = engine;
  const hold = await holdBatch(database, actor.tenantId, batchId);
  if (!hold) return isFinished(database, actor.tenantId, batchId);
  try {
    for (let last = 0; !hold.lost(); ) {
      const rows = await engine.database.read(actor.tenantId, (session) =>
        session.query<Pick<BatchRow, 'row' | 'input'>>(
          `select row_no as row, input from import_row
            where tenant_id = $1 and batch_id = $2 and row_no > $3 and faults = '[]'
              and record_id is null and failure is null
            order by row_no limit $4`,
          [actor.tenantId, batchId, last, rowsAtOnce],
        ),
      );
      if (rows.length === 0) {
        await hold.finish(engine.clock());
        return true;
      }
      for (const row of rows) {
        if (hold.lost()) break;
        await saveRow(engine, actor, resource, batchId, row);
        last = row.row;
      }
    }
    return false;
  } finally {
    await hold.release();
  }
};

/** Milliseconds between two looks whether a batch is free that another process held. */
const nextLook = 5000;

/** Long imports, outside the request. */
export const importJob: EngineJob<ImportWork> = {
  name: 'sheet-import',
  async run(work, engine) {
    const resource = engine.resources.get(work.resource);
    const actor = await asOfNow(engine, work.actor);
    if (!resource || !actor) return;
    // A job that comes again after its process died finds the batch held for a moment longer.
    while (!(await saveAll(engine, actor, resource, work.batchId))) await pause(nextLook);
  },
};

/** How far a batch is. */
export const importResult = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  batchId: string,
): Promise<ImportResult> => {
  // Where it stands first: rows that are saved meanwhile do no harm, a state that is newer would.
  const { valid, state } = await batchOf(engine, actor, resource, batchId);
  const [rows] = await engine.database.read(actor.tenantId, (session) =>
    session.query<Pick<ImportResult, 'saved' | 'failed'>>(
      `select count(record_id)::int as saved,
              coalesce(jsonb_agg(jsonb_build_object('row', row_no, 'message', failure)
                                 order by row_no) filter (where failure is not null), '[]') as failed
         from import_row where tenant_id = $1 and batch_id = $2`,
      [actor.tenantId, batchId],
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

/** What whoever confirms an import once more is told of where it stood. */
const standing: Partial<Record<ImportState, Label>> = {
  running: ['导入正在进行,请稍候', 'The import is under way'],
  waiting: ['导入正在排队,请稍候', 'The import waits for its turn'],
  interrupted: ['导入曾中断,已继续', 'The import had broken off; it goes on'],
};

/**
 * Stores the valid rows of a batch as drafts of the actor (spec: importSure). Confirming again
 * stores nothing again: it says that somebody is at it, or goes on with what broke off.
 */
export const confirmImport = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  batchId: string,
  onlyValid: boolean,
): Promise<{ readonly result: ImportResult; readonly told: Label | undefined }> => {
  allowed(actor, resource);
  const { total, valid, state } = await batchOf(engine, actor, resource, batchId);
  const faulty = total - valid;
  if (valid === 0) throw new Refused(['没有可导入的数据', 'There is no row to import']);
  if (faulty > 0 && !onlyValid) {
    throw new Refused(
      fill(
        [
          '有 {n} 行存在错误,请修改后重新上传,或选择仅导入正确行',
          '{n} rows have faults: mend them, or import the others only',
        ],
        { n: faulty },
      ),
    );
  }
  if (state !== 'finished' && state !== 'running') {
    await confirmBatch(engine.database, actor.tenantId, batchId);
    if (valid <= savedAtOnce) await saveAll(engine, actor, resource, batchId);
    else {
      const work = { actor: askerOf(actor), resource: resource.key, batchId };
      await engine.jobs.send(importJob, work, { key: batchId });
    }
  }
  const result = await importResult(engine, actor, resource, batchId);
  // Somebody else may have taken the batch since it was read.
  const told = standing[state] ?? (result.state === 'running' ? standing.running : undefined);
  return { result, told };
};
