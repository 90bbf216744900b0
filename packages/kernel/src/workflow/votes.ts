import type { VotePolicy } from '../definition/life/process.ts';
import type { Verdict } from './state.ts';

export const unanimous: VotePolicy = { agree: 'all', against: 'veto' };

/** Votes of a step: number of people, agreements, and votes against. */
export interface VoteCount {
  readonly total: number;
  readonly done: number;
  readonly against: number;
}

/** True if this many agreements suffice. */
const suffices = ({ agree }: VotePolicy, total: number, done: number): boolean => {
  if (agree === 'all') return done >= total;
  if (agree === 'any') return done >= 1;
  return 100 * done >= agree * total;
};

/** True if this many votes against suffice, or enough agreements have become impossible. */
const fails = (policy: VotePolicy, { total, against }: VoteCount): boolean => {
  if (policy.against === 'veto') return against > 0;
  const outOfReach = !suffices(policy, total, total - against);
  return outOfReach || (policy.against !== 'count' && 100 * against >= policy.against * total);
};

/**
 * Returns the result of the votes of a step; null while undecided. Computed in integers: 60 % of
 * five are three. Shares for and against add up to more than 100, so that only one can be reached
 * and the order of votes is irrelevant. With `any` or a veto the first deciding vote counts.
 * @param completes for a foreign file: evaluates its completion condition
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

/** True for a step that counts votes: only 同意 and 不同意 can be chosen there. */
export const areVotesCounted = ({ agree, against }: VotePolicy): boolean =>
  typeof agree === 'number' || against !== 'veto';
