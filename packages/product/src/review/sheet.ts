import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** A line of the sheet on which an expert gives points. */
export interface SheetLine {
  readonly sort: number;
  readonly itemName: string;
  readonly weight: number;
  readonly standard: string;
  readonly score: string;
  /** Why so few points. */
  readonly words: string;
}

/** Opinion of another expert of the same record, without a name. */
export interface PeerOpinion {
  /** Place among the others, from 1: 专家1 … */
  readonly place: number;
  readonly total: string;
  readonly comment: string;
}

/** Data for the page 评审: the task, the round that it belongs to, and the record as far as it is shown. */
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
  /** Percent of a criterion's points below which it needs words; 0 for none. */
  readonly commentBelow: number;
  /** Code of `scoreScheme`. */
  readonly scheme: string;
  readonly grade: string;
  readonly vote: string;
  /** For the office alone. */
  readonly secretComment: string;
  readonly applicant: string;
  readonly unit: string;
  /** Has the expert said that nothing keeps them from judging it? The material opens then. */
  readonly pledged: boolean;
  readonly backReason: string;
  readonly comment: string;
  readonly total: string;
  readonly lines: readonly SheetLine[];
  /** May it still be filled in? */
  readonly isOpen: boolean;
  /** The expert may change what they said, once and without a draft. */
  readonly isSecondLook: boolean;
  /** Opinions of the others, once a second look was asked for. */
  readonly peers: readonly PeerOpinion[];
  /** The key of the record's definition. */
  readonly resource: string;
  readonly record: RowLike;
  /** The open tasks of the same expert, the first to end first. */
  readonly next: string | null;
}

/** Values that an expert enters. */
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

/** A task of the reader on the home page. */
export interface OwnReview {
  readonly id: string;
  readonly title: string;
  readonly setName: string;
  readonly endTime: string;
  /** Code of `reviewStatus`. */
  readonly status: string;
}

/** Tasks of an expert: the open ones, the first to end first, and the number done of all. */
export interface OwnReviews {
  readonly open: number;
  readonly done: number;
  readonly rows: readonly OwnReview[];
}
