import type { Actor } from '@keyan/kernel/actor.ts';
import type { Dictionaries } from '@keyan/kernel/dictionary.ts';
import { Denied, Fault, Missing, Refused } from '@keyan/kernel/errors.ts';
import { isId } from '@keyan/kernel/id.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { grants, type Resource } from '@keyan/kernel/resource.ts';
import { dayText } from '@keyan/kernel/time.ts';
import { validate } from '@keyan/kernel/validate.ts';
import type { StoredRow } from '../behaviour.ts';
import type { Engine } from '../engine.ts';
import { type Asker, askerOf, asOfNow } from '../identity/rights.ts';
import type { Job } from '../jobs/port.ts';
import type { Tx } from '../store/database.ts';
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
  readonly errors: readonly CellFault[];
  /** The records' titles by row, for the person to recognise. */
  readonly rows: readonly { readonly row: number; readonly title: string; readonly ok: boolean }[];
}

/** How far a confirmed import is. */
export interface ImportResult {
  readonly batchId: string;
  readonly total: number;
  readonly saved: number;
  readonly failed: readonly { readonly row: number; readonly message: string }[];
  readonly finished: boolean;
}

/** More rows than this are saved in the background; the page asks how far it is. */
const atOnceRows = 50;

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
const repeated = (
  resource: Resource,
  records: readonly SheetRecord[],
): ReadonlyMap<number, CellFault> => {
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
  const found = await behaviour?.beforeSubmit?.(row as never, { tx, engine, actor, now });
  return (found ?? []).map((fault) => placed(resource, record, fault.path, fault.message));
};

const allowed = (actor: Actor, resource: Resource): void => {
  if (!grants(resource, actor.permits, 'import')) throw new Denied();
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
  const grids = await readGrids(content);
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const reader = { dictionaries, permits: actor.permits };
  const ids = await resolveRefs(engine, actor, resource, spelledRefs(resource, grids, reader));
  const records = readRecords(resource, grids, ids, reader);
  const twice = repeated(resource, records);
  const batchId = engine.ids.next();
  const rows = await engine.database.transaction(actor.tenantId, async (tx) => {
    const judged: BatchRow[] = [];
    for (const record of records) {
      const faults = await judge(engine, actor, tx, resource, record, dictionaries);
      const copy = twice.get(record.row);
      judged.push({
        row: record.row,
        input: record.input,
        faults: copy ? [...faults, copy] : faults,
      });
    }
    await tx.query(
      `insert into import_batch (tenant_id, id, resource, file_name, rows, create_user, create_time)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        actor.tenantId,
        batchId,
        resource.key,
        fileName,
        JSON.stringify(judged),
        actor.id,
        engine.clock(),
      ],
    );
    return judged;
  });
  return {
    batchId,
    total: rows.length,
    valid: rows.filter((row) => row.faults.length === 0).length,
    errors: rows.flatMap((row) => row.faults),
    rows: rows.map((row) => ({
      row: row.row,
      title: String(row.input[resource.title] ?? ''),
      ok: row.faults.length === 0,
    })),
  };
};

interface Batch {
  readonly resource: string;
  readonly rows: readonly BatchRow[];
  readonly finish_time: Date | null;
}

const batchOf = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  id: string,
): Promise<Batch> => {
  if (!isId(id)) throw new Missing();
  const [batch] = await engine.database.read(actor.tenantId, (session) =>
    session.query<Batch>(
      `select resource, rows, finish_time from import_batch
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
): Promise<readonly BatchRow[]> =>
  (await batchOf(engine, actor, resource, id)).rows.filter((row) => row.faults.length > 0);

/** Saves one row unless it was taken up before. The mark comes first: never twice. */
const saveRow = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  batchId: string,
  row: BatchRow,
): Promise<void> => {
  const { database } = engine;
  const key = [actor.tenantId, batchId, row.row];
  const [taken] = await database.transaction(actor.tenantId, (tx) =>
    tx.query(
      `insert into import_mark (tenant_id, batch_id, row_no, fault) values ($1, $2, $3, $4)
       on conflict do nothing returning row_no`,
      [...key, '导入中断,请核对是否已入库'],
    ),
  );
  if (!taken) return;
  const outcome = await engine
    .as(actor)
    .save(resource, row.input, { imported: true })
    .then(
      (saved): [string | null, string | null] => [saved.id, null],
      (error: unknown): [string | null, string | null] => {
        if (error instanceof Fault) return [null, error.label[0]];
        throw error;
      },
    );
  await database.transaction(actor.tenantId, (tx) =>
    tx.query(
      `update import_mark set record_id = $4, fault = $5
        where tenant_id = $1 and batch_id = $2 and row_no = $3`,
      [...key, ...outcome],
    ),
  );
};

interface ImportWork {
  readonly actor: Asker;
  readonly resource: string;
  readonly batchId: string;
}

const saveAll = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  batchId: string,
): Promise<void> => {
  const batch = await batchOf(engine, actor, resource, batchId);
  for (const row of batch.rows) {
    if (row.faults.length === 0) await saveRow(engine, actor, resource, batchId, row);
  }
  await engine.database.transaction(actor.tenantId, (tx) =>
    tx.query(`update import_batch set finish_time = $3 where tenant_id = $1 and id = $2`, [
      actor.tenantId,
      batchId,
      engine.clock(),
    ]),
  );
};

/** Long imports, outside the request. */
export const importJob: Job<ImportWork> = {
  name: 'sheet-import',
  async run(work, engine) {
    const resource = engine.resources.get(work.resource);
    const actor = await asOfNow(engine, work.actor);
    if (resource && actor) await saveAll(engine, actor, resource, work.batchId);
  },
};

/** How far a batch is. */
export const importResult = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  batchId: string,
): Promise<ImportResult> => {
  const batch = await batchOf(engine, actor, resource, batchId);
  const marks = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ row_no: number; record_id: string | null; fault: string | null }>(
      `select row_no, record_id::text, fault from import_mark
        where tenant_id = $1 and batch_id = $2 order by row_no`,
      [actor.tenantId, batchId],
    ),
  );
  return {
    batchId,
    total: batch.rows.filter((row) => row.faults.length === 0).length,
    saved: marks.filter((mark) => mark.record_id !== null).length,
    failed: marks.flatMap((mark) =>
      mark.record_id === null ? [{ row: mark.row_no, message: mark.fault ?? '' }] : [],
    ),
    finished: batch.finish_time !== null,
  };
};

/**
 * Stores the valid rows of a batch as drafts of the actor (spec: importSure). Confirming again
 * stores nothing again.
 */
export const confirmImport = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  batchId: string,
  onlyValid: boolean,
): Promise<ImportResult> => {
  allowed(actor, resource);
  const batch = await batchOf(engine, actor, resource, batchId);
  const faulty = batch.rows.filter((row) => row.faults.length > 0).length;
  if (faulty === batch.rows.length) {
    throw new Refused(['没有可导入的数据', 'There is no row to import']);
  }
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
  if (batch.finish_time === null) {
    if (batch.rows.length - faulty <= atOnceRows) await saveAll(engine, actor, resource, batchId);
    else {
      await engine.jobs.send(
        importJob,
        { actor: askerOf(actor), resource: resource.key, batchId },
        { key: batchId },
      );
    }
  }
  return importResult(engine, actor, resource, batchId);
};
