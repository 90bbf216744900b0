import type { AchievementOutput } from '../../project/dictionaries.ts';

/** How records of a kind score: as what, and what they can be counted by. */
export interface Scored {
  /** What rules of scoring call the kind. */
  readonly as: AchievementOutput;
  /** The field with its amount in yuan, for scores per 10,000 yuan. */
  readonly yuan?: string;
  /** May a teacher count as first author in the place of a student? */
  readonly byMentor?: boolean;
  /** Its length in units of so many words, for scores per 10,000 words. */
  readonly words?: { readonly field: string; readonly of: 1_000 | 10_000 };
}
