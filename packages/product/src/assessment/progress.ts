import type { Label } from '@keyan/kernel/label.ts';
import { atLeast, isZero, minus, proportionalAmount, times } from '@keyan/kernel/values/amounts.ts';
import { assessGradeCodes, gradesFromBest } from './dictionaries.ts';
import { monthsBetween } from './folding.ts';

// 我的进度: a person’s progress towards the target. Types and pure functions.

/** Better grade, with the points missing to reach it. */
export interface MissingToGrade {
  readonly grade: string;
  readonly label: Label;
  readonly least: string;
  readonly lack: string;
}

/** Assessment of the person that is under way or published. */
export interface VisibleAssessment {
  readonly id: string;
  readonly batch: string;
  readonly status: Label;
  readonly required: string;
  readonly actual: string;
  /** Current sum of the counted scores; may be newer than the last computation of the batch. */
  readonly current: string;
  readonly rate: string | null;
  /** Part of the target for the months that have passed. */
  readonly soFar: string;
  readonly grade: Label | null;
  readonly working: Label;
  readonly next: readonly MissingToGrade[];
  readonly calcTime: string | null;
}

/** Scored output of the year. */
export interface CountedOutput {
  readonly id: string;
  readonly title: string;
  readonly kind: Label;
  readonly rule: string;
  readonly score: string;
  readonly isLate: boolean;
}

/** Output without a score so far. */
export interface PendingOutput {
  readonly resource: string;
  readonly id: string;
  readonly object: string;
  readonly title: string;
  readonly kind: Label;
  readonly status: Label;
  /** Points by the norm; null if no rule applies. */
  readonly points: string | null;
  readonly rule: string | null;
  readonly note: Label | null;
  /** True if the person may name the output as representative. */
  readonly mayName: boolean;
}

export interface AssessmentProgress {
  readonly year: number | null;
  readonly batch: {
    readonly id: string;
    readonly name: string;
    readonly calcTime: string | null;
  } | null;
  /**
   * Limit of representative works by the norm and the number that the person named; null if the
   * norm counts all outputs.
   */
  readonly represented: { readonly most: number; readonly named: number } | null;
  readonly assessments: readonly VisibleAssessment[];
  readonly counted: readonly CountedOutput[];
  readonly total: string;
  readonly coming: readonly PendingOutput[];
}

/** Part of a target for the months from `from` to `today`, within the span. */
export const targetToDate = (required: string, from: string, to: string, today: string): string => {
  const all = monthsBetween({ from, to }).length;
  const gone = monthsBetween({ from, to: today < to ? today : to }).length;
  return all === 0 ? required : proportionalAmount(required, String(gone), String(all), 2);
};

/** Grades better than the reached grade, nearest first, with the points missing for each. */
export const nextGrades = (
  { required, actual }: { readonly required: string; readonly actual: string },
  rules: readonly { readonly grade: string; readonly least: string; readonly label: Label }[],
): readonly MissingToGrade[] => {
  if (isZero(required)) return [];
  const asked = (least: string): string =>
    proportionalAmount(times(required, least), '1', '100', 2);
  return rules
    .filter(
      ({ grade }) =>
        grade !== assessGradeCodes.fail && (gradesFromBest as readonly string[]).includes(grade),
    )
    .filter(({ least }) => !atLeast(actual, asked(least)))
    .map((one) => ({ ...one, lack: minus(asked(one.least), actual) }))
    .toSorted((a, b) => (a.grade < b.grade ? 1 : -1));
};
