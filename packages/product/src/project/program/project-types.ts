import type { Label } from '@keyan/kernel/label.ts';
import { type Entry, treeDictionary } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

const of = (
  code: string,
  label: Label,
  ...children: readonly (readonly [zh: string, en: string])[]
): Entry => ({
  code,
  label,
  heading: true,
  children: children.map((child, index) => ({
    code: `${code}${String(index + 1).padStart(2, '0')}`,
    label: child,
  })),
});

/**
 * Project types by source; codes start with the code of the source; other sources have no types.
 */
export const projectType = treeDictionary(
  'projectType',
  ['项目类别', 'Project type'],
  [
    of(
      '1003',
      ['国家自然科学基金', 'National Natural Science Foundation'],
      ['面上项目', 'General programme'],
      ['青年科学基金项目（C类）', 'Young scientists fund C'],
      ['青年科学基金项目（B类）', 'Young scientists fund B'],
      ['青年科学基金项目（A类）', 'Young scientists fund A'],
      ['地区科学基金项目', 'Regional fund'],
      ['重点项目', 'Key programme'],
      ['重大项目', 'Major programme'],
      ['重大研究计划项目', 'Major research plan'],
      ['联合基金项目', 'Joint fund'],
      ['国际（地区）合作研究项目', 'International cooperation'],
      ['国家重大科研仪器研制项目', 'Major instrument'],
      ['创新研究群体项目', 'Innovative group'],
      ['基础科学中心项目', 'Basic science centre'],
      ['专项项目', 'Special programme'],
      ['数学天元基金项目', 'Tianyuan fund'],
    ),
    of(
      '1004',
      ['国家社会科学基金', 'National Social Science Fund'],
      ['重大项目', 'Major'],
      ['重点项目', 'Key'],
      ['一般项目', 'General'],
      ['青年项目', 'Youth'],
      ['西部项目', 'Western'],
      ['后期资助项目', 'Late-stage funding'],
      ['中华学术外译项目', 'Translation'],
      ['冷门绝学研究专项', 'Rare studies'],
      ['高校思政课研究专项', 'Ideological course special'],
    ),
    of(
      '1002',
      ['国家重点研发计划', 'National key R&D programme'],
      ['项目（牵头）', 'Project'],
      ['课题', 'Task'],
      ['子课题', 'Sub-task'],
    ),
    of(
      '2001',
      ['教育部人文社科', 'Ministry of Education, humanities'],
      ['重大课题攻关项目', 'Major'],
      ['规划基金项目', 'Planning fund'],
      ['青年基金项目', 'Youth fund'],
      ['专项任务项目', 'Special'],
      ['后期资助项目', 'Late-stage'],
    ),
    of(
      '2005',
      ['省自然科学基金', 'Provincial natural science foundation'],
      ['面上项目', 'General'],
      ['青年项目', 'Youth'],
      ['重点项目', 'Key'],
      ['杰出青年项目', 'Distinguished youth'],
    ),
    of(
      '6001',
      ['校级科研基金', 'University research fund'],
      ['重点项目', 'Key'],
      ['一般项目', 'General'],
      ['青年项目', 'Youth'],
      ['自筹（立项不资助）项目', 'Self-funded'],
      ['培育项目', 'Cultivation'],
    ),
    of(
      '6005',
      ['文化基地项目', 'Cultural base'],
      ['招标项目', 'Tender'],
      ['重点项目', 'Key'],
      ['一般项目', 'General'],
      ['开放课题', 'Open topic'],
    ),
  ],
);

/** True if the project’s source has types. */
export const hasTypes = ({ resource }: RowLike): boolean =>
  projectType.entries.some(({ code }) => code === resource);
