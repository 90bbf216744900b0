import type { AchievementOutput } from '../../project/dictionaries.ts';
import type { ScoredAs } from '../../shared/scored.ts';

/** What achievements of a kind are scored as; all of them have the same year, people and signature. */
export interface ScoredAchievement extends ScoredAs {
  readonly as: AchievementOutput;
}
