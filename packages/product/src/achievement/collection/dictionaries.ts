import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Status of a collected record, and answer of a person who was asked. */
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
export const claimCodes = {
  open: '0',
  inReview: '1',
  claimed: '2',
  ignored: '3',
  disputed: '4',
} as const;

/**
 * State of a claim. Codes 1, 2 and 4 equal those of `claimStatus`; 0 is a draft; 5 to 8 are states of a returned or
 * ended approval.
 */
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
    ['8', '已作废', 'Voided'],
  ],
);

/** Reason why a person may be an author of a collected record. */
export const matchReason = dictionary(
  'matchReason',
  ['匹配依据', 'Basis of match'],
  [
    ['identity', '邮箱或 ORCID', 'E-mail or ORCID'],
    ['name', '姓名', 'Name'],
    ['pinyin', '姓名拼音', 'Name in pinyin'],
    ['initials', '姓名缩写', 'Initials'],
    ['institution', '机构', 'Institution'],
    ['college', '院系', 'College'],
    ['coauthor', '合作者', 'Co-author'],
    ['discipline', '学科', 'Discipline'],
    ['elsewhere', '署名单位为外校', 'Affiliated elsewhere'],
    ['period', '不在校期间', 'Not at the university at the time'],
    ['denied', '曾答复非本人', 'Previously answered not theirs'],
  ],
);

export const questionScopeCodes = { sure: '1', all: '2' } as const;

/** People who are asked whether a released record is theirs. */
export const askScope = dictionary(
  'askScope',
  ['提醒范围', 'Reminder scope'],
  [
    [questionScopeCodes.sure, '确定匹配的人员', 'Certain matches'],
    [questionScopeCodes.all, '全部疑似人员', 'All possible matches'],
  ],
);
