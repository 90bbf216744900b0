import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type AuthorPlaceHolders, holdersOf, registrationOf } from './claim-paper.server.ts';
import type { AuthorPlaceHolder, RankClaim } from './claim-ranks.ts';
import type { ThesisRow } from './thesis.ts';

/** Claim with the data for judging disputes. */
export interface ClaimInReview extends RankClaim {
  readonly name: string;
  readonly status: string;
}

/** Claim in review with the id of its record. */
interface StandingOf extends ClaimInReview {
  readonly thesis: string;
}

/** Reads the claims of collected records that are in review or approved, sorted by id. */
export const claimsInReviewOf = (
  session: Session,
  theses: readonly string[],
): Promise<readonly StandingOf[]> =>
  session.query<StandingOf>(
    `select c.thesis_id::text as thesis, c.id::text, c.claim_user_id::text as "userId", c.author_sort as sort,
        c.audit_status = '2' as approved, c.ruled_by is not null as ruled,
        coalesce(u.real_name, '') as name, c.claim_status as status
       from paper_claim c
       left join users u on u.tenant_id = c.tenant_id and u.id = c.claim_user_id
      where c.tenant_id = $1 and c.thesis_id = any($2::bigint[]) and c.is_deleted = 0
        and c.audit_status in ('1', '2')
      order by c.id`,
    [session.tenantId, theses],
  );

/** Reads the claims of one record that are in review or approved. */
export const claimsInReview = (
  session: Session,
  thesisId: string,
): Promise<readonly ClaimInReview[]> => claimsInReviewOf(session, [thesisId]);

/** Returns a function from a position to the account there. */
export const accountAtPlace =
  (holders: AuthorPlaceHolders): AuthorPlaceHolder =>
  (sort) =>
    holders.get(sort ?? 0)?.id ?? null;

/** Reads the positions in an existing registration, by account. */
export const holdersByAccount = async (
  session: Session,
  record: Pick<ThesisRow, 'doi' | 'title'>,
) => {
  const holders = await holdersOf(session, await registrationOf(session, record));
  return { holders, heldBy: accountAtPlace(holders) };
};
