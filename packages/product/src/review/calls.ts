import { type Face, face } from '@keyan/kernel/definition/field.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** What the records of one review have in common: they answer the same notice, or the same plan. */
export interface ReviewCall {
  /** Code of `reviewTarget`. */
  readonly target: string;
  /** The field of a review that names it. */
  readonly field: 'noticeId';
  readonly label: Label;
  readonly face: Face;
}

/** By code of `reviewTarget`. A further target is one line here, with a field of `pssz` for it. */
export const reviewCalls: readonly ReviewCall[] = [
  {
    target: '4',
    field: 'noticeId',
    label: ['评奖通知', 'Prize notice'],
    face: face('prizeNotice', ['评奖通知', 'Prize notice']),
  },
];
