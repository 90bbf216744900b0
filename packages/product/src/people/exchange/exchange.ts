import type { Label } from '@keyan/kernel/label.ts';

/** Result of a comparison of a list of staff with the files. */
export interface ComparisonCounts {
  readonly batchNum: string;
  /** People on the list that were compared. */
  readonly people: number;
  readonly added: number;
  /** People with at least one changed value. */
  readonly changed: number;
  readonly missing: number;
  readonly differences: number;
}

/** A comparison as its page shows it. */
export interface StaffComparison extends ComparisonCounts {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed';
  /** Differences that are written, of `differences`. */
  readonly done: number;
  /** Why it failed, in the reader's language. */
  readonly failure: string;
  /** Rows that were left out, and why. */
  readonly faults: readonly { readonly row: number; readonly message: string }[];
}

/** The calls of comparisons. */
export const compareCall = 'kh-edu-research/personnelDifference/compare';
export const comparisonCall = 'kh-edu-research/personnelDifference/comparison';

export const comparisonFailures: Label = ['比对人事名单', 'Compare HR staff list'];
