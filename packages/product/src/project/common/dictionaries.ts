import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const programKind = dictionary(
  'programKind',
  ['项目性质', 'Project kind'],
  [
    ['vertical', '纵向项目', 'Government-funded project'],
    ['horizontal', '横向项目', 'Contract-funded project'],
    ['school', '校级项目', 'University-funded project'],
    ['cultural', '文化基地项目', 'Cultural-base project'],
    ['surplus', '结余账户', 'Surplus account'],
  ],
);

/** Submissions that a batch can request. */
export const batchType = dictionary(
  'checkBatchType',
  ['批次类型', 'Batch type'],
  [
    ['1', '检查报告', 'Progress reports'],
    ['2', '项目结题', 'Closeouts'],
  ],
);

export const checkType = dictionary(
  'checkType',
  ['检查类型', 'Check type'],
  [
    ['01', '年度检查', 'Annual'],
    ['02', '中期检查', 'Mid-term'],
    ['03', '专项检查', 'Special'],
    ['04', '结题前检查', 'Pre-closeout'],
  ],
);

export const checkResult = dictionary(
  'checkResult',
  ['检查结论', 'Check result'],
  [
    ['01', '优秀', 'Excellent'],
    ['02', '合格', 'Pass'],
    ['03', '限期整改', 'Rectify by deadline'],
    ['04', '不合格', 'Fail'],
  ],
);

/** Outputs registered as achievements that scores count. */
export const achievementOutputs = [
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
] as const;

export type AchievementOutput = (typeof achievementOutputs)[number][0];

/** Projects, funds and activities that scores count. */
export const workOutputs = [
  ['vertical', '纵向项目立项', 'Government-funded project'],
  ['horizontal', '横向项目立项', 'Contract-funded project'],
  ['arrive', '到账经费', 'Funds received'],
  ['conclusion', '项目结题', 'Closeout'],
  ['activityHold', '举办学术活动', 'Activity held'],
  ['activityJoin', '参加学术活动', 'Activity attended'],
] as const;

/** Kinds of outputs that scores count. */
export const outputKind = dictionary(
  'scoreObject',
  ['计分对象', 'Scored output'],
  [...achievementOutputs, ...workOutputs, ['team', '团队（平台）', 'Team']],
);

/** Forms of research results, for declarations, prizes and awards. */
export const resultForm = dictionary(
  'resultForm',
  ['成果形式', 'Result form'],
  [
    ['01', '论文', 'Paper'],
    ['02', '专著', 'Monograph'],
    ['03', '研究报告（咨询报告）', 'Research report'],
    ['04', '专利', 'Patent'],
    ['05', '软件', 'Software'],
    ['06', '标准', 'Standard'],
    ['07', '新产品（样机）', 'Product/prototype'],
    ['08', '新工艺（新技术）', 'Process'],
    ['09', '新品种', 'Variety'],
    ['10', '教材', 'Textbook'],
    ['11', '译著', 'Translation'],
    ['12', '艺术作品', 'Art work'],
    ['13', '数据库', 'Database'],
    ['14', '人才培养', 'Talent training'],
    ['99', '其他', 'Other'],
  ],
);

export const projectLevel = dictionary(
  'projectLevel',
  ['项目级别', 'Project level'],
  [
    ['01', '国家级', 'National'],
    ['02', '省部级', 'Provincial/ministerial'],
    ['03', '市厅级', 'Municipal/departmental'],
    ['04', '校级', 'University'],
    ['05', '院级', 'College'],
    ['06', '横向', 'Contract-funded'],
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
    ['30', '结题中', 'Closing out'],
    ['40', '已结题', 'Closed out'],
    ['50', '终止中', 'Terminating'],
    ['60', '已终止', 'Terminated'],
    ['61', '已撤项', 'Revoked'],
    ['90', '暂停', 'Suspended'],
  ],
);

