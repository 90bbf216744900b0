import { type Face, face } from '@keyan/kernel/definition/field/field.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** Call that the records of one review answer together: a plan, a batch, a notice. */
export interface ReviewCall {
  readonly label: Label;
  readonly face: Face;
  /** Codes of `reviewTarget` whose records answer it. */
  readonly targets: readonly string[];
  /** Every one of these records answers one. Else a review without it is about those that answer none. */
  readonly everyRecord: boolean;
}

/** Calls that reviews and records name, by the field with the name. Targets that stand nowhere have none. */
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

/** Does every record of this target answer a call, so that no further choice of records is needed? */
export const answersFromAll = (target: string | null): boolean =>
  all.some(({ targets, everyRecord }) => everyRecord && targets.includes(target ?? ''));
