import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { currentValidationContext } from '@keyan/engine/records/facts.ts';
import { lockRow, lockTarget } from '@keyan/engine/records/lock.ts';
import { newRowColumns, withLineIds } from '@keyan/engine/records/row.ts';
import { judgeTarget } from '@keyan/engine/records/target.ts';
import { commitTransition } from '@keyan/engine/records/transition.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { normaliseDoi, normaliseTitle } from '../../shared/formats/formats.ts';
import { scoreLock } from '../../shared/mechanisms/scored.ts';
import { locatorOf } from '../bibliography/identifiers.ts';
import { askCoAuthorsToConfirm } from '../common/achievement.server.ts';
import type { AuthorRow } from '../common/authors.ts';
import { authorDepartmentsAtApproval, completeAuthors } from '../common/confirmation.server.ts';
import { type PaperRow, paper as paperShape } from '../paper/paper.ts';
import { type ClaimRow, claim as claimShape } from './claim.ts';
import { authorsOfNewPaper, mergedAuthorsOf } from './claim-authors.ts';
import {
  authorsWithoutClaimant,
  type ClaimedValue,
  revertedValues,
  valuesChangedByMerge,
} from './claim-given.ts';
import type { ThesisRow } from './thesis.ts';

// Result of an approved claim: the registration that stands gets what is new, or a paper is made.

/** The definition without its type, as parts of the engine take it. */
const paper = untypedResource(paperShape);

const claimKind = untypedResource(claimShape);

type Paper = StoredRow & PaperRow;

/** A claim and a collected record as they are stored. */
export type StoredClaim = StoredRow & ClaimRow;
export type StoredThesis = StoredRow & ThesisRow;

type Registered = Pick<ThesisRow, 'doi' | 'title'>;

/**
 * Registration of each of these records, in approval or in the library, by DOI, else by title. Two DOIs are two works
 * (R-502).
 */
export const registrationsOf = async (
  session: Session,
  records: readonly Registered[],
): Promise<readonly (string | null)[]> => {
  const rows = await session.query<{ at: number; id: string }>(
    `select k.at::int, p.id from unnest($2::text[], $3::text[]) with ordinality k(doi, title, at)
      cross join lateral (
        select id::text from paper
         where tenant_id = $1 and is_deleted = 0 and audit_status in ('1', '2')
           and (doi_key = k.doi
             or (art_name_key = k.title and coalesce(doi_key, k.doi, '') = coalesce(k.doi, doi_key, '')))
         order by (doi_key = k.doi) desc nulls last, paper.id limit 1) p`,
    [
      session.tenantId,
      records.map(({ doi }) => (doi ? normaliseDoi(doi) : null)),
      records.map(({ title }) => normaliseTitle(title ?? '')),
    ],
  );
  const found = new Map(rows.map(({ at, id }) => [at - 1, id]));
  return records.map((_, place) => found.get(place) ?? null);
};

/** The registration of a collected record. */
export const registrationOf = async (
  session: Session,
  record: Registered,
): Promise<string | null> => (await registrationsOf(session, [record]))[0] ?? null;

/** By place, who of ours has it in a registration: account and name. */
export type AuthorPlaceHolders = ReadonlyMap<
  number,
  { readonly id: string; readonly name: string }
>;

/** Holders of the places of each of these registrations. */
export const holdersOfEach = async (
  session: Session,
  ids: readonly (string | null)[],
): Promise<readonly AuthorPlaceHolders[]> => {
  const rows = await session.query<{ parent: string; sort: number; id: string; name: string }>(
    `select parent_id::text as parent, sort, user_id::text as id, name from paper_authors
      where tenant_id = $1 and parent_id = any($2::bigint[]) and user_id is not null
        and sort is not null`,
    [session.tenantId, ids.filter((id) => id !== null)],
  );
  return ids.map(
    (one) =>
      new Map(
        rows.flatMap(({ parent, sort, ...holder }) => (parent === one ? [[sort, holder]] : [])),
      ),
  );
};

