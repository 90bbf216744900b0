import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** What reviews are about. A definition says under which of these its records are reviewed. */
export const reviewTarget = dictionary(
  'reviewTarget',
  ['评审对象', 'Review target'],
  [
    ['1', '项目申报', 'Project declarations'],
    ['2', '项目结题', 'Project conclusions'],
    ['3', '中期检查', 'Progress checks'],
    ['4', '评奖申报', 'Prize declarations'],
    ['5', '科研团队', 'Teams'],
    ['6', '成果认定', 'Achievements'],
    ['8', '学术活动', 'Academic activities'],
  ],
);

export const reviewMode = dictionary(
  'reviewMode',
  ['评审方式', 'Review mode'],
  [
    ['1', '网络通讯评审', 'Online'],
    ['2', '会议评审', 'Panel'],
    ['3', '答辩评审', 'Oral defence'],
  ],
);

/** Who is hidden from whom. Applicants never learn who judged them. */
export const blindMode = dictionary(
  'blindMode',
  ['盲评方式', 'Blind review'],
  [
    ['1', '单盲（隐藏专家）', 'Single (experts are hidden)'],
    ['2', '双盲（隐藏申请人与专家）', 'Double (applicants are hidden, too)'],
  ],
);

export const reviewStage = dictionary(
  'reviewStage',
  ['评审阶段', 'Stage of a review'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '评审中', 'Under review'],
    ['2', '已撤回', 'Withdrawn'],
    ['3', '已确认', 'Confirmed'],
  ],
);

/** Codes of `reviewStage`. */
export const stages = { draft: '0', open: '1', withdrawn: '2', confirmed: '3' } as const;

export const itemStatus = dictionary(
  'reviewItemStatus',
  ['评审对象状态', 'Status in review'],
  [
    ['0', '待安排', 'To arrange'],
    ['1', '评审中', 'Under review'],
    ['2', '已确认', 'Confirmed'],
    ['3', '已取消', 'Cancelled'],
  ],
);

/** Codes of `reviewItemStatus`. */
export const items = { waiting: '0', open: '1', confirmed: '2', cancelled: '3' } as const;

export const reviewStatus = dictionary(
  'reviewStatus',
  ['评审状态', 'Review status'],
  [
    ['1', '待评审', 'To review'],
    ['2', '已暂存', 'Draft'],
    ['3', '已提交', 'Submitted'],
    ['4', '已退回重评', 'Returned'],
    ['5', '已回避', 'Declined'],
    ['6', '已超时', 'Overdue'],
    ['7', '已取消', 'Cancelled'],
  ],
);

/** Codes of `reviewStatus`. */
export const tasks = {
  open: '1',
  kept: '2',
  handedIn: '3',
  returned: '4',
  declined: '5',
  overdue: '6',
  cancelled: '7',
} as const;

/** Tasks on which the expert still has to say something. */
export const openTasks: readonly string[] = [tasks.open, tasks.kept, tasks.returned];

export const expertType = dictionary(
  'expertType',
  ['专家类别', 'Type of expert'],
  [
    ['1', '校内专家', 'Of the university'],
    ['2', '校外专家', 'From outside'],
    ['3', '境外专家', 'From abroad'],
  ],
);

/** Why somebody should not judge a record. */
export const conflictType = dictionary(
  'conflictType',
  ['回避情形', 'Conflict of interest'],
  [
    ['1', '同一部门', 'Same department'],
    ['2', '同一单位', 'Same unit'],
    ['3', '合作者（近 5 年）', 'Co-author within five years'],
    ['4', '师生关系', 'Teacher and student'],
    ['5', '申请人申请回避', 'At the applicant’s request'],
    ['6', '亲属', 'Relative'],
    ['7', '申请人本人或项目成员', 'Named by the record'],
  ],
);
