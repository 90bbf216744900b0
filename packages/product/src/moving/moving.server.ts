import { Readable } from 'node:stream';
import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { reserveNumber } from '@keyan/engine/commands/record-number.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { bookMakerOf } from '@keyan/engine/workbooks/book.ts';
import { dryRun } from '@keyan/engine/workbooks/dry-run.ts';
import { readGrids } from '@keyan/engine/workbooks/grids.ts';
import { fileHeadings, type HeadingFields } from '@keyan/engine/workbooks/headings.ts';
import { confirmImport, keptResult } from '@keyan/engine/workbooks/import.ts';
import { assertImport, importBatchOf } from '@keyan/engine/workbooks/import-batch.ts';
import { keepBatch } from '@keyan/engine/workbooks/kept-batch.ts';
import { markStanding } from '@keyan/engine/workbooks/standing.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import { type Row, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { DryRun, FileHeadings, ImportResult } from '@keyan/kernel/wire/workbooks.ts';
import { createRow } from '../shared/mechanisms/rows.server.ts';
import { type MovingKind, movingKindOf, movingKinds } from './kinds.ts';
import { movingBatch } from './moving-batch.ts';
import type { MovingOverview } from './wire.ts';

const batches = untypedResource(movingBatch);

export interface Asking {
  readonly engine: Engine;
  readonly actor: Actor;
}

/** A file as it was sent. */
export interface SentFile {
  readonly name: string;
  readonly content: Buffer;
}

/** @throws Missing for a kind that is not moved in */
export const kindNamed = (key: string): MovingKind => {
  const kind = movingKindOf(key);
  if (!kind) throw new Missing();
  return kind;
};

const remembered = async (session: Session, resource: string): Promise<HeadingFields> => {
  const rows = await session.query<{ readonly heading: string; readonly field: string }>(
    'select heading, field from import_heading where tenant_id = $1 and resource = $2',
    [session.tenantId, resource],
  );
  return Object.fromEntries(rows.map(({ heading, field }) => [heading, field]));
};

const remember = async (
  session: Session,
  resource: string,
  headings: HeadingFields,
): Promise<void> => {
  const given = Object.entries(headings);
  if (given.length === 0) return;
  await session.query(
    `insert into import_heading (tenant_id, resource, heading, field)
     select $1, $2, h.heading, h.field from unnest($3::text[], $4::text[]) h(heading, field)
     on conflict (tenant_id, resource, heading) do update set field = excluded.field`,
    [session.tenantId, resource, given.map(([text]) => text), given.map(([, field]) => field)],
  );
};

/** The headings of a file, matched as the template calls them or as the officer matched them last. */
export const headingsOf = async (
  { engine, actor }: Asking,
  key: string,
  { content }: SentFile,
): Promise<FileHeadings> => {
  const { resource } = kindNamed(key);
  assertImport(actor, resource);
  const grids = await readGrids(bookMakerOf(engine, actor), content);
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const found = fileHeadings(resource, grids, { dictionaries, permissions: actor.permissions });
  const known = await engine.database.read(actor.tenantId, (session) =>
    remembered(session, resource.key),
  );
  return {
    ...found,
    headings: found.headings.map((one) => ({ ...one, field: known[one.text] ?? one.field })),
  };
};

interface CheckQuestion {
  readonly kind: string;
  readonly headings: HeadingFields;
  readonly openingDay: string | null;
}

/** Says what each row of a file would come to; no record is written. */
export const checkFile = async (
  { engine, actor }: Asking,
  { kind: key, headings, openingDay }: CheckQuestion,
  file: SentFile,
  language: Language,
): Promise<DryRun> => {
  const kind = kindNamed(key);
  if (kind.asksDay && !openingDay) {
    throw new Refused(['请选择期初日期', 'Choose the opening day']);
  }
  const asked = {
    ...file,
    headings,
    sameBy: kind.sameBy,
    defaults: kind.defaults?.(openingDay) ?? {},
  };
  return dryRun(engine, actor, kind.resource, asked, language);
};

interface RunQuestion extends CheckQuestion {
  readonly batchId: string;
}

/** Rows of an import by what becomes of them. */
const countsOf = async (session: Session, batchId: string) => {
  const [counts] = await session.query<RowLike>(
    `select count(*)::int as "totalRows", count(*) filter (where faults = '[]' and standing_id is null)::int as "newRows",
            count(standing_id)::int as "standingRows", count(*) filter (where faults <> '[]')::int as "faultyRows"
       from import_row where tenant_id = $1 and batch_id = $2`,
    [session.tenantId, batchId],
  );
  return counts ?? {};
};

/** @throws Refused while a batch of the kind is still being imported: the same row twice would be two records */
const assertNoneAtWork = async (session: Session, key: string): Promise<void> => {
  await session.query(`select pg_advisory_xact_lock(hashtextextended($1 || 'moving ' || $2, 0))`, [
    session.tenantId,
    key,
  ]);
  const [busy] = await session.query<{ readonly num: string }>(
    `select m.batch_num as num from moving_batch m
       join import_batch b on b.tenant_id = m.tenant_id and b.id = m.import_batch::bigint
      where m.tenant_id = $1 and m.kind = $2 and m.is_deleted = 0 and m.status <> '9' and b.finish_time is null`,
    [session.tenantId, key],
  );
  if (busy) {
    throw new Refused([
      `批次 ${busy.num} 正在导入同类数据，请等它完成或先继续它`,
      `Batch ${busy.num} is importing data of this kind; let it finish or continue it first`,
    ]);
  }
};

