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

/** Records for which the office wants experts. */
const isWanted = "${needReview == '1'}";

/**
 * The mixin of a kind whose records experts judge where the office, at its step, wants them: they answer no
 * call. `withOptionalReview` makes the links of its route.
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

/** The office's step, then experts and the office again where it wants them. */
export const withOptionalReview = (office: Step): readonly ChainLink[] => [
  { ...office, editable: [...(office.editable ?? []), 'needReview'] },
  linkIf({ ...review, editable: reviewWrites }, isWanted),
  linkIf({ ...office, ...stepAfterReview }, isWanted),
];

/** The part of its form with what comes of a review. */
export const reviewSection = {
  key: 'review',
  title: ['专家评审', 'Expert review'],
  note: [
    '由科研处审核时决定是否组织专家评审',
    'The research office decides at its step whether to arrange an expert review',
  ],
  fields: ['needReview', ...reviewOutcome],
} as const;
