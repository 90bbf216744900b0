import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const advisoryType = dictionary(
  'advisoryType',
  ['报告类型', 'Report type'],
  [
    ['1', '研究报告', 'Research report'],
    ['2', '咨询报告', 'Advisory report'],
    ['3', '政策建议（内参）', 'Policy advice'],
    ['4', '调研报告', 'Field study'],
    ['5', '发展规划', 'Development plan'],
  ],
);

export const adoptType = dictionary(
  'adoptType',
  ['采纳方式', 'Adoption type'],
  [
    ['01', '领导批示', 'Leader’s instruction'],
    ['02', '部门采纳', 'Adopted by department'],
    ['03', '内参刊发', 'Internal reference'],
    ['04', '人大（政协）提案采纳', 'NPC/CPPCC proposal'],
    ['05', '政策文件引用', 'Cited in policy'],
    ['06', '企事业单位采纳', 'Adopted by enterprise'],
  ],
);

export const adoptLevel = dictionary(
  'adoptLevel',
  ['采纳（批示）级别', 'Adoption level'],
  [
    ['01', '正国级领导批示', 'State leader'],
    ['02', '副国级领导批示', 'Deputy state leader'],
    ['03', '省部级正职批示（国家部委采纳）', 'Provincial/ministerial principal'],
    ['04', '省部级副职批示（省级部门采纳）', 'Provincial/ministerial deputy'],
    ['05', '市厅级', 'Municipal/departmental'],
    ['06', '县处级', 'County'],
    ['07', '企事业单位', 'Enterprise'],
  ],
);
