import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Claim status of a collected record, and answer of somebody who was asked. */
export const claimStatus = dictionary(
  'claimStatus',
  ['认领状态', 'Claim status'],
  [
    ['0', '待认领', 'Unclaimed'],
    ['1', '认领审核中', 'In review'],
    ['2', '已认领', 'Claimed'],
    ['3', '已忽略（非本人）', 'Ignored (not mine)'],
    ['4', '争议中', 'Disputed'],
  ],
);

/** Codes of `claimStatus`. */
export const claims = {
  open: '0',
  inReview: '1',
  claimed: '2',
  ignored: '3',
  disputed: '4',
} as const;

/** State of a claim: the same codes, and those of an approval that ended or went back. */
export const claimState = dictionary(
  'claimState',
  ['认领状态', 'Claim status'],
  [
    ['0', '未提交', 'Not submitted'],
    ['1', '认领审核中', 'In review'],
    ['2', '已认领', 'Claimed'],
    ['4', '争议中', 'Disputed'],
    ['5', '已退回', 'Returned'],
    ['6', '不通过', 'Rejected'],
    ['7', '已撤回', 'Recalled'],
    ['8', '已作废', 'Void'],
  ],
);

/** Why a person may be an author of a collected record. */
export const matchReason = dictionary(
  'matchReason',
  ['匹配依据', 'Reason of the match'],
  [
    ['name', '姓名', 'Name'],
    ['institution', '机构', 'Institution'],
    ['identity', '邮箱或 ORCID', 'E-mail or ORCID'],
    ['coauthor', '合作者', 'Co-author'],
  ],
);
