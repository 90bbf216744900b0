import { behaviourTransaction, type CommandTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { scopeValues } from '@keyan/engine/records/rights.ts';
import { withTargetValues } from '@keyan/engine/records/target.ts';
import { readableBy } from '@keyan/engine/store/statements/scope.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label, type Language, say } from '@keyan/kernel/label.ts';
import { askCoAuthorsToConfirm } from '../common/achievement.server.ts';
import type { AuthorRow } from '../common/authors.ts';
import { authorDepartmentsAtApproval, completeAuthors } from '../common/confirmation.server.ts';
import { recordTitleOf } from '../common/words.ts';
import { kindFor, kindsFor, mergeHindrance } from './compare.server.ts';
import { removeFinding, saveDecision } from './decisions.server.ts';
import { judgeInTransaction, lineDigest, orderedPair, pairDigest } from './judge.server.ts';
import type { JournalSetOutcome } from './quality.ts';
import { readCondition, StatementParameters } from './reach.server.ts';
import { journalFieldOf, readRows } from './records.server.ts';
import { comparedDigestOf } from './terms.server.ts';

/** A record that the actor may read, locked. @throws Missing */
const openRecord = (
  transaction: CommandTransaction,
  kind: Resource,
  id: string,
): Promise<StoredRow> => {
  const scope = readableBy(transaction.engine.store.catalog, kind, transaction.actor);
  return lockRow(transaction, kind, id, scope, scopeValues(transaction));
};

const inTransaction = <R>(
  engine: Engine,
  actor: Actor,
  work: (transaction: CommandTransaction) => Promise<R>,
): Promise<R> =>
  engine.database.transaction(actor.tenantId, (tx) =>
    work(behaviourTransaction({ engine, actor }, tx) as CommandTransaction),
  );

/** Texts of the histories. */
const notes: Readonly<
  Record<'differ' | 'external' | 'because' | 'author' | 'person' | 'journal', Label>
> = {
  differ: ['与{other}不是同一项成果：{reason}', 'Not the same as {other}: {reason}'],
  external: ['作者{author}不是本校人员', 'The author {author} is not a university member'],
  because: ['{said}：{reason}', '{said}: {reason}'],
  author: ['{name}（{unit}）', '{name} ({unit})'],
  person: [
    '数据质量：作者{author}匹配为{person}',
    'Data quality: the author {author} was matched to {person}',
  ],
  journal: ['数据质量：设置期刊', 'Data quality: the journal was set'],
};

/** Note in the history of a record whose fields stay as they are. */
const note = (transaction: CommandTransaction, kind: Resource, row: StoredRow, text: Label) =>
  commitChange(transaction, {
    resource: kind,
    before: row,
    after: row,
    action: 'distinct',
    note: text,
    keepsVersion: true,
  });

const assertReason = (reason: string): string => {
  const text = reason.trim();
  if (text.length >= 2) return text;
  throw new Invalid([
    { path: 'reason', message: ['请填写说明（2–500 字）', 'Give a reason (2–500 characters)'] },
  ]);
};

const differText = (other: string, reason: string): Label => fill(notes.differ, { other, reason });

/** A record of a pair with what it is called and the digest of what is compared. */
const comparedRow = async (transaction: CommandTransaction, kind: Resource, id: string) => {
  const row = await openRecord(transaction, kind, id);
  const [known] = await readRows(transaction.tx, kind, [id]);
  if (!known)
    throw new Refused([
      '记录已不在审批或库中',
      'A record is no longer in approval or in the library',
    ]);
  return {
    row,
    id,
    title: `《${recordTitleOf(kind, row)}》`,
    digest: comparedDigestOf(known.known),
  };
};

/**
 * Two records are not one: kept with who, when and why, and not offered again unless one of them changes
 * in what is compared.
 * @throws Missing where the actor may not read both; Invalid without a reason
 */
export const markAsDifferent = async (
  engine: Engine,
  actor: Actor,
  asked: {
    readonly resource: string;
    readonly one: string;
    readonly otherResource?: string | undefined;
    readonly other: string;
    readonly reason: string;
  },
): Promise<void> => {
  const kinds = kindsFor(engine, actor, asked.resource, asked.otherResource);
  const reason = assertReason(asked.reason);
  if (asked.one === asked.other) throw new Missing();
  await inTransaction(engine, actor, async (transaction) => {
    const { tx } = transaction;
    const [low, high] = orderedPair(
      { kind: kinds[0], id: asked.one },
      { kind: kinds[1], id: asked.other },
    );
    const [one, other] = [
      await comparedRow(transaction, low.kind, low.id),
      await comparedRow(transaction, high.kind, high.id),
    ];
    await note(transaction, low.kind, one.row, differText(other.title, reason));
    await note(transaction, high.kind, other.row, differText(one.title, reason));
    saveDecision(transaction, {
      topic: 'duplicate',
      kind: low.kind,
      record: low.id,
      other: { resource: high.kind.key, id: high.id },
      subject: high.id,
      digest: pairDigest(one, other),
      text: `${one.title} / ${other.title}`,
      reason,
    });
    removeFinding(tx, 'duplicate', low.kind, low.id, high.id);
  });
};

const lineOf = (row: StoredRow, line: string): AuthorRow & { readonly id: string } => {
  const authors =
    (row as unknown as { authors: (AuthorRow & { id: string })[] | null }).authors ?? [];
  const found = authors.find(({ id }) => id === line);
  if (!found)
    throw new Refused([
      '该作者已不在记录中，请刷新',
      'The author is no longer in the record: refresh',
    ]);
  return found;
};

/** An author is from outside although name or unit look like ours. */
export const markAuthorExternal = async (
  engine: Engine,
  actor: Actor,
  asked: {
    readonly resource: string;
    readonly id: string;
    readonly line: string;
    readonly reason: string;
  },
): Promise<void> => {
  const kind = kindFor(engine, actor, asked.resource);
  await inTransaction(engine, actor, async (transaction) => {
    const row = await openRecord(transaction, kind, asked.id);
    const { name, unit } = lineOf(row, asked.line);
    const reason = asked.reason.trim();
    const author = fill(notes.author, { name: name ?? '', unit: unit ?? '' });
    const said = fill(notes.external, { author });
    const told = reason === '' ? said : fill(notes.because, { said, reason });
    await note(transaction, kind, row, told);
    saveDecision(transaction, {
      topic: 'author',
      kind,
      record: row.id,
      other: null,
      subject: asked.line,
      digest: lineDigest({ name: name ?? '', unit: unit ?? '' }),
      text: author[0],
      reason,
    });
    removeFinding(transaction.tx, 'author', kind, row.id, asked.line);
  });
};

/** A record with its authors as they are stored. */
interface NamedRecord {
  readonly authors: readonly (AuthorRow & { readonly id: string })[];
  readonly fkDeptId: string | null;
  readonly authorDepts: readonly string[] | null;
  readonly auditStatus: string | null;
}

/**
 * An author is this person: the line takes over what the account says, and the person is asked to confirm
 * (R-501, R-503).
 * @throws Refused in approval or locked, and where the person is an author already
 */
export const choosePerson = async (
  engine: Engine,
  actor: Actor,
  asked: {
    readonly resource: string;
    readonly id: string;
    readonly line: string;
    readonly userId: string;
  },
): Promise<void> => {
  const kind = kindFor(engine, actor, asked.resource);
  await inTransaction(engine, actor, async (transaction) => {
    const row = await openRecord(transaction, kind, asked.id);
    const why = mergeHindrance(kind, row);
    if (why) throw new Refused(why);
    const { name } = lineOf(row, asked.line);
    const record = row as unknown as NamedRecord;
    const { authors, fkDeptId } = record;
    const lines = authors.map((line) =>
      line.id === asked.line ? { ...line, personType: '01' as const, userId: asked.userId } : line,
    );
    const completed = await completeAuthors(transaction.tx, lines, {
      earlier: authors,
      department: fkDeptId,
      kept: authorDepartmentsAtApproval(record),
      writer: row.createUser,
    });
    const after = await withTargetValues(transaction, kind, row, completed);
    const chosen = completed.authors.find((line) => line.userId === asked.userId);
    const stored = await commitChange(transaction, {
      resource: kind,
      before: row,
      after,
      action: 'update',
      note: fill(notes.person, { author: name ?? '', person: chosen?.name ?? '' }),
    });
    if (stored.auditStatus === statuses.approved) {
      await askCoAuthorsToConfirm(kind, stored as never, transaction);
    }
  });
  await judgeInTransaction(engine, actor.tenantId, kind, [asked.id]);
};

/** Records of one answer; what is left stays on the list. */
const maxRecordsPerAnswer = 300;

const recordsOf = async (
  engine: Engine,
  actor: Actor,
  kind: Resource,
  subject: string,
): Promise<readonly string[]> => {
  const given = new StatementParameters();
  const [tenant, key, text] = [given.add(actor.tenantId), given.add(kind.key), given.add(subject)];
  const rows = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ id: string }>(
      `select f.record_id::text as id from quality_finding f
         join quality_record q on q.tenant_id = f.tenant_id and q.resource = f.resource
          and q.record_id = f.record_id
        where f.tenant_id = ${tenant} and f.topic = 'journal' and f.resource = ${key}
          and f.subject = ${text} and ${readCondition(engine, actor, 'q', given)}
        order by f.record_id limit ${maxRecordsPerAnswer}`,
      given.values,
    ),
  );
  return rows.map(({ id }) => id);
};

