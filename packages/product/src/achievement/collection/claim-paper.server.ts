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

/** Paper definition without its field types, for functions of the engine. */
const paper = untypedResource(paperShape);

const claimKind = untypedResource(claimShape);

type Paper = StoredRow & PaperRow;

/** Claim and collected record as stored. */
export type StoredClaim = StoredRow & ClaimRow;
export type StoredThesis = StoredRow & ThesisRow;

type Registered = Pick<ThesisRow, 'doi' | 'title'>;

/**
 * Reads the registration of each record, in approval or approved, by DOI, else by title. Different DOIs are different
 * works.
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

/** Reads the registration of one collected record. */
export const registrationOf = async (
  session: Session,
  record: Registered,
): Promise<string | null> => (await registrationsOf(session, [record]))[0] ?? null;

/** Account and name of the university author at each position of a registration. */
export type AuthorPlaceHolders = ReadonlyMap<
  number,
  { readonly id: string; readonly name: string }
>;

/** Reads the people at the positions of each registration. */
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

/** Reads the people at the positions of one paper; empty for null. */
export const holdersOf = async (
  session: Session,
  id: string | null,
): Promise<AuthorPlaceHolders> =>
  id === null ? new Map() : ((await holdersOfEach(session, [id]))[0] ?? new Map());

/** Returns the databases that index the paper, without duplicates. */
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
  // Code 99 means that no database indexes the paper.
  const known = new Set((types ?? []).filter((code) => code !== '99'));
  if (indexType !== null) known.add(indexType as never);
  return [...known];
};

/** Returns the paper with the database that indexes it added. */
export const withIndexing = (
  row: Partial<Pick<PaperRow, 'indexTypes' | 'indexRecords'>>,
  thesis: StoredThesis,
): Pick<PaperRow, 'indexTypes' | 'indexRecords'> => ({
  indexTypes: typesWith(row.indexTypes ?? null, thesis),
  indexRecords: indexed(row.indexRecords ?? null, thesis),
});

/**
 * Returns the retraction of the collected record, which the claimed paper takes over, since the source reports a
 * retraction once.
 */
const retractionOf = ({
  isRetracted,
  retractDate,
  retractDoi,
}: StoredThesis): Pick<Partial<PaperRow>, 'isRetracted' | 'retractDate' | 'retractDoi'> =>
  isRetracted === '1' ? { isRetracted, retractDate, retractDoi } : {};

/** Returns values of the collected record for fields that are empty in the registration. */
const supplied = (row: Partial<PaperRow>, thesis: StoredThesis): Partial<PaperRow> => {
  // Collected records have one field for pages and article number.
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

/** Refusal that names what the paper still lacks, such as a level missing in the catalogue. */
const lacksRequired = (faults: readonly { readonly message: Label }[]): Refused => {
  const messages = [0, 1].map((at) => faults.map(({ message }) => message[at as 0 | 1]));
  const [zh = [], en = []] = messages;
  const message: Label = [zh.join('，'), en.join('; ')];
  return new Refused(
    fill(['不能写入论文库：{message}', 'It cannot be written to the paper library: {message}'], {
      message,
    }),
  );
};

/** Refusal because the registration has another person at the position and the office has not decided. */
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

/** Result of adopting a claim. */
export interface ClaimAdoption {
  readonly paperId: string;
  /** Account ids of people whose position went to the claimant. */
  readonly displaced: readonly string[];
  readonly paperMade: '1' | '0';
  readonly given: readonly ClaimedValue[];
}

/** Merges the claim into the registration. */
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
  // Leaves the version unchanged, so that a person who is editing the record can save.
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

/** Returns whether a record is indexed as a conference paper: EI conferences, CPCI-S or CPCI-SSH. */
const isConference = ({ indexType }: StoredThesis): boolean =>
  indexType !== null && ['06', '07', '08'].includes(indexType);

/** Returns the initial values of the paper form from claim and record. */
const valuesOf = (claim: StoredClaim, thesis: StoredThesis): Partial<PaperRow> => ({
  paperNum: claim.paperNum,
  artName: thesis.title,
  // Titles of papers have at most 300 characters.
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

/** Returns the difference text for a paper with the title of another paper but another DOI. */
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

/** Creates an approved paper from the collected record, as if its claimant had registered it. */
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
  // Marks the claimant's line as confirmed; the other authors are asked.
  const authors = ((completed as Partial<PaperRow> | undefined)?.authors ??
    first.authors) as AuthorRow[];
  const said = authors.map((line) =>
    line.userId === claim.claimUserId ? { ...line, confirmStatus: '1' as const } : line,
  );
  // The level that the office set in the claim overrides the catalogue's.
  const { journalLevel, publishScope } = claim;
  const graded = { ...(journalLevel && { journalLevel }), ...(publishScope && { publishScope }) };
  const values = { ...base, ...first, ...completed, ...graded, authors: said };
  const { row, faults } = await judgeTarget(transaction, paper, values, null);
  if (faults.length > 0) throw lacksRequired(faults);
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

/** Adopts an approved claim: merges it into the existing registration, or creates a paper. */
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

/** Reason for voiding a paper whose claims are all void. */
const noGround: Label = ['所依据的论文认领已失效', 'The claims it is based on are no longer valid'];

/** Returns whether other approved claims refer to the paper. */
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
 * Reverts an approved claim: voids a paper created by claims if no other claim refers to it, otherwise the claimant of
 * the first claim becomes external again; in a registration restores values and authors that nobody has changed since.
 */
export const revertClaim = async (
  transaction: TransactionContext,
  claim: StoredClaim,
): Promise<void> => {
  const { engine, tx } = transaction;
  const before = (await lockTarget(transaction, paper, claim.paperId ?? '0')) as Paper | null;
  if (!before) return;
  // Papers with this source are created only by claims: without a claim the paper has no basis.
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
