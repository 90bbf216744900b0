import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const fundMode = dictionary(
  'fundMode',
  ['经费管理方式', 'Funding mode'],
  [
    ['1', '预算制', 'Budget-based'],
    ['2', '包干制', 'Lump-sum'],
  ],
);

export const changeType = dictionary(
  'changeType',
  ['变更类型', 'Change type'],
  [
    ['01', '变更项目负责人', 'Leader'],
    ['02', '变更项目成员', 'Members'],
    ['03', '变更项目名称', 'Title'],
    ['04', '变更研究内容(技术路线)', 'Content'],
    ['05', '变更承担单位(依托单位)', 'Host unit'],
    ['06', '变更最终成果形式', 'Result form'],
    ['07', '预算调剂', 'Budget adjustment'],
    ['08', '变更起止日期', 'Dates'],
    ['09', '变更合作单位(外拨)', 'Cooperating unit'],
    ['10', '合同金额变更(补充协议)', 'Contract amount'],
    ['99', '其他', 'Other'],
  ],
);

export const delayReason = dictionary(
  'delayReason',
  ['延期原因', 'Delay reason'],
  [
    ['01', '研究任务未完成', 'Research unfinished'],
    ['02', '成果尚未发表(出版、授权)', 'Outputs not yet out'],
    ['03', '经费到位滞后', 'Late funding'],
    ['04', '负责人出国(进修、病假、产假)', 'Leader on leave'],
    ['05', '合作单位原因', 'Partner'],
    ['06', '不可抗力', 'Force majeure'],
    ['99', '其他', 'Other'],
  ],
);

export const conclusionType = dictionary(
  'conclusionType',
  ['结题方式', 'Conclusion method'],
  [
    ['01', '会议验收', 'Meeting acceptance'],
    ['02', '通讯评审', 'Correspondence review'],
    ['03', '材料验收(书面)', 'Document acceptance'],
    ['04', '免于鉴定', 'Exempt from appraisal'],
    ['05', '上级部门结题(登记)', 'Concluded by funder (register)'],
    ['06', '合同验收(甲方出具验收证明)', 'Acceptance by client'],
  ],
);

export const conclusionGrade = dictionary(
  'conclusionGrade',
  ['结题等级', 'Conclusion grade'],
  [
    ['01', '优秀', 'Excellent'],
    ['02', '良好', 'Good'],
    ['03', '合格', 'Pass'],
    ['04', '不合格', 'Fail'],
    ['05', '免评级', 'Ungraded'],
  ],
);

export const overType = dictionary(
  'overType',
  ['终止类型', 'Termination type'],
  [
    ['01', '主动终止', 'Voluntary termination'],
    ['02', '上级撤项', 'Revoked by funder'],
    ['03', '学校终止', 'Terminated by school'],
    ['04', '合同解除', 'Contract rescinded'],
    ['05', '负责人调离/离世', 'Leader left or deceased'],
  ],
);

export const surplusHandle = dictionary(
  'surplusHandle',
  ['结余处理方式', 'Surplus handling'],
  [
    ['01', '留归项目组用于科研直接支出', 'Kept by the team'],
    ['02', '转入个人(团队)科研发展账户', 'To personal/team research account'],
    ['03', '上缴学校统筹', 'Returned to the school pool'],
    ['04', '退回拨款单位', 'Returned to funder'],
    ['05', '结转至其他在研项目', 'Carried to another project'],
    ['06', '按合同约定提取绩效', 'Performance pay per contract'],
  ],
);

export const partyType = dictionary(
  'partyType',
  ['甲方单位性质', 'Client type'],
  [
    ['01', '国有企业', 'State-owned enterprise'],
    ['02', '民营企业', 'Private enterprise'],
    ['03', '外商及港澳台投资企业', 'Foreign/HK/Macao/TW enterprise'],
    ['04', '政府部门', 'Government'],
    ['05', '事业单位', 'Public institution'],
    ['06', '高等学校', 'University'],
    ['07', '科研院所', 'Research institute'],
    ['08', '社会团体', 'Social organisation'],
    ['09', '境外机构', 'Overseas organisation'],
    ['10', '自然人', 'Individual'],
  ],
);

export const formalResult = dictionary(
  'formalResult',
  ['形式审查结果', 'Formal check'],
  [
    ['1', '通过', 'Passed'],
    ['2', '不通过', 'Not passed'],
  ],
);