/** Holders of the places of one paper; none without a paper. */
export const holdersOf = async (
  session: Session,
  id: string | null,
): Promise<AuthorPlaceHolders> =>
  id === null ? new Map() : ((await holdersOfEach(session, [id]))[0] ?? new Map());

/** Databases that list the paper, each once. */
const indexed = (
  lines: PaperRow['indexRecords'],
  { indexType, accessionNum }: StoredThesis,
): NonNullable<PaperRow['indexRecords']> => {
  const known = lines ?? [];
  const isThere = known.some((line) => line.indexType === indexType);
  return isThere || indexType === null
    ? [...known]
    : [...known, { indexType, indexNum: accessionNum, indexDate: null }];
};

const typesWith = (
  types: PaperRow['indexTypes'],
  { indexType }: StoredThesis,
): PaperRow['indexTypes'] => {
  // 99 says that no database lists it.
  const known = new Set((types ?? []).filter((code) => code !== '99'));
  if (indexType !== null) known.add(indexType as never);
  return [...known];
};

/** The paper with the database that lists it. */
export const withIndexing = (
  row: Partial<Pick<PaperRow, 'indexTypes' | 'indexRecords'>>,
  thesis: StoredThesis,
): Pick<PaperRow, 'indexTypes' | 'indexRecords'> => ({
  indexTypes: typesWith(row.indexTypes ?? null, thesis),
  indexRecords: indexed(row.indexRecords ?? null, thesis),
});

/** The retraction of the collected record: its source tells it once, and whoever claims the paper takes it along. */
const retractionOf = ({
  isRetracted,
  retractDate,
  retractDoi,
}: StoredThesis): Pick<Partial<PaperRow>, 'isRetracted' | 'retractDate' | 'retractDoi'> =>
  isRetracted === '1' ? { isRetracted, retractDate, retractDoi } : {};

/** Values of the collected record where the registration has none. */
const supplied = (row: Partial<PaperRow>, thesis: StoredThesis): Partial<PaperRow> => {
  // A collected record has one field for both.
  const { pages, articleNo } = locatorOf({ pages: thesis.pages ?? undefined });
  return {
    doi: row.doi ?? thesis.doi,
    issn: row.issn ?? thesis.issn,
    volume: row.volume ?? thesis.volume,
    issue: row.issue ?? thesis.issue,
    pages: row.pages ?? pages ?? null,
    articleNo: row.articleNo ?? articleNo ?? null,
    citedNum: row.citedNum ?? thesis.citedNum,
    ...withIndexing(row, thesis),
    ...retractionOf(thesis),
  };
};

/** Parts that the paper still lacks, such as a grade that no catalogue says. */
const cannot = (faults: readonly { readonly message: Label }[]): Refused => {
  const messages = [0, 1].map((at) => faults.map(({ message }) => message[at as 0 | 1]));
  const [zh = [], en = []] = messages;
  const message: Label = [zh.join('，'), en.join('; ')];
  return new Refused(
    fill(['不能写入论文库：{message}', 'It cannot be written to the paper library: {message}'], {
      message,
    }),
  );
};

/** The place is somebody else's in the registration, and the office has not decided. */
const taken = (sort: number, name: string): Refused =>
  new Refused(
    fill(
      [
        '已登记论文的第 {sort} 作者是【{name}】，请先裁定',
        'Author {sort} of the registered paper is {name}: decide first',
      ],
      { sort, name },
    ),
  );

/** Effect of a claim on the library. */
export interface ClaimAdoption {
  readonly paperId: string;
  /** People who lost their place in it to the claimant. */
  readonly displaced: readonly string[];
  readonly paperMade: '1' | '0';
  readonly given: readonly ClaimedValue[];
}

