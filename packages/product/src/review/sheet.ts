import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Line of a score sheet. */
export interface SheetLine {
  readonly sort: number;
  readonly itemName: string;
  readonly weight: number;
  readonly standard: string;
  readonly score: string;
  /** Reason for low points. */
  readonly words: string;
}

/** Anonymous opinion of another expert on the same record. */
export interface PeerOpinion {
  /** Number of the expert among the others, from 1: 专家1 … */
  readonly place: number;
  readonly total: string;
  readonly comment: string;
}

/** Data of the review page: task, review, and visible part of the record. */
export interface Sheet {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  /** Code of `reviewStatus`. */
  readonly status: string;
  readonly setName: string;
  readonly guide: string;
  readonly endTime: string;
  readonly minWords: number;
  /** Percentage of a criterion’s points below which a comment is required; 0 for never. */
  readonly commentBelow: number;
  /** Code of `scoreScheme`. */
  readonly scheme: string;
  readonly grade: string;
  readonly vote: string;
  /** Comment for the office only. */
  readonly secretComment: string;
  readonly applicant: string;
  readonly unit: string;
  /** True after the expert’s pledge, which opens the material. */
  readonly pledged: boolean;
  readonly backReason: string;
  readonly comment: string;
  readonly total: string;
  readonly lines: readonly SheetLine[];
  /** True if the sheet may be edited. */
  readonly isOpen: boolean;
  /** True during a second look: one more submission, without drafts. */
  readonly isSecondLook: boolean;
  /** Opinions of the other experts, during a second look. */
  readonly peers: readonly PeerOpinion[];
  /** Resource key of the record. */
  readonly resource: string;
  readonly record: RowLike;
  /** Id of the expert’s next open task by deadline; null if none. */
  readonly next: string | null;
}

/** Input of an expert. */
export interface SheetInput {
  readonly scores: readonly {
    readonly sort: number;
    readonly score: string | null;
    readonly words: string | null;
  }[];
  readonly grade: string;
  readonly vote: string;
  readonly comment: string;
  readonly secretComment: string;
}

export const sheetFaults = {
  missing: ['请给每项指标打分', 'Score every criterion'],
  tooMany: ['不能超过该项分值', 'Must not exceed the points of this criterion'],
  why: [
    '【{item}】得分低于 {percent}%，请填写理由',
    '{item}: a score below {percent}% needs a reason',
  ],
  noGrade: ['请选择等级', 'Choose a grade'],
  noVote: ['请表决', 'Cast your vote'],
  short: ['综合意见至少 {words} 字', 'The overall comment needs at least {words} characters'],
} as const satisfies Record<string, Label>;

/** Task of the reader on the home page. */
export interface OwnReview {
  readonly id: string;
  readonly title: string;
  readonly setName: string;
  readonly endTime: string;
  /** Code of `reviewStatus`. */
  readonly status: string;
}

/** Tasks of an expert: open ones by deadline, and counts of finished and all tasks. */
export interface OwnReviews {
  readonly open: number;
  readonly done: number;
  readonly rows: readonly OwnReview[];
}
