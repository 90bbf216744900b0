import type { Label } from '@keyan/kernel/label.ts';

export type Against = 'back' | 'close' | 'refuse';

/** What a rejection without a comment is answered with. */
export const reasons: Readonly<Record<Against, Label>> = {
  back: ['请填写退回意见，说明要改什么', 'Enter what has to be changed'],
  close: ['请填写关闭申请的理由', 'Enter why it is closed'],
  refuse: ['请填写不通过的理由', 'Enter why it is refused'],
};

/** What a refusal leaves to the applicant. */
export const refusalMeans = {
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
  /** The question before an applicant rejects. */
  readonly question: Label;
  readonly means: Label;
  readonly lacking: Against;
}

/** The texts of a rejection, by what it leads to. */
export const rejections: Readonly<Record<'return' | 'close', Rejection>> = {
  return: {
    button: ['退回', 'Return'],
    question: ['确定退回？', 'Return it?'],
    means: ['退回后按流程图重新办理', 'It is handled again from there'],
    lacking: 'back',
  },
  close: {
    button: ['关闭申请', 'Close application'],
    question: ['确定关闭该申请？', 'Close this application?'],
    means: ['关闭后流程结束，不再继续审批', 'The process ends; no further approval'],
    lacking: 'close',
  },
};