/** Takes the claim over into the registration. */
const merge = async (
  transaction: TransactionContext,
  id: string,
  claim: StoredClaim,
  thesis: StoredThesis,
): Promise<ClaimAdoption> => {
  const before = (await lockRow(transaction, paper, id)) as Paper;
  const lines = (before.authors ?? []) as AuthorRow[];
  const holder = lines.find(({ sort }) => sort === claim.authorSort);
  const isThere = lines.some(({ userId }) => userId === claim.claimUserId);
  const isRuled = claim.ruledBy !== null;
  if (holder?.userId && !isThere && !isRuled) throw taken(holder.sort ?? 0, holder.name ?? '');
  const merged = mergedAuthorsOf(lines, claim, isRuled);
  const completed = await completeAuthors(transaction.tx, merged, {
    earlier: merged,
    department: before.fkDeptId,
    kept: authorDepartmentsAtApproval({ ...before, authors: lines }),
    writer: before.createUser,
  });
  const values = { ...before, ...supplied(before, thesis), ...completed };
  const { row } = await judgeTarget(transaction, paper, values, before);
  const after = withLineIds(transaction, paper, { ...before, ...row }, before);
  // A person who is editing it may go on: nobody entered anything.
  const change = { before, after, action: 'effect', note: claimShape.label, keepsVersion: true };
  await commitChange(transaction, { resource: paper, ...change });
  const kept = new Set(completed.authors.map(({ userId }) => userId));
  return {
    paperId: id,
    displaced: lines.flatMap(({ userId }) => (userId && !kept.has(userId) ? [userId] : [])),
    paperMade: '0',
    given: valuesChangedByMerge(before, after),
  };
};

/** EI conferences and the two proceedings citation indexes. */
const isConference = ({ indexType }: StoredThesis): boolean =>
  indexType !== null && ['06', '07', '08'].includes(indexType);

/** Values that the form of a paper shows first, from the claim and the record. */
const valuesOf = (claim: StoredClaim, thesis: StoredThesis): Partial<PaperRow> => ({
  paperNum: claim.paperNum,
  artName: thesis.title,
  // The library takes titles of 300 letters.
  ...((thesis.title?.length ?? 0) > 300 ? { artName: thesis.title?.slice(0, 300) ?? null } : {}),
  ...(isConference(thesis) ? { paperType: '02', confName: thesis.source } : { paperType: '01' }),
  publishLanguage: /\p{Script=Han}/u.test(thesis.title ?? '') ? '01' : '02',
  journalName: thesis.source,
  publishDate: claim.publishDate,
  journalLevel: claim.journalLevel,
  publishScope: claim.publishScope,
  discipline: claim.discipline,
  schoolSign: claim.schoolSign,
  fkDeptId: claim.fkDeptId,
  statYear: claim.publishDate ? Number(claim.publishDate.slice(0, 4)) : null,
  dataSource: '2',
  authors: authorsOfNewPaper(thesis, claim) as PaperRow['authors'],
  ...supplied({}, thesis),
});

/** Text of a paper whose title another one has, under another DOI. */
const differenceOf = async (
  { tx }: TransactionContext,
  { title }: StoredThesis,
): Promise<Partial<PaperRow>> => {
  const [namesake] = await tx.query(
    `select 1 from paper where tenant_id = $1 and is_deleted = 0 and audit_status in ('1', '2')
        and art_name_key = $2 limit 1`,
    [tx.tenantId, normaliseTitle(title ?? '')],
  );
  return namesake ? { differsBy: 'DOI' } : {};
};

