import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const activityType = dictionary(
  'activityType',
  ['学术活动类型', 'Activity type'],
  [
    ['01', '学术会议', 'Conference'],
    ['02', '学术讲座（报告）', 'Lecture'],
    ['03', '学术论坛', 'Forum'],
    ['04', '研讨会（工作坊）', 'Seminar/workshop'],
    ['05', '学术年会', 'Annual meeting'],
    ['06', '培训（研修）班', 'Training'],
    ['07', '展览', 'Exhibition'],
    ['99', '其他', 'Other'],
  ],
);

export const activityForm = dictionary(
  'activityForm',
  ['举办形式', 'Mode'],
  [
    ['1', '线下', 'In person'],
    ['2', '线上', 'Online'],
    ['3', '线上线下结合', 'Both'],
  ],
);

export const hostMode = dictionary(
  'hostMode',
  ['举办方式', 'Our role'],
  [
    ['1', '主办', 'Host'],
    ['2', '承办', 'Organiser'],
    ['3', '协办', 'Co-organiser'],
  ],
);

export const attendRole = dictionary(
  'attendRole',
  ['参会身份', 'Role'],
  [
    ['01', '大会（特邀）报告', 'Invited talk'],
    ['02', '分会（小组）报告', 'Session talk'],
    ['03', '墙报展示', 'Poster'],
    ['04', '会议主持（分会主席）', 'Chair'],
    ['05', '评议人', 'Discussant'],
    ['06', '提交论文', 'Paper'],
    ['07', '参会', 'Attendee'],
  ],
);

export const summaryStatus = dictionary(
  'summaryStatus',
  ['总结状态', 'Summary status'],
  [
    ['0', '未提交', 'Not submitted'],
    ['1', '已提交', 'Submitted'],
    ['2', '逾期未提交', 'Overdue'],
  ],
);
