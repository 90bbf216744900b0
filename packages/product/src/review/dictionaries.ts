import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Targets of reviews; a definition names the target of its records. */
export const reviewTarget = dictionary(
  'reviewTarget',
  ['评审对象', 'Review target'],
  [
    ['1', '项目申报', 'Project applications'],
    ['2', '项目结题', 'Project closeouts'],
    ['3', '中期检查', 'Progress checks'],
    ['4', '评奖申报', 'Prize applications'],
    ['5', '科研团队', 'Teams'],
    ['6', '成果认定', 'Achievements'],
    ['7', '科技伦理审查', 'Ethics reviews'],
    ['8', '学术活动', 'Academic activities'],
  ],
);

/**
 * Targets decided by an office other than the research office, which reads only results without a
 * further right.
 */
export const otherOfficeTargets = ['7'] as const;

export const reviewMode = dictionary(
  'reviewMode',
  ['评审方式', 'Review mode'],
  [
    ['1', '网络通讯评审', 'Online'],
    ['2', '会议评审', 'Panel'],
    ['3', '答辩评审', 'Oral defence'],
  ],
);

/** Modes of anonymity; applicants never learn who judged them. */
export const blindMode = dictionary(
  'blindMode',
  ['盲评方式', 'Blind review'],
  [
    ['0', '实名', 'Open'],
    ['1', '单盲（隐藏专家）', 'Single-blind (experts hidden)'],
    ['2', '双盲（隐藏申请人与专家）', 'Double-blind (applicants hidden too)'],
  ],
);

export const reviewStage = dictionary(
  'reviewStage',
  ['评审阶段', 'Review stage'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '评审中', 'Under review'],
    ['2', '已撤回', 'Withdrawn'],
    ['3', '已确认', 'Confirmed'],
    ['4', '已反馈', 'Feedback sent'],
    ['5', '分配中', 'Assigning'],
  ],
);

/** Codes of `reviewStage`. */
export const reviewStageCodes = {
  draft: '0',
  open: '1',
  withdrawn: '2',
  confirmed: '3',
  fedBack: '4',
  assigning: '5',
} as const;

/** Scoring schemes: points, grades or votes. */
export const scoreScheme = dictionary(
  'scoreScheme',
  ['评分方式', 'Scoring method'],
  [
    ['1', '指标打分（百分制）', 'Points by criterion (out of 100)'],
    ['2', '等级（A/B/C/D）', 'Grades (A, B, C, D)'],
    ['3', '投票（同意/不同意/弃权）', 'Votes (for, against, abstained)'],
  ],
);

/** Codes of `scoreScheme`. */
export const scoreSchemeCodes = { points: '1', grades: '2', votes: '3' } as const;

export const reviewGrade = dictionary(
  'reviewGrade',
  ['评审等级', 'Grade'],
  [
    ['A', 'A 优秀（优先资助）', 'A excellent'],
    ['B', 'B 良好（可资助）', 'B good'],
    ['C', 'C 一般（建议修改）', 'C to be revised'],
    ['D', 'D 不予资助', 'D not to be funded'],
  ],
);

export const reviewVote = dictionary(
  'reviewVote',
  ['评审表决', 'Vote'],
  [
    ['1', '同意', 'For'],
    ['2', '不同意', 'Against'],
    ['3', '弃权', 'Abstained'],
  ],
);

/** Codes of `reviewVote`. */
export const reviewVoteCodes = { agree: '1', against: '2', abstained: '3' } as const;

export const reviewConclusion = dictionary(
  'reviewConclusion',
  ['评审结论', 'Conclusion'],
  [
    ['1', '推荐', 'Recommended'],
    ['2', '备选', 'In reserve'],
    ['3', '不推荐', 'Not recommended'],
  ],
);

/** Information about a review that is disclosed to the parties of a record. */
export const reviewPublicity = dictionary(
  'reviewPublicity',
  ['结果反馈', 'Feedback'],
  [
    ['0', '不反馈', 'None'],
    ['1', '仅结论', 'Conclusion only'],
    ['2', '结论与匿名意见', 'Conclusion and anonymous comments'],
  ],
);

export const taskRole = dictionary(
  'reviewTaskRole',
  ['专家角色', 'Expert’s role'],
  [
    ['1', '正选', 'Selected'],
    ['2', '候补', 'Reserve'],
    ['3', '加评', 'Added'],
  ],
);

/** Codes of `taskRole`. */
export const taskRoleCodes = { asked: '1', reserve: '2', added: '3' } as const;

export const itemStatus = dictionary(
  'reviewItemStatus',
  ['评审对象状态', 'Review item status'],
  [
    ['0', '待安排', 'To arrange'],
    ['1', '评审中', 'Under review'],
    ['2', '已确认', 'Confirmed'],
    ['3', '已取消', 'Cancelled'],
  ],
);

/** Codes of `reviewItemStatus`. */
export const itemCodes = {
  waiting: '0',
  open: '1',
  confirmed: '2',
  cancelled: '3',
} as const;

