import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const activityType = dictionary(
  'activityType',
  ['学术活动类型', 'Activity type'],
  [
    ['01', '学术会议', 'Conference'],
    ['02', '学术讲座(报告)', 'Lecture'],
    ['03', '学术论坛', 'Forum'],
    ['04', '研讨会(工作坊)', 'Seminar/workshop'],
    ['05', '学术年会', 'Annual meeting'],
    ['06', '培训(研修)班', 'Training'],
    ['07', '展览', 'Exhibition'],
    ['99', '其他', 'Other'],
  ],
);

export const awardType = dictionary(
  'awardType',
  ['奖励种类', 'Award type'],
  [
    ['01', '最高科学技术奖', 'Top S&T award'],
    ['02', '自然科学奖', 'Natural science'],
    ['03', '技术发明奖', 'Technological invention'],
    ['04', '科学技术进步奖', 'S&T progress'],
    ['05', '国际科技合作奖', 'International cooperation'],
    ['06', '哲学社会科学(人文社科)优秀成果奖', 'HSS outstanding achievement'],
    ['07', '教育科学研究优秀成果奖', 'Education research'],
    ['08', '专利奖', 'Patent award'],
    ['09', '社会科技奖', 'Society award'],
    ['10', '文艺(设计)类奖', 'Art/design'],
    ['99', '其他', 'Other'],
  ],
);

export const awardLevel = dictionary(
  'awardLevel',
  ['获奖级别', 'Award level'],
  [
    ['01', '国家级', 'National'],
    ['02', '省部级', 'Provincial/ministerial'],
    ['03', '市厅级', 'Municipal'],
    ['04', '全国性学会(社会力量设奖)', 'National society'],
    ['05', '校级', 'School'],
    ['06', '国际', 'International'],
    ['99', '其他', 'Other'],
  ],
);

export const awardGrade = dictionary(
  'awardGrade',
  ['获奖等级', 'Award grade'],
  [
    ['00', '特等奖', 'Special'],
    ['01', '一等奖', 'First'],
    ['02', '二等奖', 'Second'],
    ['03', '三等奖', 'Third'],
    ['04', '优秀奖', 'Excellence'],
    ['05', '金奖', 'Gold'],
    ['06', '银奖', 'Silver'],
    ['07', '铜奖', 'Bronze'],
    ['08', '提名奖', 'Nomination'],
    ['09', '不分等级', 'Ungraded'],
  ],
);
