import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Kinds of lists with which papers are compared. */
export const watchListKind = dictionary(
  'watchListKind',
  ['名单类型', 'List type'],
  [
    ['1', '撤稿名单', 'Retraction list'],
    ['2', '期刊预警名单', 'Journal warning list'],
    ['3', '来源标记', 'Source flags'],
  ],
);

/** Codes of `watchListKind`. */
export const watchListKindCodes = { retraction: '1', journal: '2', source: '3' } as const;

export const watchListStatus = dictionary(
  'watchListStatus',
  ['名单状态', 'Status of the list'],
  [
    ['1', '启用', 'Enabled'],
    ['2', '停用', 'Disabled'],
  ],
);

/** Codes of `watchListStatus`. */
export const watchListStatusCodes = { used: '1', retired: '2' } as const;

export const retractionCaseStatus = dictionary(
  'retractionCaseStatus',
  ['案件状态', 'Status of the case'],
  [
    ['0', '待核实', 'To be verified'],
    ['1', '待作者说明', 'Awaiting statements'],
    ['2', '待处理', 'To be decided'],
    ['3', '已决定', 'Decided'],
    ['4', '已办结', 'Closed'],
    ['9', '已排除', 'Dismissed'],
  ],
);

/** Codes of `retractionCaseStatus`. */
export const caseStatusCodes = {
  found: '0',
  asked: '1',
  stated: '2',
  decided: '3',
  closed: '4',
  dismissed: '9',
} as const;

export const caseDecision = dictionary(
  'retractionDecision',
  ['处理决定', 'Decision'],
  [
    ['1', '维持', 'No action'],
    ['2', '撤销计分', 'Revoke scores'],
    ['3', '追回奖励', 'Recover rewards'],
    ['4', '通报', 'Circulate a notice'],
    ['5', '撤销获奖（结题）认定', 'Revoke awards or closeouts'],
  ],
);

/** Codes of `retractionDecision`. */
export const caseDecisionCodes = {
  keep: '1',
  scores: '2',
  rewards: '3',
  notice: '4',
  awards: '5',
} as const;

/** Reasons for matching an entry with a paper of the library. */
export const caseMatch = dictionary(
  'retractionMatch',
  ['匹配依据', 'Basis of match'],
  [
    ['doi', 'DOI 一致', 'Same DOI'],
    ['title', '题名一致', 'Same title'],
    ['journal', '刊名一致', 'Same journal'],
    ['issn', 'ISSN 一致', 'Same ISSN'],
    ['year', '年份一致', 'Same year'],
    ['mark', '来源已标记撤稿', 'Flagged as retracted by a source'],
  ],
);

export type CaseMatch = (typeof caseMatch.entries)[number]['code'];

/** Kinds of records that rely on a paper. */
export const chainKind = dictionary(
  'retractionChain',
  ['关联事项', 'Linked items'],
  [
    ['score', '业绩计分', 'Score'],
    ['reward', '科研奖励', 'Reward'],
    ['award', '成果获奖', 'Award'],
    ['prize', '评奖申报', 'Prize application'],
    ['conclusion', '项目结题', 'Project closeout'],
    ['check', '项目检查', 'Project check'],
    ['represent', '代表作', 'Representative work'],
  ],
);

export type ChainKind = (typeof chainKind.entries)[number]['code'];

export const reversalKind = dictionary(
  'reversalKind',
  ['冲销类型', 'Reversal type'],
  [
    ['1', '撤销计分', 'Revoke a score'],
    ['2', '追回奖励', 'Recover a reward'],
  ],
);

/** Codes of `reversalKind`. */
export const reversalKindCodes = { score: '1', reward: '2' } as const;

export const reversalStatus = dictionary(
  'reversalStatus',
  ['冲销状态', 'Status of the reversal'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '待审批', 'Awaiting approval'],
    ['2', '已生效', 'In effect'],
    ['3', '已收回', 'Recovered'],
    ['9', '已取消', 'Cancelled'],
  ],
);

/** Codes of `reversalStatus`. */
export const reversalStatusCodes = {
  draft: '0',
  submitted: '1',
  inForce: '2',
  paidBack: '3',
  cancelled: '9',
} as const;

/** Message type of system messages. */
export const caseMessage = '99';
