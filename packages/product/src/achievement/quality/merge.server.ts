import { behaviourTransaction, type CommandTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { scopeValues } from '@keyan/engine/records/rights.ts';
import { withTargetValues } from '@keyan/engine/records/target.ts';
import { commitTransition } from '@keyan/engine/records/transition.ts';
import { assertVersion } from '@keyan/engine/records/versions.ts';
import { readableBy } from '@keyan/engine/store/statements/scope.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { AuthorRow } from '../common/authors.ts';
import { inSentence, recordPage, recordTitleOf } from '../common/words.ts';
import { absorbRecordOf } from './absorbing.server.ts';
import { kindsFor, mergeHindrance } from './compare.server.ts';
import { mergedBy, saveDecision } from './decisions.server.ts';
import { judgeInTransaction, orderedPair } from './judge.server.ts';
import { mergedValues } from './merging.ts';
import { moveReferences, referringKindsOf } from './move-references.server.ts';
import { inFieldsOfKind } from './pairing.ts';
import type { SideChoice } from './quality.ts';

/** Request to merge two records: the kept record, and the values that it takes over. */
export interface RecordMerge {
  /** Resource key of the kept record. */
  readonly resource: string;
  readonly keep: string;
  readonly keepVersion: number;
  /** Resource key of the other record, if different. */
  readonly dropResource?: string | undefined;
  readonly drop: string;
  readonly dropVersion: number;
  /** Choices by field of the kept record; fields that are not named keep its value. */
  readonly choices: Readonly<Record<string, SideChoice>>;
  readonly reason: string;
}

/** Record of a merge with its resource. */
interface Side {
  readonly kind: Resource;
  readonly row: StoredRow;
}

const called = (kind: Resource, row: RowLike): string => {
  const number = kind.number ? String(row[kind.number.field] ?? '') : '';
  return `${number === '' ? '' : `${number} `}《${recordTitleOf(kind, row)}》`;
};

const gone = (name: string): Refused =>
  new Refused(
    fill(['该记录已由【{name}】合并，请刷新', '{name} has already merged this record: refresh'], {
      name,
    }),
  );

/** Reads and locks a record of the pair. @throws Refused if somebody has merged it */
const open = async (
  transaction: CommandTransaction,
  kind: Resource,
  id: string,
): Promise<StoredRow> => {
  const { engine, actor, tx } = transaction;
  const scope = readableBy(engine.store.catalog, kind, actor);
  const row = await lockRow(transaction, kind, id, scope, scopeValues(transaction)).catch(
    async (error: unknown) => {
      const merged = error instanceof Missing ? await mergedBy(tx, kind, id) : null;
      throw merged ? gone(merged.name) : error;
    },
  );
  if (row.auditStatus !== statuses.void) return row;
  const merged = await mergedBy(tx, kind, id);
  throw merged ? gone(merged.name) : new Refused(['该记录已作废', 'The record has been voided']);
};

const refusedFor = (kind: Resource, row: StoredRow, why: Label): Refused =>
  new Refused(
    fill(['{record}不能合并：{why}', '{record} cannot be merged: {why}'], {
      record: called(kind, row),
      why,
    }),
  );

/** @throws Refused for a record that cannot be merged now, and if the record to be dropped is the better one */
const assertMergeable = ({ kind, row: keep }: Side, { kind: from, row: drop }: Side): void => {
  if (absorbRecordOf(kind)) {
    throw new Refused(['请保留登记的成果', 'Keep the achievement that was registered']);
  }
  for (const [of, row] of [
    [kind, keep],
    [from, drop],
  ] as const) {
    const why = mergeHindrance(of, row);
    if (why) throw refusedFor(of, row, why);
  }
  if (
    !absorbRecordOf(from) &&
    drop.auditStatus === statuses.approved &&
    keep.auditStatus !== statuses.approved
  ) {
    throw new Refused(['请保留已入库的一条', 'Keep the one in the library']);
  }
};

/** Removes the other record: an approved one becomes void, a returned one is deleted. */
const drop = async (
  transaction: CommandTransaction,
  kind: Resource,
  row: StoredRow,
  note: Label,
): Promise<void> => {
  const { workflow } = transaction.engine;
  if (row.auditStatus === statuses.approved) {
    const work = { resource: kind, row, cause: 'abolish' as const, opinion: note };
    const process = await workflow.end(transaction, work);
    await commitTransition(transaction, {
      resource: kind,
      row,
      action: 'abolish',
      process,
      opinion: note,
    });
    return;
  }
  if (row.processInstanceId) {
    await workflow.end(transaction, { resource: kind, row, cause: 'remove', opinion: note });
  }
  await commitChange(transaction, {
    resource: kind,
    before: row,
    after: row,
    action: 'remove',
    note,
  });
};

const filesField = (kind: Resource): string | undefined =>
  Object.entries(kind.fields).find(([, { spec }]) => spec.type === 'files')?.[0];

const sameFile = (one: AttachedFile, other: AttachedFile): boolean =>
  one.catalog === other.catalog && one.name === other.name && one.size === other.size;

const filesIn = ({ kind, row }: Side): readonly AttachedFile[] => {
  const field = filesField(kind);
  return ((field && (row as Record<string, unknown>)[field]) ?? []) as AttachedFile[];
};

/** Code of the attachment category 其他材料. */
const otherFiles = '99';

/** Returns the same attachment category if the resource has it, else 其他材料. */
const categoryIn = (kind: Resource, catalog: string): string => {
  const categories = kind.fields[filesField(kind) ?? '']?.spec.categories ?? [];
  return categories.some(({ code }) => code === catalog) ? catalog : otherFiles;
};

/** Returns the attachments of both records by category; files of the other record are copied. */
const filesOfBoth = async (
  transaction: CommandTransaction,
  keep: Side,
  other: Side,
): Promise<RowLike> => {
  const field = filesField(keep.kind);
  if (!field) return {};
  const own = filesIn(keep);
  const more = filesIn(other).filter((file) => !own.some((one) => sameFile(one, file)));
  if (more.length === 0) return {};
  const shared = await transaction.engine.files.share(
    { ...transaction, ids: transaction.engine.ids },
    { resource: other.kind, id: other.row.id },
    { resource: keep.kind, id: keep.row.id },
    new Map(more.map(({ catalog }) => [catalog, categoryIn(keep.kind, catalog)])),
  );
  return { [field]: [...own, ...shared] };
};

/** Notifies the registrant of the other record, and authors whom only it names. */
const tell = (
  transaction: CommandTransaction,
  { kind, row: kept }: Side,
  { kind: from, row: other }: Side,
): Promise<void> => {
  const people = (row: StoredRow): readonly string[] =>
    ((row as unknown as { authors: readonly AuthorRow[] | null }).authors ?? []).flatMap(
      ({ userId }) => (userId ? [userId] : []),
    );
  const { actor, engine, tx } = transaction;
  const named = new Set(people(kept));
  const to = [other.createUser, ...people(other).filter((one) => !named.has(one))].filter(
    (one, place, all) => !('id' in actor && one === actor.id) && all.indexOf(one) === place,
  );
  if (to.length === 0) return Promise.resolve();
  const names = {
    kind: inSentence(from.label),
    one: called(from, other),
    kept: called(kind, kept),
  };
  return engine.messages.send(tx, [
    {
      type: '02',
      title: fill(['重复的{kind}已合并', 'A duplicate {kind} was merged'], names),
      content: fill(
        [
          '{one}与{kept}是同一项成果，已合并到后者，附件与署名确认一并保留。',
          '{one} and {kept} are the same achievement and were merged into the latter; attachments and confirmations are kept.',
        ],
        names,
      ),
      business: { resource: kind.key, id: kept.id },
      link: recordPage(kind, kept),
      to,
    },
  ]);
};

const lockBoth = async (
  transaction: CommandTransaction,
  [kind, from]: readonly [Resource, Resource],
  { keep, drop: dropped }: RecordMerge,
): Promise<readonly [Side, Side]> => {
  const rows = new Map<string, StoredRow>();
  // Locks in the same order always, so that two people cannot deadlock.
  for (const one of orderedPair({ kind, id: keep }, { kind: from, id: dropped })) {
    rows.set(one.id, await open(transaction, one.kind, one.id));
  }
  return [
    { kind, row: rows.get(keep) as StoredRow },
    { kind: from, row: rows.get(dropped) as StoredRow },
  ];
};

/**
 * Redirects references from the dropped to the kept record.
 * @throws Refused for different resources: a reference to a paper cannot point to a book
 */
const redirect = async (
  transaction: CommandTransaction,
  keep: Side,
  other: Side,
): Promise<void> => {
  if (keep.kind === other.kind) {
    return moveReferences(transaction, keep.kind, other.row.id, keep.row.id);
  }
  const pointers = await referringKindsOf(transaction, other.kind, other.row.id);
  if (pointers.length === 0) return;
  const names: Label = [
    pointers.map(([zh]) => `【${zh}】`).join(''),
    pointers.map(([, en]) => en).join(', '),
  ];
  const why = fill(
    [
      '有{names}引用它，请保留它，或先解除引用',
      '{names} refer to it: keep this one, or remove the references first',
    ],
    { names },
  );
  throw refusedFor(other.kind, other.row, why);
};

const mergeIn = async (
  transaction: CommandTransaction,
  kinds: readonly [Resource, Resource],
  merge: RecordMerge,
): Promise<void> => {
  const { tx } = transaction;
  const sides = await lockBoth(transaction, kinds, merge);
  const [{ kind, row: keep }, { kind: from, row: other }] = sides;
  assertMergeable(...sides);
  await assertVersion(transaction, tx, kind, keep, merge.keepVersion);
  await assertVersion(transaction, tx, from, other, merge.dropVersion);
  const notes = {
    reason: merge.reason,
    one: called(from, other),
    kept: called(kind, keep),
  };
  // Drops the other record first, since it may have a unique number that the kept one takes over.
  const note = fill(['合并到 {kept}：{reason}', 'Merged into {kept}: {reason}'], notes);
  const absorbing = absorbRecordOf(from);
  if (absorbing) {
    await absorbing.absorb(transaction, other, keep, note);
  } else {
    await redirect(transaction, ...sides);
    await drop(transaction, from, other, note);
  }
  const values = {
    ...mergedValues(
      kind,
      keep as Record<string, unknown>,
      inFieldsOfKind(kind, from, other as Record<string, unknown>),
      merge.choices,
    ),
    ...absorbing?.brings(keep, other),
  };
  const files = await filesOfBoth(transaction, ...sides);
  const after = await withTargetValues(transaction, kind, keep, { ...values, ...files });
  const kept = await commitChange(transaction, {
    resource: kind,
    before: keep,
    after,
    action: 'merge',
    note: fill(['合并自 {one}：{reason}', 'Merged from {one}: {reason}'], notes),
    waits: true,
  });
  saveDecision(transaction, {
    topic: 'merged',
    kind: from,
    record: other.id,
    other: { resource: kind.key, id: keep.id },
    subject: keep.id,
    digest: '',
    text: called(from, other),
    reason: merge.reason,
  });
  if (!absorbing) await tell(transaction, { kind, row: kept }, { kind: from, row: other });
};

/**
 * Merges two records: the kept record takes over chosen fields, authors with confirmations, files, and references to
 * the other; the other becomes void, or is deleted if never approved. Both histories note the merge.
 * @throws Missing; Conflict on a stale version; Refused in approval, locked, already merged, or if the record's rules
 * refuse the values
 */
export const mergeRecords = async (
  engine: Engine,
  actor: Actor,
  merge: RecordMerge,
): Promise<void> => {
  const kinds = kindsFor(engine, actor, merge.resource, merge.dropResource);
  const [kind, from] = kinds;
  if (merge.keep === merge.drop) throw new Missing();
  if (merge.reason.trim().length < 2) {
    throw new Invalid([
      { path: 'reason', message: ['请填写说明（2–500 字）', 'Give a reason (2–500 characters)'] },
    ]);
  }
  await engine.database.transaction(actor.tenantId, (tx) =>
    mergeIn(behaviourTransaction({ engine, actor }, tx) as CommandTransaction, kinds, merge),
  );
  await judgeInTransaction(engine, actor.tenantId, kind, [merge.keep]);
  await judgeInTransaction(engine, actor.tenantId, from, [merge.drop]);
};
