import { defineBehaviour, type TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow, lockTarget } from '@keyan/engine/records/lock.ts';
import { withLineIds } from '@keyan/engine/records/row.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { type FieldFault, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { sameValue } from '@keyan/kernel/records/diff.ts';
import { withChosenPeople } from '../common/confirmation.server.ts';
import { recordPage } from '../common/words.ts';
import { paper } from '../paper/paper.ts';
import { editionFor } from '../paper/paper-journal.server.ts';
import { claimMessage, peopleToAsk } from './asking.ts';
import { type ClaimFields, claim as claimShape } from './claim.ts';
import {
  registrationsOfEach,
  retractionsOfEach,
  rivalClaimsOfEach,
} from './claim-checks.server.ts';
import {
  adoptClaim,
  revertClaim,
  type StoredClaim,
  type StoredThesis,
} from './claim-paper.server.ts';
import {
  askedAnswerText,
  disputedClaims,
  isPlaceOfOther,
  type RankClaim,
  recordStatus,
  rivalClaimsOf,
} from './claim-ranks.ts';
import { type ClaimInReview, claimsInReview, holdersByAccount } from './claim-standing.server.ts';
import { claimCodes } from './dictionaries.ts';
import { type MatchLine, thesis as thesisShape } from './thesis.ts';

// Claims of one collected record are judged together, with that record locked.

/** Claim definition without its field types, for functions of the engine. */
const claim = untypedResource(claimShape);
const thesis = untypedResource(thesisShape);

/** Sets or clears the dispute mark of a claim; notifies the claimant of a new dispute. */
const setDispute = async (
  transaction: TransactionContext,
  id: string,
  isDisputed: boolean,
): Promise<void> => {
  const before = (await lockRow(transaction, claim, id)) as StoredClaim;
  const claimStatus = isDisputed ? claimCodes.disputed : claimCodes.inReview;
  await commitChange(transaction, {
    resource: claim,
    before,
    after: { ...before, claimStatus },
    action: isDisputed ? 'dispute' : 'settle',
    keepsVersion: true,
  });
  if (!isDisputed) return;
  await transaction.engine.messages.send(transaction.tx, [
    {
      type: claimMessage,
      title: ['论文认领有争议', 'Your claim is disputed'],
      content: fill(
        [
          '《{title}》的第 {sort} 作者另有他人认领或登记，由成果科裁定。',
          'Author {sort} of “{title}” is also claimed or registered by somebody else; the research office will decide.',
        ],
        { title: before.title ?? '', sort: before.authorSort ?? 0 },
      ),
      business: { resource: claim.key, id },
      link: recordPage(claim, before),
      to: [before.createUser],
    },
  ]);
};

/**
 * Updates the status of the collected record, and who still has to answer.
 * @param holders people at the positions of the existing registration
 */
const updateRecordStatus = async (
  transaction: TransactionContext,
  before: StoredThesis,
  all: readonly RankClaim[],
  disputed: ReadonlySet<string>,
  holders: readonly { readonly id: string }[],
): Promise<void> => {
  // Authors of a record that the office linked to a registration need not answer.
  const isRegistered = before.paperId !== null;
  const named = new Set(isRegistered ? holders.map(({ id }) => id) : []);
  const matches = (before.matches ?? []).map((line): MatchLine => {
    const answer = askedAnswerText(line.userId, line.answer, all, disputed);
    const known = answer ?? (named.has(line.userId ?? '') ? claimCodes.claimed : null);
    return { ...line, answer: known as MatchLine['answer'] };
  });
  const changed = {
    ...before,
    matches,
    claimStatus: recordStatus(all, disputed, isRegistered),
    asked: peopleToAsk(matches, before.askScope),
  };
  const after = withLineIds(transaction, thesis, changed, before);
  const isSame = ['matches', 'claimStatus'].every((name) =>
    sameValue(thesis, name, before[name as 'matches'], after[name]),
  );
  if (isSame) return;
  await commitChange(transaction, {
    resource: thesis,
    before,
    after,
    action: 'follow',
    keepsVersion: true,
  });
};

