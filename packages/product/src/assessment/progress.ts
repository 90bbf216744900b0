import type { Label } from '@keyan/kernel/label.ts';
import { atLeast, isZero, minus, proportionalAmount, times } from '@keyan/kernel/values/amounts.ts';
import { assessGradeCodes, gradesFromBest } from './dictionaries.ts';
import { monthsBetween } from './folding.ts';

// 我的进度: how far a person is, and what would count next. Types and pure parts.

/** A grade that is not reached yet, and the points that are missing to it. */
export interface MissingToGrade {
  readonly grade: string;
  readonly label: Label;
  readonly least: string;
  readonly lack: string;
}

/** An assessment under way or shown, as far as it is about the person. */
export interface VisibleAssessment {
  readonly id: string;
  readonly batch: string;
  readonly status: Label;
  readonly required: string;
  readonly actual: string;
  /** The scores that count in it as they are now: not those of its last computation where they changed since. */
  readonly current: string;
  readonly rate: string | null;
  /** The part of the target that the months so far ask for. */
  readonly soFar: string;
  readonly grade: Label | null;
  readonly working: Label;
  readonly next: readonly MissingToGrade[];
  readonly calcTime: string | null;
}

/** A score of the year. */
export interface CountedOutput {
  readonly id: string;
  readonly title: string;
  readonly kind: Label;
  readonly rule: string;
  readonly score: string;
  readonly isLate: boolean;
}

/** An output that does not count yet. */
export interface PendingOutput {
  readonly resource: string;
  readonly id: string;
  readonly object: string;
  readonly title: string;
  readonly kind: Label;
  readonly status: Label;
  /** The points that it would give by the norm; null where no rule fits. */
  readonly points: string | null;
  readonly rule: string | null;
  readonly note: Label | null;
  /** May the person name it as representative? */
  readonly mayName: boolean;
}

export interface AssessmentProgress {
  readonly year: number | null;
  readonly batch: {
    readonly id: string;
    readonly name: string;
    readonly calcTime: string | null;
  } | null;
  /** How many representative works count by the norm, and how many the person named; null where all outputs count. */
  readonly represented: { readonly most: number; readonly named: number } | null;
  readonly assessments: readonly VisibleAssessment[];
  readonly counted: readonly CountedOutput[];
  readonly total: string;
  readonly coming: readonly PendingOutput[];
}

/** The part of a target that the months so far ask for. */
export const targetToDate = (required: string, from: string, to: string, today: string): string => {
  const all = monthsBetween({ from, to }).length;
  const gone = monthsBetween({ from, to: today < to ? today : to }).length;
  return all === 0 ? required : proportionalAmount(required, String(gone), String(all), 2);
};

/** The grades above what was reached, the nearest first, with what is missing to each. */
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
