import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { normaliseDoi } from '../../shared/formats/formats.ts';
import { releaseCodes } from '../../shared/mechanisms/releasing.ts';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import type { Draft } from './collect.ts';
import { questionScopeCodes } from './dictionaries.ts';
import { matchAnew } from './thesis.server.ts';
import { thesis as shape, type ThesisRow } from './thesis.ts';

// Stores works from external sources as collected records, and updates them.

const thesis = untypedResource(shape);

/** Fields that an external source may fill and change. */
export const sourceFields = [
  'title',
  'authorsText',
  'addresses',
  'reprintAuthor',
  'source',
  'issn',
  'doi',
  'publishYear',
  'volume',
  'issue',
  'pages',
  'accessionNum',
  'docType',
  'citedNum',
] as const;

export type SourceField = (typeof sourceFields)[number];

/** Field values of a source as text; values that the source does not give are absent. */
export type SourceValues = Readonly<Partial<Record<SourceField, string>>>;

/** Code of `indexType` for a record that no database indexes. */
const notIndexed = '99';

/** Fields that affect the matching with people. */
const fieldsForMatching = new Set<string>([
  'authorsText',
  'addresses',
  'reprintAuthor',
  'publishYear',
]);

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/** Returns the values of a draft that are stored for later comparison. */
export const sourceValuesOf = (draft: Draft, citedNum: number | undefined): SourceValues =>
  Object.fromEntries(
    sourceFields
      .map((name) => [name, textOf(name === 'citedNum' ? citedNum : draft[name])] as const)
      .filter(([, text]) => text !== ''),
  );

export interface Difference {
  readonly fieldName: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Result of comparing a later version: changes to apply, and fields that people have changed. */
export interface SourceRevision {
  readonly changes: SourceValues;
  readonly differences: readonly Difference[];
}

/**
 * Compares a later version of a work with the stored record. A field that still equals the source's previous value
 * takes the new value; an empty field that was never filled is filled; any other difference is reported, unless another
 * source confirms the stored value.
 * @param before previous values of this source; null the first time
 * @param others values of other sources
 */
export const reviseFromSource = (
  stands: Readonly<Record<string, unknown>>,
  given: SourceValues,
  before: SourceValues | null,
  others: readonly SourceValues[],
): SourceRevision => {
  const changes: Partial<Record<SourceField, string>> = {};
  const differences: Difference[] = [];
  for (const name of sourceFields) {
    const theirs = given[name] ?? '';
    const ours = textOf(stands[name]);
    if (theirs === '' || theirs === ours) continue;
    const last = before?.[name] ?? '';
    if (ours === last) changes[name] = theirs;
    else if (others.some((other) => (other[name] ?? '') === ours)) continue;
    else differences.push({ fieldName: name, ours, theirs });
  }
  return { changes, differences };
};

const numbers = new Set<string>(['publishYear', 'citedNum']);

/** Converts texts to the stored values of the fields. */
const stored = (given: SourceValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, numbers.has(name) ? Number(text) : text]),
  );

/** Work as delivered by an external source. */
export interface CollectedWork {
  readonly draft: Draft;
  readonly citedNum?: number | undefined;
  readonly openAccess?: string | undefined;
  /** Name of the source, its id of the work, and the version. */
  readonly origin: string;
  readonly originId: string;
  readonly originVersion: string;
  /** Previous values of this source and the id of the record created from them; null the first time. */
  readonly before: SourceValues | null;
  readonly thesisId: string | null;
  readonly others: readonly SourceValues[];
  readonly batchNo: string;
}

export interface StoredOutcome {
  readonly outcome: 'new' | 'updated' | 'same' | 'registered' | 'refused';
  readonly thesisId: string | null;
  readonly paperId: string | null;
  readonly differences: readonly Difference[];
  readonly message: Label | null;
}

/** Reads the record of this work, matched by its numbers, or by title and year if one of the two has no DOI. */
const standing = async (session: Session, draft: Draft): Promise<string | null> => {
  const [found] = await session.query<{ id: string }>(
    `select id::text from collection_thesis
      where tenant_id = $1 and is_deleted = 0
        and (doi_key = $2 or accession_num_key = lower($3)
             or (doi is null or $2::text is null) and lower(title) = lower($4)
                and publish_year = $5::int)
      order by (doi_key = $2) desc nulls last, id limit 1`,
    [
      session.tenantId,
      draft.doi ? normaliseDoi(draft.doi) : null,
      draft.accessionNum ?? null,
      draft.title ?? '',
      draft.publishYear ?? null,
    ],
  );
  return found?.id ?? null;
};

/** Reads the registered paper of this work; secret papers are ignored. */
const registered = async (session: Session, draft: Draft): Promise<string | null> => {
  if (!draft.doi) return null;
  const [found] = await session.query<{ id: string }>(
    `select id::text from paper
      where tenant_id = $1 and is_deleted = 0 and doi_key = $2 and audit_status in ('1', '2')
        and secret_level = '0' order by id limit 1`,
    [session.tenantId, normaliseDoi(draft.doi)],
  );
  return found?.id ?? null;
};

const reason: Label = ['数据采集', 'Collection'];

