import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { CheckFinding } from '@keyan/kernel/definition/life/checks.ts';
import { fill } from '@keyan/kernel/label.ts';
import { paper } from '../paper/paper.ts';
import { claim } from './claim.ts';
import {
  type AuthorPlaceHolders,
  holdersOfEach,
  registrationsOf,
  type StoredClaim,
} from './claim-paper.server.ts';
import { isPlaceOfOther, rivalClaimsOf } from './claim-ranks.ts';
import { accountAtPlace, type ClaimInReview, claimsInReviewOf } from './claim-standing.server.ts';
import { retractionText } from './retracted.ts';

/** Check 排名争议, shown to whoever handles the claim. */
const rivals = (
  row: StoredClaim,
  all: readonly ClaimInReview[],
  holders: AuthorPlaceHolders,
): CheckFinding | null => {
  const own = all.find(({ id }) => id === row.id);
  if (!own) return null;
  const names = rivalClaimsOf(own, all).map(({ name }) => name);
  if (isPlaceOfOther(own, accountAtPlace(holders)))
    names.push(holders.get(own.sort ?? 0)?.name ?? '');
  const values = { sort: own.sort ?? 0, names: [names.join('、'), names.join(', ')] as const };
  if (names.length === 0) {
    const text = fill(['第 {sort} 作者没有他人认领', 'Nobody else claims author {sort}'], values);
    return { level: 'good', text };
  }
  return {
    level: own.ruled ? 'warn' : 'bad',
    text: fill(
      own.ruled
        ? [
            '{names}也认领第 {sort} 作者，已裁定归本认领',
            'Decided in favour of this claim against {names}',
          ]
        : [
            '{names}也认领第 {sort} 作者，请先裁定',
            'Author {sort} is also claimed by {names}: decide first',
          ],
      values,
    ),
    // Links to the page with both claims and the decision.
    link: { resource: claim.key, id: row.id, text: row.title ?? '' },
  };
};

export const rivalClaimsOfEach = async (
  rows: readonly StoredClaim[],
  session: Session,
): Promise<readonly (CheckFinding | null)[]> => {
  const theses = rows.flatMap(({ thesisId }) => thesisId ?? []);
  const [standing, registrations] = await Promise.all([
    claimsInReviewOf(session, theses),
    registrationsOf(session, rows),
  ]);
  const holders = await holdersOfEach(session, registrations);
  const byThesis = Map.groupBy(standing, ({ thesis }) => thesis);
  return rows.map((row, place) =>
    rivals(row, byThesis.get(row.thesisId ?? '') ?? [], holders[place] ?? new Map()),
  );
};

/** Check 已有登记: the registration into which the claim will be merged. */
const registered = (row: StoredClaim, known: string | null): CheckFinding => {
  const id = row.paperId ?? known;
  if (id === null) {
    return {
      level: 'good',
      text: ['论文库没有同一论文，通过后生成', 'Not in the paper library: created on approval'],
    };
  }
  return {
    level: 'warn',
    text: ['该论文已登记，通过后合并', 'Already registered: merged on approval'],
    link: { resource: paper.key, id, text: row.title ?? '' },
  };
};

export const registrationsOfEach = async (
  rows: readonly StoredClaim[],
  session: Session,
): Promise<readonly CheckFinding[]> => {
  const known = await registrationsOf(session, rows);
  return rows.map((row, place) => registered(row, known[place] ?? null));
};

/** Check 撤稿, shown to whoever handles the claim. */
export const retractionsOfEach = async (
  rows: readonly StoredClaim[],
  session: Session,
): Promise<readonly CheckFinding[]> => {
  const found = await session.query<{ readonly id: string; readonly day: string | null }>(
    `select id::text, retract_date as day from collection_thesis
      where tenant_id = $1 and id = any($2::bigint[]) and is_retracted = '1'`,
    [session.tenantId, rows.flatMap(({ thesisId }) => thesisId ?? [])],
  );
  const days = new Map(found.map(({ id, day }) => [id, day]));
  return rows.map(({ thesisId }) => {
    const day = days.get(thesisId ?? '');
    if (day === undefined) {
      return {
        level: 'good',
        text: ['来源没有撤稿记录', 'No retraction is recorded at the sources'],
      };
    }
    return { level: 'bad', text: retractionText(day ?? '') };
  });
};
