import type { Actor } from '@keyan/kernel/access/actor.ts';
import { hasProcess } from '@keyan/kernel/definition/base-fields.ts';
import { initialRow } from '@keyan/kernel/definition/initial-row.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { uniqueKey } from '@keyan/kernel/definition/unique.ts';
import { fill, type Label, type Language } from '@keyan/kernel/label.ts';
import { isEmpty, type Strictness, validate } from '@keyan/kernel/records/validate.ts';
import type { CellFault, DryRun, RowChange } from '@keyan/kernel/wire/workbooks.ts';
import { yielder } from '../base/yielding.ts';
import { transactionOf } from '../commands/context.ts';
import { foreignDepartment } from '../commands/department.ts';
import { type ImportedState, importedState } from '../commands/imported-state.ts';
import { actionContext } from '../commands/perform.ts';
import type { Engine } from '../engine.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { copiesNow } from '../records/copies.ts';
import { judgedNow } from '../records/facts.ts';
import type { Tx } from '../store/database.ts';
import { makerOf } from './book.ts';
import { caseless } from './cell.ts';
import { changeOf, correctionOf } from './corrections.ts';
import { fileRecords, headOf, type NotedRecord, sheetRecords } from './file-records.ts';
import { type Grid, readGrids } from './grids.ts';
import { type BatchRow, demandImport, rowsAtOnce, storeBatch } from './import-batch.ts';
import { madeBy, tryNamed } from './named-records.ts';
import { demandOwnKind, demandOwnTable, otherKinds } from './other-kind.ts';
import { mostPreviewed, previewOf } from './preview.ts';
import { readRecords, type SheetRecord, spelledRefs } from './read.ts';
import { RowsAbove } from './rows-above.ts';
import { resolveRefs } from './spelled-references.ts';
import { undone } from './undone.ts';

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

/** By which values rows are one record, where the definition says so: people vary titles, and not codes. */
const identities = ({ title, identity = [], distinct = [] }: Resource) =>
  [...identity, ...distinct].map((names) => ({
    name: names[0] ?? '',
    keyOf: (row: Row): string | null =>
      names.some((name) => isEmpty(row[name]))
        ? null
        : names.map((name) => (name === title ? essence : caseless)(String(row[name]))).join(' '),
  }));

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
  const several = resource.identity ?? resource.fields[resource.title]?.spec.uniqueWith;
  const all = [...keys, ...identities(resource), ...(several ? [] : [title])];
  const faults = new Map<number, CellFault>();
  for (const { name, keyOf } of all) {
    const seen = new Map<string, number>();
    for (const record of records) {
      const key = keyOf(record.input);
      if (key === null) continue;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, record.row);
      else {
        const message = fill(['与第 {row} 行重复', 'Same as row {row}'], { row: first });
        faults.set(record.row, placed(resource, record, name, message));
      }
      await giveWay();
    }
  }
  return faults;
};

/** A record that was judged: what is wrong with it, what it still lacks, and the row it would be. */
interface Judgement {
  readonly faults: readonly CellFault[];
  readonly notes: readonly Label[];
  readonly become: Row;
}

const beforeSubmission: Label = [
  '提交前还需补全：{names}',
  'To be completed before submission: {names}',
];

/** The fields that a draft may lack and a submission may not, each once, in words. */
const missingNote = (resource: Resource, paths: readonly string[]): readonly Label[] => {
  const labels = new Map(
    paths.map((path) => [labelAt(resource, path)[0], labelAt(resource, path)]),
  );
  const names = [...labels.values()];
  if (names.length === 0) return [];
  return [
    fill(beforeSubmission, {
      names: [names.map(([zh]) => zh).join('、'), names.map(([, en]) => en).join(', ')],
    }),
  ];
};

const nowhere: ImportedState = { values: {}, faults: [] };

/** Which record it is, and whose. */
const baseOf = ({ id, version, createUser }: StoredRow) => ({ id, version, createUser });

/**
 * Everything that is wrong with a record, as submitting it would say, but for its attachments. A
 * record of a file of another program becomes a draft: what it lacks is said and holds nothing up.
 * @param before the record that it corrects, if any
 */
