import type { Label } from '@keyan/kernel/label.ts';

/** Claim of a dispute, with the data that the office compares. */
export interface DisputeView {
  readonly id: string;
  readonly name: string;
  readonly department: string;
  /** Code of `claimState`. */
  readonly status: string;
  /** Code of `authorType`. */
  readonly authorType: string;
  /** Statement of the claimant about the dispute. */
  readonly reason: string;
  readonly submitTime: string;
  readonly files: number;
  /** Match points with the collected record; 0 without a match. */
  readonly score: number;
  /** Codes of `matchReason`. */
  readonly reasons: readonly string[];
  /** Path of the claim's page with attachments and approval. */
  readonly link: string;
}

/** Dispute that the office decides. */
export interface ClaimDispute {
  /** Disputed author position, from 1. */
  readonly sort: number;
  /** Name of the author as printed in the collected record. */
  readonly printed: string;
  readonly views: readonly DisputeView[];
  /** Person at the position in the existing registration; null if there is none. */
  readonly holder: { readonly name: string; readonly link: string } | null;
}

/** Collected record that may be the user's, on the home page. */
export interface Claimable {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly year: number | null;
  readonly score: number;
  /** Codes of `matchReason`. */
  readonly reasons: readonly string[];
  /** Position of the user among the authors; null if only an address matched. */
  readonly sort: number | null;
}

/** Confirmation text shown before a dispute is decided. */
export const disputeQuestion: Label = [
  '说明依据（2–500 字），各认领人都会收到',
  'Give the grounds (2–500 characters); all claimants receive them',
];