/**
 * Re-evaluates the claims of a collected record: disputes and the record's status. Locks the record first, then the
 * claims that change.
 */
export const reviseClaims = async (
  transaction: TransactionContext,
  thesisId: string,
): Promise<void> => {
  const record = (await lockTarget(transaction, thesis, thesisId)) as StoredThesis | null;
  if (!record) return;
  const all = await claimsInReview(transaction.tx, thesisId);
  const { holders, heldBy } = await holdersByAccount(transaction.tx, record);
  const disputed = disputedClaims(all, heldBy);
  for (const { id, approved, status } of all) {
    const isDisputed = disputed.has(id);
    if (!approved && isDisputed !== (status === claimCodes.disputed)) {
      await setDispute(transaction, id, isDisputed);
    }
  }
  await updateRecordStatus(transaction, record, all, disputed, [...holders.values()]);
};

/** Fields of a claim that affect disputes and the status of its record. */
const judged = ['thesisId', 'authorSort', 'auditStatus', 'claimStatus', 'ruledBy'] as const;

const standing: readonly string[] = [statuses.inApproval, statuses.approved];

const alreadyOwn = (thesisId: string): FieldFault => ({
  path: 'thesisId',
  message: [
    '您已认领该题录，请到认领记录查看',
    'You have already claimed this record; see your claims',
  ],
  link: { resource: thesis.key, id: thesisId, text: '' },
});

/**
 * Returns the faults that refuse a submission: a withdrawn record, a second claim of the same person, or a missing
 * statement about a disputed position.
 */
const faultsOf = async (
  row: StoredClaim,
  transaction: TransactionContext,
): Promise<FieldFault[]> => {
  const { tx } = transaction;
  if (row.thesisId === null) return [];
  const record = (await lockTarget(transaction, thesis, row.thesisId)) as StoredThesis | null;
  if (!record) return [];
  const all = (await claimsInReview(tx, row.thesisId)).filter(({ id }) => id !== row.id);
  if (all.some(({ userId }) => userId === row.claimUserId)) return [alreadyOwn(row.thesisId)];
  if (row.reason) return [];
  const { holders, heldBy } = await holdersByAccount(tx, record);
  const own = { id: row.id, userId: row.claimUserId, sort: row.authorSort };
  const asClaim = { ...own, approved: false, ruled: false };
  const [rival] = rivalClaimsOf(asClaim, [
    ...all,
    asClaim,
  ] as readonly RankClaim[]) as ClaimInReview[];
  const holder = isPlaceOfOther(asClaim, heldBy) ? holders.get(row.authorSort ?? 0) : undefined;
  const name = rival?.name ?? holder?.name;
  if (name === undefined) return [];
  return [
    {
      path: 'reason',
      message: fill(
        rival
          ? [
              '【{name}】已认领第 {sort} 作者，请填写争议说明',
              '{name} has already claimed author {sort}: please explain the dispute',
            ]
          : [
              '已登记论文的第 {sort} 作者是【{name}】，请填写争议说明',
              'Author {sort} of the registered paper is {name}: please explain the dispute',
            ],
        { name, sort: row.authorSort ?? 0 },
      ),
    },
  ];
};

/**
 * Adopts an approved claim into the library.
 * @throws Refused while the claim is disputed, or if the paper lacks required values
 */
const adoptIntoLibrary = async (
  row: StoredClaim,
  transaction: TransactionContext,
): Promise<void> => {
  const record = (await lockRow(transaction, thesis, row.thesisId ?? '')) as StoredThesis;
  const { displaced, ...adopted } = await adoptClaim(transaction, row, record);
  const { paperId } = adopted;
  await commitChange(transaction, {
    resource: claim,
    before: row,
    after: withLineIds(transaction, claim, { ...row, ...adopted }, row),
    action: 'adopt',
    keepsVersion: true,
  });
  if (displaced.length === 0) return;
  await transaction.engine.messages.send(transaction.tx, [
    {
      type: claimMessage,
      title: ['论文署名已变更', 'An author of a paper has changed'],
      content: fill(
        [
          '经裁定，《{title}》第 {sort} 作者变更为认领人，您不再是该位作者。',
          'It was decided that author {sort} of “{title}” is the claimant; you are no longer listed as that author.',
        ],
        { title: row.title ?? '', sort: row.authorSort ?? 0 },
      ),
      business: { resource: paper.key, id: paperId },
      to: displaced,
    },
  ]);
};