const judgeRecord = async (
  engine: Engine,
  actor: Actor,
  tx: Tx,
  resource: Resource,
  record: SheetRecord & Partial<NotedRecord>,
  before: StoredRow | null,
): Promise<Judgement> => {
  const step = { tx, engine, actor, now: engine.clock() };
  const writer = { id: actor.id, name: actor.name, departments: actor.departments, imported: true };
  const held: Row = before ?? initialRow(resource.fields, writer);
  const named = { ...held, ...record.input };
  const copies = await copiesNow(step, tx, resource, named, before);
  const judged = await judgedNow(step, tx, resource, { ...named, ...copies }, before);
  const isDraft = record.notes !== undefined && hasProcess(resource);
  const said = (strictness: Strictness, row: Row, input: Row) => {
    const { row: read, faults } = validate(resource, row, input, strictness, judged);
    const isFile = (path: string) => resource.fields[path]?.spec.kind === 'files';
    return { read, faults: faults.filter(({ path }) => !isFile(path)) };
  };
  const unread = new Set(record.faults.map((fault) => fault.path));
  const taken = { ...held, ...copies };
  const first = said(isDraft ? 'draft' : 'complete', taken, record.input);
  const moment = actionContext(step, resource, judged.facts, judged.dictionaries);
  const state = before ? nowhere : importedState(step, resource, first.read, record.input, moment);
  Object.assign(first.read, state.values);
  const wrong = [...first.faults, ...state.faults].filter(({ path }) => !unread.has(path));
  const notes = record.notes ?? [];
  if (wrong.length + record.faults.length > 0) {
    const faults = wrong.map(({ path, message }) => placed(resource, record, path, message));
    return { faults: [...record.faults, ...faults], notes, become: first.read };
  }
  const behaviour = engine.behaviours.get(resource.key);
  const known = { ...step, before: before as never, facts: judged.facts ?? {} };
  const become = { ...first.read, ...(await behaviour?.complete?.(first.read as never, known)) };
  const missing = isDraft ? said('complete', become, {}).faults.map(({ path }) => path) : [];
  const fresh = { id: '0', version: 0, createUser: actor.id };
  const whole = { ...become, ...(before ? baseOf(before) : fresh) } as StoredRow<never>;
  const refusals = [
    ...(await foreignDepartment(step, resource, whole, before, true)),
    ...((await behaviour?.check?.(whole as never, step)) ?? []),
  ];
  return {
    faults: refusals.map(({ path, message }) => placed(resource, record, path, message)),
    notes: [...notes, ...missingNote(resource, missing)],
    become,
  };
};

/** The records of a workbook, its references resolved. */
const bookRecords = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  grids: ReadonlyMap<string, Grid>,
): Promise<readonly SheetRecord[]> => {
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const reader = { dictionaries, permissions: actor.permissions };
  demandOwnKind(resource, [...engine.resources.values()], grids, reader);
  const spelled = await spelledRefs(resource, grids, reader);
  const ids = await resolveRefs(engine, actor, resource, spelled);
  return readRecords(resource, grids, ids, reader);
};

/** The records of a workbook in the layout of the template, as they are written there. */
export const readBook = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  content: Buffer,
): Promise<readonly SheetRecord[]> =>
  bookRecords(engine, actor, resource, await readGrids(makerOf(engine, actor), content));

/** The records of what was sent: a file of another program, a workbook of one, or the template. */
const recordsOf = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  content: Buffer,
): Promise<{
  readonly ofFile: boolean;
  readonly records: readonly (SheetRecord & Partial<NotedRecord>)[];
}> => {
  const file = await fileRecords(engine, actor, resource, content);
  if (file) return { ofFile: true, records: file };
  const grids = await readGrids(makerOf(engine, actor), content);
  const sheet = await sheetRecords(engine, actor, resource, grids);
  if (sheet) return { ofFile: true, records: sheet };
  const head = headOf(grids);
  await demandOwnTable(
    engine,
    resource,
    async (other) => (await sheetRecords(engine, actor, other, head)) !== null,
  );
  return { ofFile: false, records: await bookRecords(engine, actor, resource, grids) };
};

/** Rows that something comes of, and what some of them correct. */
interface Judged {
  readonly rows: readonly (BatchRow & Judgement)[];
  readonly changes: readonly RowChange[];
}

/** A judged row with what is wrong with the records that it brings, and their names. */
const withNames = (
  resource: Resource,
  record: SheetRecord,
  judgement: Judgement,
  { faults, names }: Awaited<ReturnType<typeof tryNamed>>,
): Judgement => ({
  ...judgement,
  faults: [
    ...faults.map(({ path, message }) => placed(resource, record, path, message)),
    // One reason is enough for a field.
    ...judgement.faults.filter(({ path }) => !faults.some((fault) => fault.path === path)),
  ],
  become: { ...judgement.become, ...names },
});