export const reviewStatus = dictionary(
  'reviewStatus',
  ['评审状态', 'Review status'],
  [
    ['0', '候补', 'In reserve'],
    ['1', '待评审', 'To review'],
    ['2', '已暂存', 'Draft'],
    ['3', '已提交', 'Submitted'],
    ['4', '已退回重评', 'Returned'],
    ['5', '已回避', 'Declined'],
    ['6', '已超时', 'Overdue'],
    ['7', '已取消', 'Cancelled'],
    ['8', '复议中', 'Under reconsideration'],
  ],
);

/** Codes of `reviewStatus`. */
export const taskCodes = {
  reserve: '0',
  open: '1',
  kept: '2',
  handedIn: '3',
  returned: '4',
  declined: '5',
  overdue: '6',
  cancelled: '7',
  looking: '8',
} as const;

/** Codes of tasks that await an expert’s first or renewed opinion. */
export const openTaskCodes: readonly string[] = [
  taskCodes.open,
  taskCodes.kept,
  taskCodes.returned,
];

/** Codes of tasks whose opinion counts; during a second look the earlier opinion counts. */
export const countedTaskCodes: readonly string[] = [taskCodes.handedIn, taskCodes.looking];

/** Codes of tasks that the expert may edit. */
export const writableTasks: readonly string[] = [...openTaskCodes, taskCodes.looking];

export const expertType = dictionary(
  'expertType',
  ['专家类别', 'Expert type'],
  [
    ['1', '校内专家', 'Internal expert'],
    ['2', '校外专家', 'External expert'],
    ['3', '境外专家', 'Overseas expert'],
  ],
);

/** Code of `expertType` for experts with an account of the university. */
export const universityExpertType = '1';

/** Types of conflicts of interest. */
export const conflictType = dictionary(
  'conflictType',
  ['回避情形', 'Conflict of interest'],
  [
    ['1', '同一部门', 'Same department'],
    ['2', '同一单位', 'Same unit'],
    ['3', '合作者（近 5 年）', 'Co-author within five years'],
    ['4', '师生关系', 'Supervisor and student'],
    ['5', '申请人申请回避', 'At the applicant’s request'],
    ['6', '亲属', 'Relative'],
    ['7', '申请人本人或项目成员', 'Named in the record'],
  ],
);

/** Types of relations between people. */
export const relationType = dictionary(
  'personRelationType',
  ['人员关系类型', 'Relationship type'],
  [
    ['1', '导师', 'Supervisor'],
    ['2', '学生', 'Student'],
    ['3', '亲属', 'Relative'],
  ],
);

/** Code of `relationType` for relatives; the other codes are teacher and student. */
export const relativesCode = '3';

/** Permitted grounds of an objection; disagreement with the experts’ judgement is not permitted. */
export const objectionGround = dictionary(
  'objectionGround',
  ['异议理由', 'Ground of an objection'],
  [
    ['1', '评审程序', 'Review procedure'],
    ['2', '专家回避', 'Expert conflict of interest'],
    ['3', '事实认定', 'Facts'],
  ],
);

export const objectionDecision = dictionary(
  'objectionDecision',
  ['异议处理结论', 'Decision on an objection'],
  [
    ['1', '维持', 'Upheld'],
    ['2', '更正', 'Corrected'],
    ['3', '重评', 'Review again'],
  ],
);

/** Codes of `objectionDecision`. */
export const objectionDecisionCodes = { stands: '1', corrected: '2', anew: '3' } as const;

export const objectionStatus = dictionary(
  'objectionStatus',
  ['异议状态', 'Status of an objection'],
  [
    ['0', '待处理', 'To be answered'],
    ['1', '已答复', 'Answered'],
  ],
);

/** Codes of `objectionStatus`. */
export const objectionStatusCodes = { open: '0', answered: '1' } as const;

export const feeStatus = dictionary(
  'reviewFeeStatus',
  ['评审费状态', 'Review fee status'],
  [
    ['0', '待确认', 'To be confirmed'],
    ['1', '已确认', 'Confirmed'],
    ['2', '已发放', 'Paid'],
  ],
);

/** Codes of `reviewFeeStatus`. */
export const feeStatusCodes = { open: '0', confirmed: '1', paid: '2' } as const;

export const meetingStage = dictionary(
  'reviewMeetingStage',
  ['会评阶段', 'Meeting stage'],
  [
    ['0', '待开会', 'Not started'],
    ['1', '进行中', 'Under way'],
    ['2', '待签字', 'To be signed'],
    ['3', '已签字', 'Signed'],
  ],
);

/** Codes of `reviewMeetingStage`. */
export const meetingStageCodes = { toCome: '0', underWay: '1', closing: '2', signed: '3' } as const;

export const signWay = dictionary(
  'reviewSignWay',
  ['签字方式', 'Signing method'],
  [
    ['1', '手机确认', 'Confirmed on a phone'],
    ['2', '纸质签字', 'On paper'],
  ],
);

/** Codes of `signWay`. */
export const signWayCodes = { phone: '1', paper: '2' } as const;
