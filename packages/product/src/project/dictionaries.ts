import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const programKind = dictionary(
  'programKind',
  ['项目性质', 'Project kind'],
  [
    ['vertical', '纵向项目', 'Vertical (government-funded)'],
    ['horizontal', '横向项目', 'Horizontal (contract)'],
    ['school', '校级项目', 'School-level'],
    ['cultural', '文化基地项目', 'Cultural-base'],
  ],
);

export const projectLevel = dictionary(
  'projectLevel',
  ['项目级别', 'Project level'],
  [
    ['01', '国家级', 'National'],
    ['02', '省部级', 'Provincial/ministerial'],
    ['03', '市厅级', 'Municipal/departmental'],
    ['04', '校级', 'School'],
    ['05', '院级', 'College'],
    ['06', '横向', 'Horizontal'],
    ['07', '国际合作', 'International'],
    ['99', '其他', 'Other'],
  ],
);

export const programStatus = dictionary(
  'programStatus',
  ['项目状态', 'Project status'],
  [
    ['10', '待立项', 'Pending approval'],
    ['20', '在研', 'In progress'],
    ['21', '延期在研', 'In progress (extended)'],
    ['22', '逾期', 'Overdue'],
    ['30', '结题中', 'Concluding'],
    ['40', '已结题', 'Concluded'],
    ['50', '终止中', 'Terminating'],
    ['60', '已终止', 'Terminated'],
    ['61', '已撤项', 'Revoked'],
    ['90', '暂停', 'Suspended'],
  ],
);
