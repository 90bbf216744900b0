import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Matters that require a compliance statement. */
export const complianceKind = dictionary(
  'complianceKind',
  ['合规事项', 'Compliance item'],
  [
    ['1', '科技伦理', 'Research ethics'],
    ['2', '生物安全', 'Biosafety'],
    ['3', '人类遗传资源', 'Human genetic resources'],
    ['4', '数据出境', 'Data export'],
  ],
);

/** States of a compliance matter. */
export const complianceState = dictionary(
  'complianceState',
  ['合规办理情况', 'Compliance status'],
  [
    ['0', '不涉及', 'Not applicable'],
    ['1', '办理中', 'In progress'],
    ['2', '已备案', 'Registered'],
    ['3', '已批准', 'Approved'],
    ['4', '已暂停（终止）', 'Suspended or ended'],
  ],
);

/** Stage at which an approval is required. */
export const complianceTime = dictionary(
  'complianceTime',
  ['批件提交时点', 'Approvals are due'],
  [
    ['1', '申报时', 'With the application'],
    ['2', '立项前', 'Before project approval'],
  ],
);
