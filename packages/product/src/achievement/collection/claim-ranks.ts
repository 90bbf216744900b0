import { claimCodes } from './dictionaries.ts';

/** Claim of a collected record, in review or approved. */
export interface RankClaim {
  readonly id: string;
  readonly userId: string | null;
  /** Claimed position among the authors, from 1. */
  readonly sort: number | null;
  readonly approved: boolean;
  /** True if the office decided for this claim against others. */
  readonly ruled: boolean;
}

/**
 * Function from a position in the existing registration to the account there; null if it is not a university author.
 */
export type AuthorPlaceHolder = (sort: number | null) => string | null;

/** Returns the other claims of the same position. */
export const rivalClaimsOf = <C extends RankClaim>(one: C, all: readonly C[]): readonly C[] =>
  all.filter(({ id, sort }) => id !== one.id && sort !== null && sort === one.sort);

/** Returns whether the registration has another person at the position. */
export const isPlaceOfOther = ({ sort, userId }: RankClaim, heldBy: AuthorPlaceHolder): boolean => {
  const holder = heldBy(sort);
  return holder !== null && holder !== userId;
};

/**
 * Returns the disputed claims in review: another claim or the registration has another person at the position,
 * and the office has not decided for this claim.
 */
export const disputedClaims = (
  all: readonly RankClaim[],
  heldBy: AuthorPlaceHolder,
): ReadonlySet<string> =>
  new Set(
    all
      .filter(
        (one) =>
          !one.approved &&
          !one.ruled &&
          (rivalClaimsOf(one, all).length > 0 || isPlaceOfOther(one, heldBy)),
      )
      .map(({ id }) => id),
  );

type Status = (typeof claimCodes)[keyof typeof claimCodes];

/**
 * Returns the status of a collected record from its claims.
 * @param isRegistered true if the office linked the record to a registered paper
 */
export const recordStatus = (
  all: readonly RankClaim[],
  disputed: ReadonlySet<string>,
  isRegistered = false,
): Status => {
  if (disputed.size > 0) return claimCodes.disputed;
  if (all.some(({ approved }) => !approved)) return claimCodes.inReview;
  return all.length > 0 || isRegistered ? claimCodes.claimed : claimCodes.open;
};

/** Returns the text beside the name of a person who was asked. */
export const askedAnswerText = (
  userId: string | null,
  before: string | null,
  all: readonly RankClaim[],
  disputed: ReadonlySet<string>,
): string | null => {
  const own = all.find((one) => one.userId === userId);
  if (own) return recordStatus([own], disputed.has(own.id) ? disputed : new Set());
  // A person who withdraws a claim is asked again; a person who declined is not.
  return before === claimCodes.ignored ? before : null;
};
