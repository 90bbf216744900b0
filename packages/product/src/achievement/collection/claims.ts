import type { Label } from '@keyan/kernel/label.ts';

/** One view of a dispute: a claim of the place, as the office compares it with the others. */
export interface DisputeView {
  readonly id: string;
  readonly name: string;
  readonly department: string;
  /** Code of `claimState`. */
  readonly status: string;
  /** Code of `authorType`. */
  readonly authorType: string;
  /** Text that the claimant wrote about it. */
  readonly reason: string;
  readonly submitTime: string;
  readonly files: number;
  /** Points of the match with the collected record; 0 for somebody whom it does not fit. */
  readonly score: number;
  /** Codes of `matchReason`. */
  readonly reasons: readonly string[];
  /** The page of the claim with its attachments and its approval. */
  readonly link: string;
}

/** Dispute that the office decides. */
export interface ClaimDispute {
  /** The place that all of them claim. */
  readonly sort: number;
  /** How the collected record prints that author. */
  readonly printed: string;
  readonly views: readonly DisputeView[];
  /** Holder of the place in a registration of the paper that stands already. */
  readonly holder: { readonly name: string; readonly link: string } | null;
}

/** A collected record that may be the reader's, on the home page. */
export interface Claimable {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly year: number | null;
  readonly score: number;
  /** Codes of `matchReason`. */
  readonly reasons: readonly string[];
  /** The reader's place among the authors; null where only an address led to them. */
  readonly sort: number | null;
}

/** The question before a dispute is decided. */
export const disputeQuestion: Label = [
  '说明依据（2–500 字），各认领人都会收到',
  'Give the grounds (2–500 characters); all claimants receive them',
];
