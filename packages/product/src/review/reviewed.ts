import { f } from '@keyan/kernel/definition/field.ts';
import { defineMixin } from '@keyan/kernel/definition/mixin.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** A criterion by which experts judge, and its points of a hundred. */
export interface Criterion {
  readonly label: Label;
  readonly points: number;
  readonly standard: Label;
}

/** What the review wants to know of a kind whose records experts judge. */
export interface ReviewedOptions {
  /** Code of `reviewTarget`. */
  readonly target: string;
  /** The reference to the notice or plan that the records of one review answer. */
  readonly call: string;
  /** Points add up to 100. A review may change them. */
  readonly criteria: readonly Criterion[];
  /** What experts are shown of a record, and no more. */
  readonly shown: readonly string[];
  /** What of it is withheld where the review is blind both ways. */
  readonly identifying: readonly string[];
  /** Categories of attachments that name nobody: the only ones that are shown then. */
  readonly anonymousFiles: readonly string[];
}

/** Records of this kind go to experts: what the review finds out of a kind by. */
export const reviewedMixin = defineMixin<ReviewedOptions>('reviewed');

/**
 * The mixin of a kind whose records experts judge: `with: [reviewed({ … })]`, and the wait of the route
 * for the matter `review`, with `reviewOutcome` as what it may change.
 * @throws Error for criteria that do not add up to a hundred points.
 */
export const reviewed = (options: ReviewedOptions) => {
  const points = options.criteria.reduce((sum, one) => sum + one.points, 0);
  if (points !== 100) throw new Error(`the criteria add up to ${points} points`);
  return reviewedMixin.with(options, {
    fields: {
      reviewScore: f.decimal(['评审得分', 'Review score'], 2).byApprover(),
      reviewRank: f.integer(['评审排名', 'Review rank']).byApprover(),
    },
    reads: [options.call, ...options.shown, ...options.identifying],
  });
};

/** The fields into which the outcome of a review goes. */
export const reviewOutcome = ['reviewScore', 'reviewRank'] as const;
