import { type Face, face } from '@keyan/kernel/definition/field/field.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** Kind of call that groups the records of a review: plan, batch or notice. */
export interface ReviewCall {
  readonly label: Label;
  readonly face: Face;
  /** Codes of `reviewTarget` whose records belong to the call. */
  readonly targets: readonly string[];
  /**
   * True if every record belongs to such a call; otherwise a review without a call contains records
   * without a call.
   */
  readonly everyRecord: boolean;
}

/** Kinds of calls by the field that refers to them; other targets have no call. */
export const reviewCalls = {
  planId: {
    label: ['申报计划', 'Calls for proposals'],
    face: face('declarePlan', ['申报计划', 'Calls for proposals']),
    targets: ['1'],
    everyRecord: true,
  },
  batchId: {
    label: ['检查（结题）批次', 'Batch of checks'],
    face: face('checkBatch', ['检查（结题）批次', 'Batch of checks']),
    targets: ['2', '3'],
    everyRecord: false,
  },
  noticeId: {
    label: ['评奖通知', 'Prize notice'],
    face: face('prizeNotice', ['评奖通知', 'Prize notice']),
    targets: ['4'],
    everyRecord: true,
  },
} as const satisfies Readonly<Record<string, ReviewCall>>;

export type CallField = keyof typeof reviewCalls;

const all: readonly ReviewCall[] = Object.values(reviewCalls);

/** True if every record of the target belongs to a call, so that no further selection is needed. */
export const answersFromAll = (target: string | null): boolean =>
  all.some(({ targets, everyRecord }) => everyRecord && targets.includes(target ?? ''));