/** Releases a record with certain matches: only the matching people are asked. */
const releaseSure = async (engine: Engine, tenantId: string, id: string): Promise<void> => {
  const isSure = await engine.database.transaction(tenantId, async (tx) => {
    const transaction = behaviourTransaction(
      { engine, actor: { system: reason[0], tenantId } },
      tx,
    );
    const row = await lockTarget(transaction, thesis, id);
    const lines = (row?.matches ?? []) as ThesisRow['matches'];
    if (row?.status !== releaseCodes.draft || !lines?.some((line) => line.isSure === '1'))
      return false;
    await changeRow(transaction, thesis, row, 'update', {
      askScope: questionScopeCodes.sure,
      asked: lines.filter((line) => line.isSure === '1').map(({ userId }) => ({ userId })),
    });
    return true;
  });
  if (isSure) await engine.asSystem(reason[0], tenantId).perform(thesis, 'release', id);
};

const facts = (work: CollectedWork, now: Date): Record<string, unknown> => ({
  origin: work.origin.slice(0, 50),
  originId: work.originId.slice(0, 300),
  originVersion: work.originVersion.slice(0, 50) || null,
  refreshTime: timeText(now),
  ...(work.citedNum === undefined ? {} : { sourceCited: work.citedNum }),
  ...(work.openAccess ? { openAccess: work.openAccess } : {}),
});

const create = async (
  engine: Engine,
  tenantId: string,
  work: CollectedWork,
  given: SourceValues,
): Promise<StoredOutcome> => {
  const none = { thesisId: null, paperId: null, differences: [] };
  try {
    const saved = await engine.asSystem(reason[0], tenantId).save(
      thesis,
      {
        ...stored(given),
        indexType: work.draft.indexType ?? notIndexed,
        batchNo: work.batchNo,
      },
      { imported: true },
    );
    await engine.database.transaction(tenantId, async (tx) => {
      const transaction = behaviourTransaction(
        { engine, actor: { system: reason[0], tenantId } },
        tx,
      );
      const row = await lockTarget(transaction, thesis, saved.id);
      if (row) await changeRow(transaction, thesis, row, 'update', facts(work, transaction.now));
    });
    await releaseSure(engine, tenantId, saved.id);
    return { ...none, outcome: 'new', thesisId: saved.id, message: null };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { ...none, outcome: 'refused', message: fault.label };
  }
};

/** Changes the record within a transaction; matches people again if the authors changed. */
const change = async (
  transaction: TransactionContext,
  row: StoredRow,
  work: CollectedWork,
  revision: SourceRevision,
): Promise<void> => {
  const changes = stored(revision.changes);
  const next = { ...row, ...changes } as unknown as ThesisRow;
  const isMatched = Object.keys(changes).some((name) => fieldsForMatching.has(name));
  await changeRow(transaction, thesis, row, 'update', {
    ...changes,
    ...(row.origin ? {} : facts(work, transaction.now)),
    ...(row.origin === work.origin.slice(0, 50) ? facts(work, transaction.now) : {}),
    ...(work.openAccess ? { openAccess: work.openAccess } : {}),
    ...(isMatched ? { ...(await matchAnew(next, row as unknown as ThesisRow, transaction)) } : {}),
  });
};

/** Stores a work, or updates its record; an unchanged work has no effect. @throws errors of saving */
export const storeCollected = async (
  engine: Engine,
  tenantId: string,
  work: CollectedWork,
): Promise<StoredOutcome> => {
  const given = sourceValuesOf(work.draft, work.citedNum);
  const known = await engine.database.read(tenantId, async (session) => ({
    id: work.thesisId ?? (await standing(session, work.draft)),
    paperId: await registered(session, work.draft),
  }));
  if (known.id === null && known.paperId !== null) {
    return {
      outcome: 'registered',
      thesisId: null,
      paperId: known.paperId,
      differences: [],
      message: ['论文库已登记', 'A registered paper'],
    };
  }
  if (known.id === null) return create(engine, tenantId, work, given);
  const id = known.id;
  const revision = await engine.database.transaction(tenantId, async (tx) => {
    const transaction = behaviourTransaction(
      { engine, actor: { system: reason[0], tenantId } },
      tx,
    );
    const row = await lockTarget(transaction, thesis, id);
    if (!row) return null;
    const found = reviseFromSource(row, given, work.before, work.others);
    const isOpened = work.openAccess !== undefined && row.openAccess !== work.openAccess;
    if (Object.keys(found.changes).length > 0 || isOpened)
      await change(transaction, row, work, found);
    return found;
  });
  if (revision === null) return create(engine, tenantId, { ...work, thesisId: null }, given);
  await releaseSure(engine, tenantId, id);
  const { changes, differences } = revision;
  return {
    outcome: Object.keys(changes).length > 0 ? 'updated' : 'same',
    thesisId: id,
    paperId: known.paperId,
    differences,
    message:
      differences.length > 0
        ? fill(
            [
              '该题录的新版本与人工修改不同，已列出差异（{count} 项）',
              'The new version differs from manual changes; differences listed: {count}',
            ],
            { count: differences.length },
          )
        : null,
  };
};

/** Applies the source's values to the differing fields of a record. */
export const applySourceValues = async (
  transaction: TransactionContext,
  id: string,
  differences: readonly Difference[],
): Promise<void> => {
  const row = await lockTarget(transaction, thesis, id);
  if (!row) return;
  const changes = stored(
    Object.fromEntries(differences.map(({ fieldName, theirs }) => [fieldName, theirs])),
  );
  const next = { ...row, ...changes } as unknown as ThesisRow;
  await changeRow(transaction, thesis, row, 'update', {
    ...changes,
    ...(await matchAnew(next, row as unknown as ThesisRow, transaction)),
  });
};
