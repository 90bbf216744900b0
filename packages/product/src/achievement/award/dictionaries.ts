import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const awardType = dictionary(
  'awardType',
  ['奖励种类', 'Award type'],
  [
    ['01', '最高科学技术奖', 'Top S&T award'],
    ['02', '自然科学奖', 'Natural science'],
    ['03', '技术发明奖', 'Technological invention'],
    ['04', '科学技术进步奖', 'S&T progress'],
    ['05', '国际科技合作奖', 'International cooperation'],
    ['06', '哲学社会科学（人文社科）优秀成果奖', 'HSS outstanding achievement'],
    ['07', '教育科学研究优秀成果奖', 'Education research'],
    ['08', '专利奖', 'Patent award'],
    ['09', '社会科技奖', 'Society award'],
    ['10', '文艺（设计）类奖', 'Art/design'],
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

/**
 * Result of a prize declaration: the university's verdict, then the prize's; codes 5 to 9 are stages of the approval.
 */
export const prizeResult = dictionary(
  'prizeResult',
  ['推荐（获奖）结果', 'Nomination or award result'],
  [
    ['0', '待定', 'Pending'],
    ['1', '推荐', 'Recommended'],
    ['2', '未推荐', 'Not recommended'],
    ['3', '获奖', 'Won'],
    ['4', '未获奖', 'Not won'],
    ['5', '待院系推荐', 'With the college'],
    ['6', '院系已推荐', 'Recommended by the college'],
    ['7', '退回修改', 'Returned'],
    ['8', '已撤回', 'Recalled'],
    ['9', '已作废', 'Voided'],
  ],
);
