import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const appraisalForm = dictionary(
  'appraisalForm',
  ['鉴定形式', 'Appraisal form'],
  [
    ['01', '会议鉴定（评价）', 'Meeting'],
    ['02', '函审鉴定（评价）', 'Correspondence'],
    ['03', '检测鉴定', 'Testing'],
    ['04', '验收鉴定', 'Acceptance'],
    ['05', '第三方评价', 'Third-party'],
  ],
);

export const appraisalLevel = dictionary(
  'appraisalLevel',
  ['鉴定水平', 'Appraised level'],
  [
    ['01', '国际领先', 'Internationally leading'],
    ['02', '国际先进', 'Internationally advanced'],
    ['03', '国内领先', 'Domestically leading'],
    ['04', '国内先进', 'Domestically advanced'],
    ['05', '其他', 'Other'],
  ],
);