/** Judges records some at a time: a file of thousands does not keep a connection for itself. */
const judgeAll = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  records: readonly SheetRecord[],
): Promise<Judged> => {
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const changes: RowChange[] = [];
  const twice = await repeated(resource, records);
  const rows: (BatchRow & Judgement)[] = [];
  const earlier = new RowsAbove(resource);
  const giveWay = yielder();
  for (let from = 0; from < records.length; from += rowsAtOnce) {
    const some = await undone(engine, actor, async (tx) => {
      const judged: (BatchRow & Judgement)[] = [];
      for (const record of records.slice(from, from + rowsAtOnce)) {
        const { row } = record;
        const { correction, doubts } = await correctionOf(engine, actor, tx, resource, record);
        const given = correction ? { ...record, input: { ...correction.values } } : record;
        const before = correction?.before ?? null;
        const step = transactionOf({ engine, actor }, tx);
        const named = await tryNamed(step, resource, given.input, earlier);
        const filled = { ...given, input: { ...named.input } };
        const alone = await judgeRecord(engine, actor, tx, resource, filled, before);
        const judgement = withNames(resource, record, alone, named);
        const copy = twice.get(row);
        const faults = [
          ...judgement.faults,
          ...(copy ? [copy] : []),
          ...doubts.map(({ path, message }) => placed(resource, record, path, message)),
        ];
        if (faults.length === 0) earlier.note(record.input);
        await giveWay();
        if (!correction || faults.length > 0) {
          judged.push({ row, input: record.input, ...judgement, faults });
          continue;
        }
        if (Object.keys(correction.values).length === 0) continue;
        const { id, version } = correction.before;
        judged.push({ row, input: { ...correction.values, id, version }, ...judgement, faults });
        changes.push(changeOf(resource, dictionaries, row, correction));
      }
      return judged;
    });
    rows.push(...some);
  }
  return { rows, changes };
};

/** A file that was uploaded. */
interface Uploaded {
  readonly name: string;
  readonly content: Buffer;
  /** Records of other kinds in it are left out. */
  readonly ownOnly?: boolean;
}

/**
 * Reads a workbook, or a file of another program that the definition takes, and says what each of its
 * records would come to.
 */
export const dryRun = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  file: Uploaded,
  language: Language,
): Promise<DryRun> => {
  demandImport(actor, resource);
  const { ofFile, records: found } = await recordsOf(engine, actor, resource, file.content);
  const records = file.ownOnly ? found.filter(({ isOther }) => !isOther) : found;
  const { rows, changes } = await judgeAll(engine, actor, resource, records);
  const batchId = engine.ids.next();
  const batch = { id: batchId, resource, fileName: file.name, actor, now: engine.clock() };
  await engine.database.transaction(actor.tenantId, (tx) =>
    storeBatch(
      tx,
      batch,
      rows.map(({ row, input, faults }) => ({ row, input, faults })),
    ),
  );
  const errors = rows.flatMap((row) => row.faults);
  const good = rows.filter(({ faults }) => faults.length === 0);
  const previewed = good.slice(0, mostPreviewed);
  const { columns, values } = await previewOf(
    engine,
    actor,
    resource,
    previewed.map(({ become }) => become),
    language,
  );
  const valuesOf = new Map(previewed.map(({ row }, index) => [row, values[index] ?? []]));
  return {
    batchId,
    from: ofFile ? 'file' : 'workbook',
    total: records.length,
    valid: good.length,
    same: records.length - rows.length,
    changes: changes.slice(0, mostErrors),
    made: madeBy(engine.resources, resource, good),
    elsewhere: otherKinds(records.map(({ elsewhere }) => elsewhere)),
    errors: errors.slice(0, mostErrors),
    errorTotal: errors.length,
    columns,
    rows: rows.map(({ row, input, become, faults, notes }) => ({
      row,
      title: String(input[resource.title] ?? become[resource.title] ?? ''),
      ok: faults.length === 0,
      ...(valuesOf.has(row) ? { values: valuesOf.get(row) ?? [] } : {}),
      ...(notes.length > 0 ? { notes } : {}),
    })),
  };
};
