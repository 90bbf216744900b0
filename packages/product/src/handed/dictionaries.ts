import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const handedSource = dictionary(
  'handedSource',
  ['报出来源', 'Source of reported data'],
  [
    ['1', '反向填报', 'Requested table'],
    ['2', '统计年报', 'Annual report'],
    ['4', '手工登记', 'Entered by hand'],
  ],
);

/** Codes of `handedSource`. */
export const handedSources = { fill: '1', annual: '2', manual: '4' } as const;

export const handedRecipient = dictionary(
  'handedRecipient',
  ['接收方类别', 'Recipient type'],
  [
    ['1', '国家部委', 'Ministry'],
    ['2', '省（市）主管部门', 'Authority of the province or city'],
    ['3', '资助机构', 'Funder'],
    ['4', '校领导讲话（材料）', 'Leader’s speech or material'],
    ['5', '媒体（公众）', 'Media or the public'],
    ['9', '其他', 'Other'],
  ],
);

export const handedStatus = dictionary(
  'handedStatus',
  ['报出状态', 'Status of reported data'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '已报出', 'Reported'],
    ['9', '已撤回', 'Withdrawn'],
  ],
);

/** Codes of `handedStatus`. */
export const handed = { draft: '0', out: '1', withdrawn: '9' } as const;