/** The record names the journal, and takes what its kind takes of an edition. */
const setOne = (
  engine: Engine,
  actor: Actor,
  kind: Resource,
  id: string,
  journalId: string,
): Promise<void> =>
  inTransaction(engine, actor, async (transaction) => {
    const field = journalFieldOf(kind)?.id;
    const row = await openRecord(transaction, kind, id);
    const why = mergeHindrance(kind, row);
    if (!field || why)
      throw new Refused(why ?? ['该类成果没有期刊', 'Achievements of this kind have no journal']);
    const named = { ...row, [field]: journalId };
    const completed = await engine.behaviours.get(kind.key)?.complete?.(named, {
      ...transaction,
      before: row,
      facts: {},
    });
    const after = await withTargetValues(transaction, kind, row, {
      ...completed,
      [field]: journalId,
    });
    await commitChange(transaction, {
      resource: kind,
      before: row,
      after: {
        ...after,
        [field]: (completed as Record<string, unknown> | undefined)?.[field] ?? journalId,
      },
      action: 'update',
      note: notes.journal,
    });
  });

/**
 * All records with this text of a journal name this journal of the catalogue, each in a transaction of its
 * own. What is in approval or locked stays, and is told.
 */
export const setJournal = async (
  engine: Engine,
  actor: Actor,
  asked: { readonly resource: string; readonly name: string; readonly journalId: string },
  language: Language,
): Promise<JournalSetOutcome> => {
  const kind = kindFor(engine, actor, asked.resource);
  const [known] = await engine.database.read(actor.tenantId, (session) =>
    session.query('select 1 from journal where tenant_id = $1 and id = $2 and is_deleted = 0', [
      actor.tenantId,
      asked.journalId,
    ]),
  );
  if (!known) throw new Missing();
  const subject = asked.name.trim().replace(/\s+/g, ' ').toLowerCase();
  const done: string[] = [];
  const refused: { id: string; message: string }[] = [];
  for (const id of await recordsOf(engine, actor, kind, subject)) {
    try {
      await setOne(engine, actor, kind, id, asked.journalId);
      done.push(id);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      refused.push({ id, message: say(fault.label, language) });
    }
  }
  await judgeInTransaction(engine, actor.tenantId, kind, done);
  return { done, refused };
};
