import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import type { projectLevel } from '../project/common/dictionaries.ts';
import type { projectSource } from '../project/program/sources.ts';

type Values = Readonly<Record<string, string>>;

/** Returns the day `days` from now as `yyyy-MM-dd`, with a time. */
const at = (now: Date, days: number, time: string): string =>
  `${dayText(new Date(now.getTime() + days * 86_400_000))} ${time}`;

/** Number of calls in the past half-year that are closed by now. */
const closed = 4;

/**
 * Returns the period for declarations to the notice with this index: the first notices closed months ago, the others
 * close in weeks.
 */
const windowOf = (now: Date, index: number): Values =>
  index < closed
    ? {
        startTime: at(now, -180, '08:00:00'),
        endTime: at(now, -125 + index * 7, '17:00:00'),
      }
    : {
        startTime: at(now, -180, '08:00:00'),
        endTime: at(now, 20 + index * 3, '17:00:00'),
      };

/** Prizes of the notices: name, type, level, awarding body. */
const prizes: readonly (readonly [name: string, type: string, level: string, by: string])[] = [
  ['省专利奖', '08', '02', '省人民政府'],
  ['市自然科学优秀学术论文奖', '02', '03', '市科学技术协会'],
  ['省文艺精品创作奖', '10', '02', '省委宣传部'],
  ['江陵大学优秀科研成果奖', '99', '05', '江陵大学'],
  ['省科学技术进步奖', '04', '02', '省人民政府'],
  ['省自然科学奖', '02', '02', '省人民政府'],
  ['省社会科学优秀成果奖', '06', '02', '省人民政府'],
  ['市科学技术进步奖', '04', '03', '市人民政府'],
  ['省教育科学研究优秀成果奖', '07', '02', '省教育厅'],
  ['省技术发明奖', '03', '02', '省人民政府'],
  ['省国际科技合作奖', '05', '02', '省人民政府'],
  ['市社会科学优秀成果奖', '06', '03', '市人民政府'],
  ['省机械工程学会科学技术奖', '09', '02', '省机械工程学会'],
  ['省环境科学学会科学技术奖', '09', '02', '省环境科学学会'],
  ['高等学校科学研究优秀成果奖（科学技术）', '04', '02', '教育部'],
  ['高等学校科学研究优秀成果奖（人文社会科学）', '06', '02', '教育部'],
  ['市专利奖', '08', '03', '市人民政府'],
  ['省工业设计大赛奖', '10', '02', '省经济和信息化厅'],
  ['省农业技术推广成果奖', '04', '02', '省农业农村厅'],
  ['江陵大学青年科技奖', '99', '05', '江陵大学'],
];

/** Returns prize notices; all but the oldest are open during the demo's past. */
export const noticesFrom = (now: Date): readonly Values[] =>
  prizes.map(([awardName, awardType, awardLevel, awardUnit], index) => ({
    awardName,
    awardType,
    awardLevel,
    awardUnit,
    noticeName: `关于组织申报 ${now.getUTCFullYear()} 年度${awardName}的通知`,
    year: String(now.getUTCFullYear()),
    ...windowOf(now, index),
    quota: '30',
    deptQuota: '9',
    personLimit: '5',
    needReview: '0',
  }));

/** Plans for next year's declarations: name, project kind, source, level, and 1 if experts review them. */
const plans: readonly (readonly [
  name: string,
  kind: string,
  source: string,
  level: string,
  needsReview?: '1',
])[] = [
  ['市科技局重点研发项目', 'vertical', '3002', '03'],
  ['省教育厅科学研究计划项目', 'vertical', '3001', '03'],
  ['校级教学科研融合项目', 'school', '6001', '04'],
  ['文化基地调研项目', 'cultural', '6005', '04'],
  ['国家自然科学基金联合基金项目', 'vertical', '1003', '01'],
  ['校级科研基金项目', 'school', '6001', '04', '1'],
  ['国家社会科学基金后期资助项目', 'vertical', '1004', '01'],
  ['文化基地项目', 'cultural', '6005', '04'],
  ['教育科学规划课题', 'vertical', '2007', '02'],
  ['省自然科学基金项目', 'vertical', '2005', '02'],
  ['省哲学社会科学规划项目', 'vertical', '2006', '02'],
  ['教育部人文社科专项任务项目', 'vertical', '2001', '02'],
  ['校级青年科研基金项目', 'school', '6001', '04', '1'],
  ['省软科学研究计划项目', 'vertical', '2008', '02'],
  ['市社科联课题', 'vertical', '3003', '03'],
  ['重点实验室开放课题', 'vertical', '3005', '03'],
  ['文化基地重点项目', 'cultural', '6005', '04', '1'],
  ['国家社科基金艺术学项目', 'vertical', '1008', '01'],
  ['校级重大培育项目', 'school', '6001', '04', '1'],
  ['省重点研发计划项目', 'vertical', '2004', '02'],
];

/** Usual grant in yuan, by source or by level. */
const grants: Readonly<Record<string, string>> = {
  '1003': '500000.00',
  '1004': '200000.00',
  '1008': '200000.00',
  '2001': '100000.00',
  '2004': '200000.00',
  '2006': '30000.00',
  '2007': '20000.00',
  '02': '50000.00',
  '03': '30000.00',
  '04': '20000.00',
} satisfies Readonly<Partial<Record<CodeOf<typeof projectLevel | typeof projectSource>, string>>>;

/** Limits by level: for the school, each college, a person as leader, and a person as leader or member. */
const limits: Readonly<Record<string, Values>> = {
  '01': { schoolQuota: '60', deptQuota: '8', personLimit: '1', joinLimit: '2' },
  '02': { schoolQuota: '40', deptQuota: '5', personLimit: '1', joinLimit: '2' },
  '03': { schoolQuota: '24', deptQuota: '3', personLimit: '1', joinLimit: '3' },
  '04': { schoolQuota: '36', deptQuota: '4', personLimit: '1', joinLimit: '3' },
} satisfies Readonly<Partial<Record<CodeOf<typeof projectLevel>, Values>>>;

/** Returns plans; all but the oldest are open during the demo's past. */
export const plansFrom = (now: Date): readonly Values[] => {
  const planYear = String(now.getUTCFullYear() + 1);
  return plans.map(([name, programKind, resource, level, needReview = '0'], index) => {
    const open = windowOf(now, index);
    const later = (days: number): string =>
      at(new Date(`${open.endTime?.slice(0, 10)}T12:00:00+08:00`), days, '17:00:00');
    return {
      planName: `${planYear} 年度${name}申报`,
      programKind,
      resource,
      level,
      planYear,
      ...open,
      deptEndTime: later(7),
      schoolEndTime: later(14),
      deptQuotaMode: '1',
      ...limits[level],
      needReview,
      defaultFunds: grants[resource] ?? grants[level] ?? '20000.00',
    };
  });
};

/** Batches of reports that the office requests: name, and type of the check. */
const batches: readonly (readonly [name: string, type: string])[] = [
  ['年度科研项目中期检查', '02'],
  ['年度科研项目年度检查', '01'],
  ['年度拟结题项目检查', '04'],
];

/** Returns batches of checks, open from 240 days ago, where the demo's past begins, until 45 days from now. */
export const batchesFrom = (now: Date): readonly Values[] =>
  batches.map(([name, checkType]) => ({
    batchName: `${now.getUTCFullYear()} ${name}`,
    checkType,
    startTime: at(now, -240, '08:00:00'),
    endTime: at(now, 45, '17:00:00'),
    guide: '<p>请负责人对照任务书如实填写进展、成果和经费使用情况，并上传检查报告。</p>',
  }));
