import { defineProcess, type Process, type Step } from '@keyan/kernel/definition/life/process.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { withOptionalReview } from '../../review/optional-review.ts';
import { deptSecretary, rdAchieve } from '../../shared/approval-steps.ts';

/** Fields that the achievement section may correct in every achievement. */
const counted = ['secretLevel', 'isStatistics', 'statYear'] as const;

/**
 * The achievement section's step.
 * @param judged fields that it sets right, beside those of every achievement
 */
export const achievementSectionLink = (...judged: readonly string[]): Step =>
  rdAchieve([...judged, ...counted]);

/** The usual route of an achievement: the department's secretary, then the achievement section. */
export const registration = (
  kind: string,
  label: Label,
  flow: number,
  ...judged: readonly string[]
): readonly Process[] => [
  defineProcess(kind, label, [deptSecretary, achievementSectionLink(...judged)], `flow_${flow}`),
];

/** The route of an achievement that experts judge where the section wants them (`optionalReview`). */
export const registrationWithReview = (
  kind: string,
  label: Label,
  flow: number,
  ...judged: readonly string[]
): readonly Process[] => [
  defineProcess(
    kind,
    label,
    [deptSecretary, ...withOptionalReview(achievementSectionLink(...judged))],
    `flow_${flow}`,
  ),
];
