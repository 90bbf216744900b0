import { questionScopeCodes } from './dictionaries.ts';
import { notifyFromPoints } from './matching.ts';
import type { MatchLine } from './thesis.ts';

/** Code of messages about papers to claim (成果认领提醒). */
export const claimMessage = '15';

/**
 * Returns the people to be asked whether the record is theirs: those with at least `notifyFromPoints` who have not
 * answered.
 * @param scope code of `askScope`: certain matches only, or all
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
