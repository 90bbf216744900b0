import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Kinds of audience of a notice. */
export const noticeScope = dictionary(
  'noticeScope',
  ['发布范围', 'Audience'],
  [
    ['1', '全部', 'Everybody'],
    ['2', '指定部门', 'Chosen departments'],
    ['3', '指定角色', 'Chosen roles'],
  ],
);

export const downloadCategory = dictionary(
  'downloadCategory',
  ['下载分类', 'Download category'],
  [
    ['1', '申报书模板', 'Proposal template'],
    ['2', '管理办法', 'Regulation'],
    ['3', '操作手册', 'Manual'],
    ['9', '其他', 'Other'],
  ],
);
