import type { AchievementOutput } from '../../project/common/dictionaries.ts';
import type { ScoringRegistration } from '../../shared/mechanisms/scored.ts';

/** Scoring of the achievements of a kind; all of them have the same year, people and signature. */
export interface ScoredAchievement extends ScoringRegistration {
  readonly as: AchievementOutput;
}
