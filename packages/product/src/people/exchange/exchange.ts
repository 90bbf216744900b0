import type { Label } from '@keyan/kernel/label.ts';

/** Counts of a comparison. */
export interface ComparisonCounts {
  readonly batchNum: string;
  /** Number of compared people on the list. */
  readonly people: number;
  readonly added: number;
  /** Number of people with changed values. */
  readonly changed: number;
  readonly missing: number;
  readonly differences: number;
}

/** Comparison, as shown on its page. */
export interface StaffComparison extends ComparisonCounts {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed';
  /** Number of differences written so far, of `differences`. */
  readonly done: number;
  /** Reason of failure in the reader’s language; empty if none. */
  readonly failure: string;
  /** Skipped rows with reasons. */
  readonly faults: readonly { readonly row: number; readonly message: string }[];
}

/** Paths of the calls of comparisons. */
export const compareCall = 'kh-edu-research/personnelDifference/compare';
export const comparisonCall = 'kh-edu-research/personnelDifference/comparison';

export const comparisonFailures: Label = ['比对人事名单', 'Compare HR staff list'];
