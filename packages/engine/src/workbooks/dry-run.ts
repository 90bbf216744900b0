import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { uniqueKey } from '@keyan/kernel/definition/unique.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import type { CellFault, DryRun } from '@keyan/kernel/wire/workbooks.ts';
import { yielder } from '../base/yielding.ts';
import { foreignDepartment } from '../commands/department.ts';
import type { Engine } from '../engine.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { copiesNow } from '../records/copies.ts';
import { judgedNow } from '../records/facts.ts';
import type { Tx } from '../store/database.ts';
import { makerOf } from './book.ts';
import { readGrids } from './grids.ts';
import { type BatchRow, demandImport, rowsAtOnce, storeBatch } from './import-batch.ts';
import { readRecords, type SheetRecord, spelledRefs } from './read.ts';
import { resolveRefs } from './spelled-references.ts';

/** Faults that the answer to a dry run names. */
const mostErrors = 1000;

const labelAt = (resource: Resource, path: string): Label => {
  const [name = '', , inner] = path.split('.');
  const field = resource.fields[name];
  return (
    (inner ? field?.spec.fields?.[inner]?.spec.label : undefined) ??
    field?.spec.label ?? [path, path]
  );
};

/** The cell of the workbook that a fault of the record is about. */
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

type Row = Readonly<Record<string, unknown>>;

/** The title without what people vary; null where there is none. */
const titleKey =
  ({ title }: Resource) =>
  (row: Row): string | null =>
    typeof row[title] === 'string' ? essence(row[title]) || null : null;

/** Two rows of one workbook that are the same record. */
const repeated = async (
  resource: Resource,
  records: readonly SheetRecord[],
): Promise<ReadonlyMap<number, CellFault>> => {
  const giveWay = yielder();
  const keys = Object.entries(resource.fields).flatMap(([name, { spec }]) =>
    spec.unique ? [{ name, keyOf: (row: Row) => uniqueKey(spec, name, row) }] : [],
  );
  const title = { name: resource.title, keyOf: titleKey(resource) };
  // Where the title counts with other fields, several records may have the same.
  const all = [...keys, ...(resource.fields[resource.title]?.spec.uniqueWith ? [] : [title])];
  const faults = new Map<number, CellFault>();
  for (const { name, keyOf } of all) {
    const seen = new Map<string, number>();
    for (const record of records) {
      const key = keyOf(record.input);
      if (key === null) continue;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, record.row);
      else {
        const message = fill(['与第 {row} 行重复', 'The same as row {row}'], { row: first });
        faults.set(record.row, placed(resource, record, name, message));
      }
      await giveWay();
    }
  }
  return faults;
};

/** Everything that is wrong with a record, as submitting it would say, but for its attachments. */
const checkRecord = async (
  engine: Engine,
  actor: Actor,
  tx: Tx,
  resource: Resource,
  record: SheetRecord,
): Promise<readonly CellFault[]> => {
  const now = engine.clock();
  const copies = await copiesNow({ engine, actor }, tx, resource, record.input, null);
  const named = { ...record.input, ...copies };
  const judged = await judgedNow({ engine, actor }, tx, resource, named, null);
  const validated = validate(resource, copies, record.input, 'complete', judged);
  const unread = new Set(record.faults.map((fault) => fault.path));
  const faults = validated.faults
    .filter(
      (fault) => !unread.has(fault.path) && resource.fields[fault.path]?.spec.kind !== 'files',
    )
    .map((fault) => placed(resource, record, fault.path, fault.message));
  if (faults.length > 0 || record.faults.length > 0) return [...record.faults, ...faults];
  const behaviour = engine.behaviours.get(resource.key);
  const row = { ...validated.row, id: '0', version: 0, createUser: actor.id } as StoredRow<never>;
  const step = { tx, engine, actor, now };
  const found = [
    ...(await foreignDepartment(step, resource, row, null, true)),
    ...((await behaviour?.check?.(row as never, step)) ?? []),
  ];
  return found.map((fault) => placed(resource, record, fault.path, fault.message));
};

/** Reads a workbook and says what each row would come to. */
export const dryRun = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  fileName: string,
  content: Buffer,
): Promise<DryRun> => {
  demandImport(actor, resource);
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
  const giveWay = yielder();
  for (let from = 0; from < records.length; from += rowsAtOnce) {
    // Some at a time: a workbook of thousands does not keep a connection for itself.
    const some = await engine.database.transaction(actor.tenantId, async (tx) => {
      const checked: BatchRow[] = [];
      for (const record of records.slice(from, from + rowsAtOnce)) {
        const { row, input } = record;
        const faults = await checkRecord(engine, actor, tx, resource, record);
        const copy = twice.get(row);
        checked.push({ row, input, faults: copy ? [...faults, copy] : faults });
        await giveWay();
      }
      return checked;
    });
    rows.push(...some);
  }
  await engine.database.transaction(actor.tenantId, (tx) =>
    storeBatch(tx, { id: batchId, resource, fileName, actor, now: engine.clock() }, rows),
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
