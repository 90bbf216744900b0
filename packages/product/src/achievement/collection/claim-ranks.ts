import { claimCodes } from './dictionaries.ts';

/** A claim of a collected record that is in review or approved. */
export interface RankClaim {
  readonly id: string;
  readonly userId: string | null;
  /** The place among the authors that it claims, from 1. */
  readonly sort: number | null;
  readonly approved: boolean;
  /** Did the office decide for this claim against others? */
  readonly ruled: boolean;
}

/**
 * Holder of a place in a registration of the paper that stands already; null where it is nobody of the university.
 */
export type AuthorPlaceHolder = (sort: number | null) => string | null;

/** The other claims of the same place. */
export const rivalClaimsOf = <C extends RankClaim>(one: C, all: readonly C[]): readonly C[] =>
  all.filter(({ id, sort }) => id !== one.id && sort !== null && sort === one.sort);

/** Does the registration name somebody else at this place? */
export const isPlaceOfOther = ({ sort, userId }: RankClaim, heldBy: AuthorPlaceHolder): boolean => {
  const holder = heldBy(sort);
  return holder !== null && holder !== userId;
};

/**
 * Claims in review that are disputed: another claim, or a registration, has the same place for somebody else,
 * and the office has not decided for this one.
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
 * How far a collected record has come, by the claims that stand.
 * @param isRegistered the office said which registered paper it is
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

/** Text beside somebody's name among those who were asked. */
export const askedAnswerText = (
  userId: string | null,
  before: string | null,
  all: readonly RankClaim[],
  disputed: ReadonlySet<string>,
): string | null => {
  const own = all.find((one) => one.userId === userId);
  if (own) return recordStatus([own], disputed.has(own.id) ? disputed : new Set());
  // Whoever takes a claim back is asked again; who said that it is not theirs is not.
  return before === claimCodes.ignored ? before : null;
};