/** Returns whether the office decided for another person: then the paper remains and becomes that person's. */
const isHandedOn = async (session: Session, row: StoredClaim): Promise<boolean> =>
  (await claimsInReview(session, row.thesisId ?? '0')).some(
    ({ sort, ruled }) => ruled && sort === row.authorSort,
  );

/** Reverts the effects of a claim that is no longer approved. */
const revertAdoption = async (row: StoredClaim, transaction: TransactionContext): Promise<void> => {
  if (row.paperId === null || row.thesisId === null) return;
  await lockTarget(transaction, thesis, row.thesisId);
  if (await isHandedOn(transaction.tx, row)) return;
  await revertClaim(transaction, row);
  await commitChange(transaction, {
    resource: claim,
    before: row,
    after: { ...row, paperId: null, paperMade: null, given: [] },
    action: 'release',
    keepsVersion: true,
  });
  // Re-evaluates the other claims, since the person at the position has changed.
  await reviseClaims(transaction, row.thesisId);
};

/** Rules for claims: disputes are evaluated with all claims of a record, and an approved claim becomes a paper. */
export const claimBehaviour = defineBehaviour<ClaimFields>(claimShape, {
  complete: async (row, { tx }) => {
    const { issn = null } = row.thesisId ? await issnOf(tx, row.thesisId) : {};
    const edition = await editionFor(tx, {
      journalId: null,
      journalName: row.source,
      issn,
      publishDate: row.publishDate,
    });
    return {
      journalLevel: row.journalLevel ?? edition?.journalLevel ?? null,
      publishScope: row.publishScope ?? edition?.publishScope ?? null,
      otherAuthors:
        row.otherAuthors && (await withChosenPeople(tx, row.otherAuthors, 'otherAuthors')),
    };
  },
  check: (row, transaction) => faultsOf(row as StoredClaim, transaction),
  checked: {
    rivals: (rows, { session }) => rivalClaimsOfEach(rows as readonly StoredClaim[], session),
    registered: (rows, { session }) => registrationsOfEach(rows as readonly StoredClaim[], session),
    retracted: (rows, { session }) => retractionsOfEach(rows as readonly StoredClaim[], session),
  },
  saved: async (row, { before, action, ...transaction }) => {
    const now = row as StoredClaim;
    if (before?.claimStatus === claimCodes.disputed && now.auditStatus === statuses.approved) {
      throw new Refused([
        '该认领有排名争议，请先裁定',
        'The claim is disputed: decide the dispute first',
      ]);
    }
    const isBack = action === 'remove' || action === 'restore';
    const isMoved = judged.some((name) => (before as StoredClaim | null)?.[name] !== now[name]);
    const stands = [before?.auditStatus, now.auditStatus].some((one) =>
      standing.includes(one ?? ''),
    );
    // Skips marks, which `reviseClaims` itself wrote.
    const isMark = action === 'dispute' || action === 'settle';
    if (!now.thesisId || isMark || !stands || !(isMoved || isBack)) return;
    await reviseClaims(transaction, now.thesisId);
  },
  entering: {
    [statuses.approved]: (row, transaction) => adoptIntoLibrary(row as StoredClaim, transaction),
    [statuses.void]: (row, transaction) => revertAdoption(row as StoredClaim, transaction),
    [statuses.draft]: (row, transaction) => revertAdoption(row as StoredClaim, transaction),
  },
});

const issnOf = async (session: Session, id: string): Promise<{ readonly issn?: string | null }> => {
  const [found] = await session.query<{ issn: string | null }>(
    'select issn from collection_thesis where tenant_id = $1 and id = $2',
    [session.tenantId, id],
  );
  return found ?? {};
};
