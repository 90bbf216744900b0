import { questionScopeCodes } from './dictionaries.ts';
import { notifyFromPoints } from './matching.ts';
import type { MatchLine } from './thesis.ts';

/** The type of messages about papers to be claimed (成果认领提醒). */
export const claimMessage = '15';

/**
 * Lines of those who are told that the record may be theirs, and have not answered.
 * @param scope code of `askScope`: only those whom it surely fits, or all
 */
export const peopleToAsk = (
  matches: readonly MatchLine[],
  scope: string | null = questionScopeCodes.all,
): { readonly userId: string }[] =>
  matches.flatMap(({ userId, score, answer, isSure }) =>
    userId &&
    answer === null &&
    (score ?? 0) >= notifyFromPoints &&
    (scope !== questionScopeCodes.sure || isSure === '1')
      ? [{ userId }]
      : [],
  );
