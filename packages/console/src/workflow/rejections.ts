import type { Label } from '@keyan/kernel/label.ts';
import { opinionFault, opinionLabels } from '@keyan/kernel/values/opinion.ts';
import type { TaskPageData } from '@keyan/kernel/wire/tasks.ts';

export type RejectionKind = 'back' | 'close' | 'vote' | 'refuse';

/** Messages for a rejection without a comment. */
export const missingReasonTexts: Readonly<Record<RejectionKind, Label>> = {
  back: ['请填写退回意见，说明要改什么', 'Enter what has to be changed'],
  close: ['请填写关闭申请的理由', 'Enter why it is closed'],
  vote: ['请填写不同意的理由', 'Enter why you disagree'],
  refuse: ['请填写不通过的理由', 'Enter why it is rejected'],
};

/**
 * Returns the error of a rejection's comment, by the same rule as the server; null if it is valid.
 */
export const commentFault = (verdict: RejectionKind, comment: string): Label | null => {
  if (comment.trim() === '') return missingReasonTexts[verdict];
  return opinionFault(verdict === 'back' ? opinionLabels.back : opinionLabels.comment, comment);
};

/** Texts about what the applicant can do after a refusal. */
export const refusalConsequences = {
  copy: [
    '不通过后流程结束，申请人只能复制后重新提交',
    'The process ends; the applicant can only copy the record and submit the copy',
  ],
  mend: [
    '不通过后流程结束，申请人可以修改后重新提交',
    'The process ends; the applicant may correct the record and submit it again',
  ],
} as const satisfies Record<string, Label>;

export interface Rejection {
  readonly button: Label;
  /** Confirmation before an applicant or a voter rejects. */
  readonly question: Label;
  readonly means: Label;
  readonly lacking: RejectionKind;
}

/** Texts of a rejection, by its effect. */
export const rejectionTexts: Readonly<Record<Exclude<TaskPageData['against'], ''>, Rejection>> = {
  return: {
    button: ['退回', 'Return'],
    question: ['确定退回？', 'Return it?'],
    means: ['退回后按流程图重新办理', 'It goes through the steps again from there'],
    lacking: 'back',
  },
  close: {
    button: ['关闭申请', 'Close application'],
    question: ['确定关闭该申请？', 'Close this application?'],
    means: ['关闭后流程结束，不再继续审批', 'The process ends; no further approval'],
    lacking: 'close',
  },
  vote: {
    button: ['不同意', 'Disagree'],
    question: ['确定不同意？', 'Vote against it?'],
    means: ['计为一票反对，由表决结果决定', 'It counts as a vote against; the votes decide'],
    lacking: 'vote',
  },
  opinion: {
    button: ['不同意', 'Disagree'],
    question: ['确定提交不同意的意见？', 'Submit this opinion against it?'],
    means: ['只作为意见记录，由委派人决定', 'Kept as an opinion; whoever asked you decides'],
    lacking: 'vote',
  },
};

/** Returns true if a rejection names no step to which the record returns. */
export const isRejectionWithoutTarget = ({
  isConfirmation,
  against,
}: Pick<TaskPageData, 'isConfirmation' | 'against'>): boolean =>
  isConfirmation || against === 'vote' || against === 'opinion';

/**
 * Returns the rejection that a task's page offers. An applicant who confirms has only the route's,
 * a voter only the vote, and a person asked for an opinion only that; all others choose where to
 * return the record.
 */
export const rejectionOfTask = (
  task: Pick<TaskPageData, 'isConfirmation' | 'against'>,
): Rejection | undefined => {
  const way = isRejectionWithoutTarget(task) ? task.against : 'return';
  return way === '' ? undefined : rejectionTexts[way];
};