/** An approved paper of the collected record, as its claimant would have registered it. */
const create = async (
  transaction: TransactionContext,
  claim: StoredClaim,
  thesis: StoredThesis,
): Promise<string> => {
  const { engine, tx } = transaction;
  const { createUser, createDept, finishTime } = claim;
  const ended = { finishTime, auditStatus: statuses.approved };
  const base = {
    ...newRowColumns(transaction, paper),
    ...ended,
    createUser,
    createDept,
  } as StoredRow;
  const writer = { id: createUser, name: '', departments: createDept ? [createDept] : [] };
  const first = {
    ...initialRow(paper.fields, writer),
    ...valuesOf(claim, thesis),
    ...(await differenceOf(transaction, thesis)),
  };
  const judged = await currentValidationContext(
    transaction,
    tx,
    paper,
    { ...base, ...first },
    null,
  );
  const completed = await engine.behaviours.get(paper.key)?.complete?.(first, {
    ...transaction,
    before: null,
    facts: judged.facts ?? {},
  });
  // The claimant has said so; the others are asked.
  const authors = ((completed as Partial<PaperRow> | undefined)?.authors ??
    first.authors) as AuthorRow[];
  const said = authors.map((line) =>
    line.userId === claim.claimUserId ? { ...line, confirmStatus: '1' as const } : line,
  );
  // The office has the last word on the grade.
  const { journalLevel, publishScope } = claim;
  const graded = { ...(journalLevel && { journalLevel }), ...(publishScope && { publishScope }) };
  const values = { ...base, ...first, ...completed, ...graded, authors: said };
  const { row, faults } = await judgeTarget(transaction, paper, values, null);
  if (faults.length > 0) throw cannot(faults);
  const attachments = await engine.files.share(
    { ...transaction, ids: engine.ids },
    { resource: claimKind, id: claim.id },
    { resource: paper, id: base.id },
    new Map(['13', '15'].map((code) => [code, code])),
  );
  const after = { ...base, ...withLineIds(transaction, paper, row, null), attachments };
  const change = { before: null, after, action: 'create', note: claimShape.label, waits: true };
  const created = await commitChange(transaction, { resource: paper, ...change });
  const claimant = said.find(({ userId }) => userId === claim.claimUserId);
  await askCoAuthorsToConfirm(paper, created as never, transaction, claimant?.name ?? '');
  return created.id;
};

/** An approved claim enters the library: into the registration that stands, or as a paper of its own. */
export const adoptClaim = async (
  transaction: TransactionContext,
  claim: StoredClaim,
  thesis: StoredThesis,
): Promise<ClaimAdoption> => {
  const known = await registrationOf(transaction.tx, thesis);
  if (known !== null) return merge(transaction, known, claim, thesis);
  const paperId = await create(transaction, claim, thesis);
  return { paperId, displaced: [], paperMade: '1', given: [] };
};

/** Why a paper is void whose claims are gone. */
const noGround: Label = ['所依据的论文认领已失效', 'The claims it is based on are no longer valid'];

/** Do other approved claims stand on this paper? */
const isShared = async (session: Session, claim: StoredClaim): Promise<boolean> => {
  const others = await session.query(
    `select 1 from paper_claim
      where tenant_id = $1 and paper_id = $2 and id <> $3 and is_deleted = 0 and audit_status = '2'
      limit 1`,
    [session.tenantId, claim.paperId, claim.id],
  );
  return others.length > 0;
};

/**
 * Gives back what an approved claim did to the library: the paper that it made is void, unless another claim
 * stands on it; a registration gets its values and its authors back, as far as nobody changed them since.
 */
export const revertClaim = async (
  transaction: TransactionContext,
  claim: StoredClaim,
): Promise<void> => {
  const { engine, tx } = transaction;
  const before = (await lockTarget(transaction, paper, claim.paperId ?? '0')) as Paper | null;
  if (!before) return;
  // Only claims make papers of this source: without any it has no ground.
  const isOwn = before.dataSource === '2' && !(await isShared(tx, claim));
  if (isOwn && before.auditStatus === statuses.approved) {
    const lock = scoreLock.check(before);
    if (lock) throw new Refused(lock);
    const ended = { resource: paper, row: before, opinion: noGround } as const;
    const process = await engine.workflow.end(transaction, { ...ended, cause: 'abolish' });
    await commitTransition(transaction, { ...ended, action: 'abolish', process });
    return;
  }
  const back =
    claim.paperMade === '1'
      ? { authors: authorsWithoutClaimant(before, claim) }
      : revertedValues(before, claim);
  const { row } = await judgeTarget(transaction, paper, { ...before, ...back }, before);
  const after = withLineIds(transaction, paper, { ...before, ...row }, before);
  await commitChange(transaction, {
    resource: paper,
    before,
    after,
    action: 'effect',
    note: claimShape.label,
    keepsVersion: true,
  });
};
