import type { Actor } from '@keyan/kernel/access/actor.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label, type Language } from '@keyan/kernel/label.ts';
import { isEmpty, type Strictness, validate } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { CellFault, DryRun, RowChange } from '@keyan/kernel/wire/workbooks.ts';
import { createYielder } from '../base/yielding.ts';
import { behaviourTransaction } from '../commands/context.ts';
import { foreignDepartmentFaults } from '../commands/department.ts';
import { type ImportedState, importedState } from '../commands/imported-state.ts';
import { actionContext } from '../commands/perform.ts';
import type { Engine } from '../engine.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { currentCopies } from '../records/copies.ts';
import { currentValidationContext } from '../records/facts.ts';
import type { Tx } from '../store/connection/database.ts';
import { correctionByRow, correctionText } from './corrections.ts';
import type { NotedRecord } from './file-records.ts';
import { assertImport, type BatchRow, rowsPerStatement, storeBatch } from './import-batch.ts';
import { newRecordsOf, tryNamedRecords } from './named-records.ts';
import { otherKinds } from './other-kind.ts';
import { cellOfFault, labelOfPath } from './placed.ts';
import { maxPreviewedRows, previewOf } from './preview.ts';
import type { SheetRecord } from './read.ts';
import { duplicatesOfStored, repeatFindings } from './repeats.ts';
import { RowsReadSoFar } from './rows-above.ts';
import { type SameBy, type StandingRecord, standingRecords } from './standing.ts';
import { TakenValues } from './taken-values.ts';
import { inRolledBackTransaction } from './undone.ts';
import { recordsOf, type UploadedRecords } from './uploaded.ts';

/** Maximum number of faults in the answer of a dry run. */
const maxErrorsNamed = 1000;

/** Result of checking a record: its faults, missing fields, and the resulting row. */
interface Judgement {
  readonly faults: readonly CellFault[];
  readonly notes: readonly Label[];
  readonly become: RowLike;
}

const beforeSubmission: Label = [
  '提交前还需补全：{names}',
  'To be completed before submission: {names}',
];

