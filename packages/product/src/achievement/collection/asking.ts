import { tellFrom } from './matching.ts';
import type { MatchLine } from './thesis.ts';

/** The type of messages about papers to be claimed (成果认领提醒). */
export const claimMessage = '15';

/** Lines of those who are told that the record may be theirs, and have not answered. */
export const askedIn = (matches: readonly MatchLine[]): { readonly userId: string }[] =>
  matches.flatMap(({ userId, score, answer }) =>
    userId && answer === null && (score ?? 0) >= tellFrom ? [{ userId }] : [],
  );
