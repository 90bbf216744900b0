import type { VotePolicy } from '../definition/life/process.ts';
import type { Verdict } from './state.ts';

export const unanimous: VotePolicy = { agree: 'all', against: 'veto' };

/** The votes of a step: of how many people, how many for it and against it. */
export interface VoteCount {
  readonly total: number;
  readonly done: number;
  readonly against: number;
}

/** Do these many agreements suffice? */
const suffices = ({ agree }: VotePolicy, total: number, done: number): boolean => {
  if (agree === 'all') return done >= total;
  if (agree === 'any') return done >= 1;
  return 100 * done >= agree * total;
};

/** Are these many votes against enough, or can those for it not become enough any more? */
const fails = (policy: VotePolicy, { total, against }: VoteCount): boolean => {
  if (policy.against === 'veto') return against > 0;
  const outOfReach = !suffices(policy, total, total - against);
  return outOfReach || (policy.against !== 'count' && 100 * against >= policy.against * total);
};

/**
 * Result of the votes of a step; null while they are undecided. Integers only: 60 % of five are three. Two shares,
 * for and against, are more than 100 together, so that only one can be reached and the order of votes does not
 * matter. With `any` or a veto it does: the first vote that decides counts.
 * @param completes test of a foreign file: true if its own completion condition holds
 */
export const judgeVotes = (
  policy: VotePolicy,
  votes: VoteCount,
  completes: () => boolean,
): Verdict | null => {
  if (fails(policy, votes)) return 'against';
  if (suffices(policy, votes.total, votes.done) || (votes.done > 0 && completes())) return 'agree';
  return null;
};

/** A step at which votes are counted: there only 同意 and 不同意 can be chosen. */
export const areVotesCounted = ({ agree, against }: VotePolicy): boolean =>
  typeof agree === 'number' || against !== 'veto';