/** Code of `fundMode` for a lump sum, which has no limits per item. */
export const lumpSum = '2';

/** Code of `fundMode` for budget control, which limits each item. */
export const byBudgetModeCode = '1';

export const fundMode = dictionary(
  'fundMode',
  ['经费管理方式', 'Funding mode'],
  [
    ['1', '预算制', 'Budget-based'],
    ['2', '包干制', 'Lump-sum'],
  ],
);

/** Status of published items: calls, prize notices, score norms, reviews. */
export const releaseStatus = dictionary(
  'releaseStatus',
  ['发布状态', 'Release status'],
  [
    ['0', '未发布', 'Not published'],
    ['1', '已发布', 'Published'],
    ['2', '已撤回', 'Withdrawn'],
    ['3', '已截止', 'Closed'],
  ],
);

export const delayReason = dictionary(
  'delayReason',
  ['延期原因', 'Delay reason'],
  [
    ['01', '研究任务未完成', 'Research unfinished'],
    ['02', '成果尚未发表（出版、授权）', 'Outputs not yet out'],
    ['03', '经费到位滞后', 'Funds late'],
    ['04', '负责人出国（进修、病假、产假）', 'Leader on leave'],
    ['05', '合作单位原因', 'Partner'],
    ['06', '不可抗力', 'Force majeure'],
    ['99', '其他', 'Other'],
  ],
);

export const overType = dictionary(
  'overType',
  ['终止类型', 'Termination type'],
  [
    ['01', '主动终止', 'Voluntary termination'],
    ['02', '上级撤项', 'Revoked by funder'],
    ['03', '学校终止', 'Terminated by the university'],
    ['04', '合同解除', 'Contract rescinded'],
    ['05', '负责人调离/离世', 'Leader left or deceased'],
  ],
);

export const surplusHandle = dictionary(
  'surplusHandle',
  ['结余处理方式', 'Use of surplus'],
  [
    ['01', '留归项目组用于科研直接支出', 'Kept by the team'],
    ['02', '转入个人（团队）科研发展账户', 'To personal/team research account'],
    ['03', '上缴学校统筹', 'Returned to the university pool'],
    ['04', '退回拨款单位', 'Returned to funder'],
    ['05', '结转至其他在研项目', 'Carried to another project'],
    ['06', '按合同约定提取绩效', 'Performance pay per contract'],
  ],
);

/** Stages of a surplus; uses that are paid out have a payment stage after approval. */
export const surplusStatus = dictionary(
  'surplusStatus',
  ['结余状态', 'Surplus status'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '审批中', 'In approval'],
    ['2', '已通过', 'Approved'],
    ['7', '已付款', 'Paid out'],
    ['3', '已退回', 'Returned'],
    ['4', '不通过', 'Rejected'],
    ['5', '已撤回', 'Recalled'],
    ['6', '已作废', 'Voided'],
  ],
);

export const conclusionType = dictionary(
  'conclusionType',
  ['结题方式', 'Closeout method'],
  [
    ['01', '会议验收', 'Meeting acceptance'],
    ['02', '通讯评审', 'Correspondence review'],
    ['03', '材料验收（书面）', 'Document acceptance'],
    ['04', '免于鉴定', 'Exempt from appraisal'],
    ['05', '上级部门结题（登记）', 'Closed out by funder (registered)'],
    ['06', '合同验收（甲方出具验收证明）', 'Contract acceptance (certified by the client)'],
  ],
);

export const conclusionGrade = dictionary(
  'conclusionGrade',
  ['结题等级', 'Closeout grade'],
  [
    ['01', '优秀', 'Excellent'],
    ['02', '良好', 'Good'],
    ['03', '合格', 'Pass'],
    ['04', '不合格', 'Fail'],
    ['05', '免评级', 'Ungraded'],
  ],
);