/** Begins a batch: its record, its file, the mapping; then the import, in the background where it is long. */
export const runBatch = async (
  { engine, actor, files }: Asking & { readonly files: Pick<FileService, 'put'> },
  question: RunQuestion,
  file: SentFile,
): Promise<{ readonly id: string }> => {
  const kind = kindNamed(question.kind);
  const { resource } = kind;
  const { batchId } = question;
  assertImport(actor, resource);
  await importBatchOf(engine, actor, resource, batchId);
  const number = await reserveNumber({ engine, actor }, batches, {}, { kind: 'submit' });
  const put = await files.put(actor, {
    fileName: file.name,
    stream: Readable.from([file.content]),
    catalog: '99',
  });
  let id: string | null = null;
  try {
    id = await engine.database.transaction(actor.tenantId, async (tx) => {
      await assertNoneAtWork(tx, resource.key);
      await markStanding(tx, resource, batchId, kind.sameBy);
      await keepBatch(tx, batchId);
      await remember(tx, resource.key, question.headings);
      const transaction = behaviourTransaction({ engine, actor }, tx);
      const row = await createRow(transaction, batches, {
        batchNum: number?.text ?? null,
        step: kind.step,
        kind: resource.key,
        kindName: resource.label[0],
        fileName: file.name.slice(0, 200),
        openingDay: kind.asksDay ? question.openingDay : null,
        importBatch: batchId,
        ...(await countsOf(tx, batchId)),
      });
      await engine.files.bind(transaction, batches, row.id, [{ id: put.id, catalog: '99' }]);
      return row.id;
    });
  } finally {
    if (id === null) number?.release();
  }
  await startImport({ engine, actor }, kind, batchId);
  return { id };
};

/** Nothing to save is no fault here: every row may stand already. */
const startImport = async (
  { engine, actor }: Asking,
  { resource }: MovingKind,
  batchId: string,
): Promise<void> => {
  const { valid } = await importBatchOf(engine, actor, resource, batchId);
  if (valid > 0) {
    await confirmImport(engine, actor, resource, batchId, true);
    return;
  }
  await engine.database.transaction(actor.tenantId, (tx) =>
    tx.query(
      'update import_batch set confirm_time = $3, finish_time = $3 where tenant_id = $1 and id = $2 and finish_time is null',
      [tx.tenantId, batchId, engine.clock()],
    ),
  );
};

/** A batch that the officer reads, with its kind. @throws Missing */
export const readBatch = async (
  { engine, actor }: Asking,
  id: string,
): Promise<{
  readonly row: Row<typeof movingBatch>;
  readonly kind: MovingKind;
  readonly importBatch: string;
}> => {
  const { row } = await engine.as(actor).read(movingBatch, id);
  return { row, kind: kindNamed(row.kind ?? ''), importBatch: row.importBatch ?? '0' };
};

/** How far a batch is. */
export const progressOf = async ({ engine, actor }: Asking, id: string): Promise<ImportResult> => {
  const { kind, importBatch } = await readBatch({ engine, actor }, id);
  return keptResult(engine, actor.tenantId, kind.resource, importBatch);
};

/** Goes on with a batch whose process ended; one that is finished stays as it is. */
export const continueBatch = async (asking: Asking, id: string): Promise<ImportResult> => {
  const { row, kind, importBatch } = await readBatch(asking, id);
  if (row.createUser !== asking.actor.id) throw new Refused(ownBatchOnly);
  await confirmImport(asking.engine, asking.actor, kind.resource, importBatch, true);
  return progressOf(asking, id);
};

const ownBatchOnly: Label = ['请由导入人继续', 'Only whoever began the import can continue it'];

/** Records of a kind that the actor reads; null without its page. */
const hereOf = async ({ engine, actor }: Asking, { resource }: MovingKind) => {
  try {
    const asked = { where: [], sort: [], page: 1, size: 1, fields: [resource.title] };
    return (await engine.as(actor).list(resource, asked)).total;
  } catch (error) {
    if (error instanceof Denied) return null;
    throw error;
  }
};

/** Batches that the page lists. */
const mostBatches = 30;

/** Kinds in the order of the steps with what is here of each, and the last batches. */
export const overviewOf = async (asking: Asking): Promise<MovingOverview> => {
  const { engine, actor } = asking;
  const kinds = await Promise.all(
    movingKinds.map(async (kind) => ({
      key: kind.resource.key,
      label: kind.resource.label,
      step: kind.step,
      path: kind.resource.path,
      here: await hereOf(asking, kind),
      mayImport: grantsAction(kind.resource, actor.permissions, 'import'),
      asksDay: kind.asksDay === true,
    })),
  );
  const found = await engine.as(actor).list(batches, {
    where: [],
    sort: [{ field: 'createTime', descending: true }],
    page: 1,
    size: mostBatches,
    fields: ['batchNum', 'kind', 'fileName', 'newRows', 'status', 'createTime'],
  });
  return {
    kinds,
    batches: found.records.map((row) => ({
      id: row.id,
      batchNum: String(row.batchNum ?? ''),
      kind: String(row.kind ?? ''),
      fileName: String(row.fileName ?? ''),
      newRows: Number(row.newRows ?? 0),
      status: String(row.status ?? ''),
      createTime: String(row.createTime ?? ''),
    })),
  };
};
