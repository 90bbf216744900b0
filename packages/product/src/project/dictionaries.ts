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

export const checkType = dictionary(
  'checkType',
  ['检查类型', 'Check type'],
  [
    ['01', '年度检查', 'Annual'],
    ['02', '中期检查', 'Mid-term'],
    ['03', '专项检查', 'Special'],
    ['04', '结题前检查', 'Pre-conclusion'],
  ],
);

export const checkResult = dictionary(
  'checkResult',
  ['检查结论', 'Check result'],
  [
    ['01', '优秀', 'Excellent'],
    ['02', '合格', 'Pass'],
    ['03', '限期整改', 'Rectify within time limit'],
    ['04', '不合格', 'Fail'],
  ],
);

/** What a project brings forth, as scores count it. */
export const outputKind = dictionary(
  'scoreObject',
  ['计分对象', 'Score object'],
  [
    ['paper', '论文', 'Paper'],
    ['book', '著作', 'Book'],
    ['patent', '专利', 'Patent'],
    ['award', '成果获奖', 'Award'],
    ['advisory', '研究咨询报告', 'Advisory report'],
    ['standard', '标准', 'Standard'],
    ['copyright', '著作权', 'Copyright'],
    ['art', '艺术作品', 'Art'],
    ['literary', '文艺创作', 'Literary'],
    ['design', '设计艺术作品', 'Design'],
    ['music', '音乐作品', 'Music'],
    ['sport', '体育成果', 'Sports'],
    ['web', '优秀互联网文化成果', 'Web culture'],
    ['appraisal', '成果鉴定', 'Appraisal'],
    ['variety', '新品种', 'Variety'],
    ['drug', '新药', 'Drug'],
    ['product', '高新技术产品', 'Product'],
    ['vertical', '纵向项目立项', 'Vertical project'],
    ['horizontal', '横向项目立项', 'Horizontal project'],
    ['arrive', '到账经费', 'Arrived funds'],
    ['conclusion', '项目结题', 'Conclusion'],
    ['activityHold', '举办学术活动', 'Activity held'],
    ['activityJoin', '参加学术活动', 'Activity attended'],
    ['team', '团队(平台)', 'Team'],
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