export const changeType = dictionary(
  'changeType',
  ['变更类型', 'Change type'],
  [
    ['01', '变更项目负责人', 'Leader'],
    ['02', '变更项目成员', 'Members'],
    ['03', '变更项目名称', 'Title'],
    ['04', '变更研究内容（技术路线）', 'Content'],
    ['05', '变更承担单位（依托单位）', 'Host unit'],
    ['06', '变更最终成果形式', 'Result form'],
    ['07', '预算调剂', 'Budget adjustment'],
    ['08', '变更起止日期', 'Dates'],
    ['09', '变更合作单位（外拨）', 'Cooperating unit'],
    ['10', '合同金额变更（补充协议）', 'Contract amount (supplement)'],
    ['99', '其他', 'Other'],
  ],
);

export const memberRole = dictionary(
  'memberRole',
  ['项目成员角色', 'Project role'],
  [
    ['01', '项目负责人', 'Principal investigator'],
    ['02', '共同负责人', 'Co-PI'],
    ['03', '子课题负责人', 'Sub-project leader'],
    ['04', '主要参与人', 'Key member'],
    ['05', '参与人', 'Member'],
    ['06', '科研助理（财务助理）', 'Research/finance assistant'],
  ],
);

export const unitNature = dictionary(
  'unitNature',
  ['单位类型', 'Unit type'],
  [
    ['01', '企业', 'Enterprise'],
    ['02', '高校', 'University'],
    ['03', '科研院所', 'Institute'],
    ['04', '政府', 'Government'],
    ['05', '事业单位', 'Public institution'],
    ['06', '社会组织', 'Social organisation'],
    ['07', '境外机构', 'Overseas'],
  ],
);

export const unitRole = dictionary(
  'unitRole',
  ['单位参与方式', 'Unit role'],
  [
    ['1', '牵头（主持）', 'Lead'],
    ['2', '合作（参与）', 'Participate'],
    ['3', '委托方（甲方）', 'Client'],
  ],
);

/** States of a declaration. */
export const declareStatus = dictionary(
  'declareStatus',
  ['申报状态', 'Application status'],
  [
    ['0', '草稿', 'Draft'],
    ['10', '待院系审核', 'With the college'],
    ['20', '待科研处形式审查', 'Awaiting eligibility check'],
    ['30', '形式审查通过', 'Eligibility check passed'],
    ['40', '评审中', 'In review'],
    ['50', '拟立项', 'Proposed for approval'],
    ['60', '已立项', 'Approved'],
    ['70', '未立项', 'Not approved'],
    ['71', '未获资助', 'Not funded'],
    ['80', '已退回', 'Returned'],
    ['81', '已撤回', 'Recalled'],
    ['82', '形式审查不通过', 'Eligibility check failed'],
    ['90', '已作废', 'Voided'],
  ],
);

export const formalResult = dictionary(
  'formalResult',
  ['形式审查结果', 'Eligibility check'],
  [
    ['1', '通过', 'Passed'],
    ['2', '不通过', 'Failed'],
  ],
);

export const researchType = dictionary(
  'researchType',
  ['研究类别', 'Research type'],
  [
    ['1', '基础研究', 'Basic research'],
    ['2', '应用研究', 'Applied research'],
    ['3', '试验发展', 'Experimental development'],
    ['4', 'R&D成果应用', 'Application of R&D results'],
    ['5', '其他科技服务', 'Other services'],
  ],
);

export const deptQuotaMode = dictionary(
  'deptQuotaMode',
  ['院系限额方式', 'College quota mode'],
  [
    ['0', '不限', 'None'],
    ['1', '统一限额', 'Same quota for all'],
    ['2', '按院系单独限额', 'Separate quota per college'],
  ],
);

/** Answers of members named in a declaration. */
export const memberAnswer = dictionary(
  'memberAnswer',
  ['成员确认', 'Member confirmation'],
  [
    ['0', '待确认', 'Awaiting'],
    ['1', '已同意', 'Agreed'],
    ['2', '不参与', 'Declined'],
  ],
);
