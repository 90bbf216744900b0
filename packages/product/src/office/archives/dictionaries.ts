import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Kinds of records whose files can be packed; codes are resource keys. */
export const zipKind = dictionary(
  'zipKind',
  ['打包业务', 'Packed records'],
  [
    ['declareInfo', '项目申报', 'Applications'],
    ['programApproval', '项目立项', 'Approvals of projects'],
    ['horizontalRecord', '合同备案', 'Contracts'],
    ['checkReport', '检查报告', 'Progress reports'],
    ['papersapp', '论文', 'Papers'],
    ['bookapp', '著作', 'Books'],
    ['patentapp', '专利', 'Patents'],
    ['achievementAwd', '获奖', 'Awards'],
    ['advisoryapp', '咨询报告', 'Advisory reports'],
  ],
);
