import { f } from '@keyan/kernel/definition/field/field.ts';
import type { ChainLink, Step } from '@keyan/kernel/definition/life/process.ts';
import { linkIf, review, stepAfterReview } from '../shared/approval-steps.ts';
import { yesNo } from '../shared/dictionaries.ts';
import {
  type ReviewedOptions,
  reviewedKind,
  reviewedMixin,
  reviewOutcome,
  reviewWrites,
} from './reviewed.ts';

/** Route condition for records that need expert review. */
const isWanted = "${needReview == '1'}";

/**
 * Mixin of a kind whose records the office may send to expert review; without a call.
 * `withOptionalReview` creates the links of its route.
 */
export const optionalReview = (options: Omit<ReviewedOptions, 'call' | 'anonymousFiles'>) => {
  const whole = { ...options, call: null, anonymousFiles: ['36'] };
  const { fields, ...parts } = reviewedKind(whole);
  return reviewedMixin.with(whole, {
    ...parts,
    fields: {
      needReview: f.dict(['是否专家评审', 'Expert review'], yesNo).byApprover(),
      ...fields,
    },
  });
};

/** Route links: the office’s step, then optional expert review followed by the office again. */
export const withOptionalReview = (office: Step): readonly ChainLink[] => [
  { ...office, editable: [...(office.editable ?? []), 'needReview'] },
  linkIf({ ...review, editable: reviewWrites }, isWanted),
  linkIf({ ...office, ...stepAfterReview }, isWanted),
];

/** Form section with the review’s outcome. */
export const reviewSection = {
  key: 'review',
  title: ['专家评审', 'Expert review'],
  note: [
    '由科研处审核时决定是否组织专家评审',
    'The research office decides at its step whether to arrange an expert review',
  ],
  fields: ['needReview', ...reviewOutcome],
} as const;
