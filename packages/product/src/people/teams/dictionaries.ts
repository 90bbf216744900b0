import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const teamType = dictionary(
  'teamType',
  ['团队类别', 'Team type'],
  [
    ['01', '科研创新团队', 'Innovation team'],
    ['02', '科研平台（重点实验室）', 'Research platform or key laboratory'],
    ['03', '人文社科重点研究基地', 'Key research base of humanities and social sciences'],
    ['04', '工程技术研究中心', 'Engineering centre'],
    ['05', '智库', 'Think tank'],
    ['06', '产学研联合体', 'Industry–university–research alliance'],
    ['99', '其他', 'Other'],
  ],
);

export const teamLevel = dictionary(
  'teamLevel',
  ['团队级别', 'Team level'],
  [
    ['01', '国家级', 'National'],
    ['02', '省部级', 'Provincial or ministerial'],
    ['03', '市厅级', 'Municipal or departmental'],
    ['04', '校级', 'University'],
  ],
);

/** Code of `teamRole` for the team leader. */
export const teamLeaderRole = '1';

export const teamRole = dictionary(
  'teamRole',
  ['团队角色', 'Team role'],
  [
    [teamLeaderRole, '负责人（带头人）', 'Leader'],
    ['2', '学术骨干', 'Key member'],
    ['3', '成员', 'Member'],
    ['4', '秘书', 'Secretary'],
  ],
);

export const assessGrade = dictionary(
  'assessGrade',
  ['考核等级', 'Assessment grade'],
  [
    ['01', '优秀', 'Excellent'],
    ['02', '合格', 'Pass'],
    ['03', '基本合格', 'Basic pass'],
    ['04', '不合格', 'Fail'],
    ['05', '免考核', 'Exempt'],
    ['06', '不定等级', 'No grade'],
  ],
);

/** Codes of `teamReturnStatus`: correction pending, or done. */
export const teamReturnStatusCodes = { open: '0', done: '1' } as const;

export const teamReturnStatus = dictionary(
  'teamReturnStatus',
  ['退回处理状态', 'Return status'],
  [
    [teamReturnStatusCodes.open, '待修改', 'To be revised'],
    [teamReturnStatusCodes.done, '已修改', 'Revised'],
  ],
);