/** Returns a note with the fields that a draft may lack and a submission may not. */
const missingNote = (resource: Resource, paths: readonly string[]): readonly Label[] => {
  const labels = new Map(
    paths.map((path) => [labelOfPath(resource, path)[0], labelOfPath(resource, path)]),
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

/** Returns id, version and owner of the record. */
const baseOf = ({ id, version, createUser }: StoredRow) => ({ id, version, createUser });

/**
 * Returns all faults of a record that its submission would report, except attachments. A record from a file of another
 * program becomes a draft: missing values are reported as a note.
 * @param before record that it corrects, if any
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
  const held: RowLike = before ?? initialRow(resource.fields, writer);
  const named = { ...held, ...record.input };
  const copies = await currentCopies(step, tx, resource, named, before);
  const judged = await currentValidationContext(
    step,
    tx,
    resource,
    { ...named, ...copies },
    before,
  );
  const isDraft = record.notes !== undefined && hasProcess(resource);
  const said = (strictness: Strictness, row: RowLike, input: RowLike) => {
    const { row: read, faults } = validate(resource, row, input, strictness, judged);
    const isFile = (path: string) => resource.fields[path]?.spec.type === 'files';
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
    const faults = wrong.map(({ path, message }) => cellOfFault(resource, record, path, message));
    return { faults: [...record.faults, ...faults], notes, become: first.read };
  }
  const behaviour = engine.behaviours.get(resource.key);
  const known = { ...step, before, facts: judged.facts ?? {} };
  const become = { ...first.read, ...(await behaviour?.complete?.(first.read, known)) };
  const missing = isDraft ? said('complete', become, {}).faults.map(({ path }) => path) : [];
  const fresh = { id: '0', version: 0, createUser: actor.id };
  const whole = { ...become, ...(before ? baseOf(before) : fresh) } as StoredRow<never>;
  const refusals = [
    ...(await foreignDepartmentFaults(step, resource, whole, before, true)),
    ...((await behaviour?.check?.(whole, step)) ?? []),
  ];
  return {
    faults: refusals.map(({ path, message }) => cellOfFault(resource, record, path, message)),
    notes: [...notes, ...missingNote(resource, missing)],
    become,
  };
};

/** Rows that something comes of, and what some of them correct. */
interface Judged {
  readonly rows: readonly (BatchRow & Judgement)[];
  readonly changes: readonly RowChange[];
}

/** Adds to a checked row the faults of the records that it would create, and their names. */
const withNames = (
  resource: Resource,
  record: SheetRecord,
  judgement: Judgement,
  { faults, names }: Awaited<ReturnType<typeof tryNamedRecords>>,
): Judgement => ({
  ...judgement,
  faults: [
    ...faults.map(({ path, message }) => cellOfFault(resource, record, path, message)),
    // One fault per field is enough.
    ...judgement.faults.filter(({ path }) => !faults.some((fault) => fault.path === path)),
  ],
  become: { ...judgement.become, ...names },
});

const noted = (judgement: Judgement, besides: readonly Label[]): Judgement => ({
  ...judgement,
  notes: [...judgement.notes, ...besides],
});

/** Adds faults to rows with a unique value that a stored record has. */
const withTaken = async (
  tx: Tx,
  resource: Resource,
  records: readonly SheetRecord[],
  judged: Judged['rows'],
  values: TakenValues,
): Promise<Judged['rows']> => {
  const asked = judged
    .filter(({ faults }) => faults.length === 0)
    .map(({ row, input, become }) => ({ row, own: String(input.id ?? '0'), become }));
  const taken = await values.judge(tx, asked);
  const written = new Map(records.map((record) => [record.row, record]));
  return judged.map((one) => {
    const record = written.get(one.row);
    const found = taken.get(one.row) ?? [];
    if (!record || found.length === 0) return one;
    const faults = found.map(({ path, message }) => cellOfFault(resource, record, path, message));
    return { ...one, input: record.input, faults };
  });
};

/** Checks records in blocks: a file of thousands does not occupy a connection all the time. */
const judgeAll = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  records: readonly SheetRecord[],
  sameBy: SameBy = [],
): Promise<Judged> => {
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const changes: RowChange[] = [];
  const { faults: twice, notes: similar } = await repeatFindings(resource, records, sameBy);
  const standing = await duplicatesOfStored(engine, actor, resource, records);
  const rows: (BatchRow & Judgement)[] = [];
  const earlier = new RowsReadSoFar(resource);
  const values = new TakenValues(resource);
  const corrected = new Map<string, RowLike>();
  const giveWay = createYielder();
  for (let from = 0; from < records.length; from += rowsPerStatement) {
    const some = await inRolledBackTransaction(engine, actor, async (tx) => {
      const judged: (BatchRow & Judgement)[] = [];
      const group = records.slice(from, from + rowsPerStatement);
      for (const record of group) {
        const { row } = record;
        const found = await correctionByRow(engine, actor, tx, resource, record, corrected);
        const { correction, doubts } = found;
        const given = correction ? { ...record, input: { ...correction.values } } : record;
        const before = correction?.before ?? null;
        const step = behaviourTransaction({ engine, actor }, tx);
        const named = await tryNamedRecords(step, resource, given.input, earlier);
        const filled = { ...given, input: { ...named.input } };
        const alone = await judgeRecord(engine, actor, tx, resource, filled, before);
        const besides = [similar.get(row), standing.get(row)].filter((note) => note !== undefined);
        const judgement = withNames(resource, record, noted(alone, besides), named);
        const copy = twice.get(row);
        const faults = [
          ...judgement.faults,
          ...(copy ? [copy] : []),
          ...doubts.map(({ path, message }) => cellOfFault(resource, record, path, message)),
        ];
        if (faults.length === 0) earlier.note(record.input);
        await giveWay();
        if (!correction || faults.length > 0) {
          judged.push({ row, input: record.input, ...judgement, faults });
          continue;
        }
        if (Object.keys(correction.values).length === 0) continue;
        const { id, version } = correction.before;
        corrected.set(id, judgement.become);
        judged.push({ row, input: { ...correction.values, id, version }, ...judgement, faults });
        changes.push(correctionText(resource, dictionaries, row, correction));
      }
      return withTaken(tx, resource, group, judged, values);
    });
    rows.push(...some);
  }
  const wrong = new Set(rows.filter(({ faults }) => faults.length > 0).map(({ row }) => row));
  return { rows, changes: changes.filter(({ row }) => !wrong.has(row)) };
};

/** A record with values for what its row leaves empty. */
const withDefaults = <One extends SheetRecord>(record: One, defaults: RowLike): One => {
  const missing = Object.entries(defaults).filter(([name]) => isEmpty(record.input[name]));
  return missing.length === 0
    ? record
    : { ...record, input: { ...record.input, ...Object.fromEntries(missing) } };
};

/**
 * Reads a workbook, or a file of another program that the definition imports, and returns the result that each record
 * would have.
 */
export const dryRun = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  file: UploadedRecords,
  language: Language,
): Promise<DryRun> => {
  assertImport(actor, resource);
  const { ofFile, lacks, records: found } = await recordsOf(engine, actor, resource, file);
  const own = file.ownOnly ? found.filter(({ isOther }) => !isOther) : found;
  const records = own.map((one) => withDefaults(one, file.defaults ?? {}));
  const { sameBy } = file;
  const stands = sameBy
    ? await engine.database.read(actor.tenantId, (session) =>
        standingRecords(session, resource, records, sameBy),
      )
    : new Map<number, StandingRecord>();
  const fresh = records.filter(({ row }) => !stands.has(row));
  const { rows, changes } = await judgeAll(engine, actor, resource, fresh, sameBy);
  const batchId = engine.ids.next();
  const batch = { id: batchId, resource, fileName: file.name, actor, now: engine.clock() };
  await engine.database.transaction(actor.tenantId, (tx) =>
    storeBatch(tx, batch, [
      ...rows.map(({ row, input, faults }) => ({ row, input, faults })),
      ...records.flatMap(({ row, input }): BatchRow[] => {
        const standing = stands.get(row);
        return standing ? [{ row, input, faults: [], standing: standing.id }] : [];
      }),
    ]),
  );
  const errors = rows.flatMap((row) => row.faults);
  const good = rows.filter(({ faults }) => faults.length === 0);
  const previewed = good.slice(0, maxPreviewedRows);
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
    lacks,
    total: records.length,
    valid: good.length,
    same: records.length - rows.length,
    standing: [...stands].map(([row, one]) => ({ row, ...one })).slice(0, maxErrorsNamed),
    changes: changes.slice(0, maxErrorsNamed),
    made: newRecordsOf(engine.resources, resource, good),
    elsewhere: otherKinds(records.map(({ elsewhere }) => elsewhere)),
    errors: errors.slice(0, maxErrorsNamed),
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
