import type { ChainLink } from '@keyan/kernel/definition/process.ts';
import { deptSecretary, rdAchieve } from '../../shared/approval-steps.ts';

/** What the achievement section may correct of every achievement. */
const counted = ['secretLevel', 'isStatistics', 'statYear'] as const;

/**
 * The usual route of an achievement: the department's secretary, then the achievement section.
 * @param judged fields that the section sets right, beside those of every achievement
 */
export const registration = (...judged: readonly string[]): readonly ChainLink[] => [
  deptSecretary,
  rdAchieve([...judged, ...counted]),
];
