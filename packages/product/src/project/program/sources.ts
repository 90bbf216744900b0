import type { Label } from '@keyan/kernel/label.ts';
import { type Entry, treeDictionary } from '@keyan/kernel/values/dictionary.ts';

const heading = (
  code: string,
  label: Label,
  ...children: readonly (readonly [code: string, zh: string, en: string])[]
): Entry => ({
  code,
  label,
  heading: true,
  children: children.map(([child, zh, en]) => ({ code: child, label: [zh, en] })),
});

/** Funders of projects. */
export const projectSource = treeDictionary(
  'projectSource',
  ['项目来源', 'Project source'],
  [
    heading(
      '10',
      ['国家级', 'National'],
      ['1001', '国家科技重大专项', 'National science and technology major project'],
      ['1002', '国家重点研发计划', 'National key R&D programme'],
      ['1003', '国家自然科学基金', 'National Natural Science Foundation'],
      ['1004', '国家社会科学基金', 'National Social Science Fund'],
      ['1005', '技术创新引导专项（基金）', 'Technology innovation guidance fund'],
      ['1006', '基地和人才专项', 'Bases and talent programme'],
      ['1007', '全国教育科学规划（国家级）', 'National education sciences plan (national)'],
      ['1008', '国家社科基金艺术学项目', 'National Social Science Fund, arts'],
      ['1009', '国防/军队科研项目', 'Defence research'],
    ),
    heading(
      '20',
      ['省部级', 'Provincial or ministerial'],
      ['2001', '教育部人文社会科学研究项目', 'Ministry of Education, humanities'],
      ['2002', '教育部科学技术研究项目', 'Ministry of Education, science'],
      ['2003', '中央其他部委科研项目', 'Other ministries'],
      ['2004', '省科技厅（委）项目', 'Provincial department of science'],
      ['2005', '省自然科学基金', 'Provincial natural science foundation'],
      ['2006', '省哲学社会科学规划项目', 'Provincial philosophy and social sciences plan'],
      ['2007', '省教育科学规划项目', 'Provincial education sciences plan'],
      ['2008', '省软科学研究计划', 'Provincial soft science plan'],
      ['2009', '全国教育科学规划（教育部级）', 'National education sciences plan (ministerial)'],
      ['2010', '国家一级学会项目', 'National societies'],
    ),
    heading(
      '30',
      ['市厅级', 'Municipal or departmental'],
      ['3001', '省教育厅科研项目', 'Provincial department of education'],
      ['3002', '市科技局项目', 'Municipal bureau of science'],
      ['3003', '市社科联（规划办）项目', 'Municipal social sciences federation'],
      ['3004', '省其他厅局项目', 'Other provincial departments'],
      ['3005', '重点实验室开放课题', 'Open projects of key laboratories'],
    ),
    heading(
      '40',
      ['企事业单位委托', 'Commissioned'],
      ['4001', '国有企业委托', 'State-owned enterprise'],
      ['4002', '民营企业委托', 'Private enterprise'],
      ['4003', '外资（合资）企业委托', 'Foreign or joint enterprise'],
      ['4004', '事业单位委托', 'Public institution'],
      ['4005', '政府部门委托', 'Government'],
      ['4006', '社会团体委托', 'Social organisation'],
    ),
    heading(
      '50',
      ['国际（境外）合作', 'International'],
      ['5001', '国际组织资助', 'International organisation'],
      ['5002', '境外机构委托', 'Overseas organisation'],
    ),
    heading(
      '60',
      ['校内', 'University'],
      ['6001', '校级科研基金', 'University research fund'],
      ['6002', '中央高校基本科研业务费', 'Fundamental research funds for central universities'],
      ['6003', '博士（引进人才）启动基金', 'Start-up fund for doctors'],
      ['6004', '校级青年基金', 'University youth fund'],
      ['6005', '文化基地项目', 'Cultural base'],
      ['6006', '学生科研项目', 'Student research'],
    ),
    { code: '99', label: ['其他', 'Other'] },
  ],
);
