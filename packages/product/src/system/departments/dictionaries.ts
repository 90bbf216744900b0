import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const deptCategory = dictionary(
  'deptCategory',
  ['机构类型', 'Department category'],
  [
    ['1', '学校', 'University'],
    ['2', '教学院系', 'College'],
    ['3', '职能部门', 'Office'],
    ['4', '科研机构', 'Research institute'],
    ['5', '附属单位', 'Affiliated unit'],
    ['9', '其他', 'Other'],
  ],
);

/** Category of a department in the official statistics. */
export const deptNature = dictionary(
  'deptNature',
  ['统计属性', 'Statistical category'],
  [
    ['1', '理工', 'Science and engineering'],
    ['2', '农', 'Agriculture'],
    ['3', '医', 'Medicine'],
    ['4', '文', 'Humanities'],
  ],
);
