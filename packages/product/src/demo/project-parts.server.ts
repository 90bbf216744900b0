import { minus, percent } from '@keyan/kernel/values/amounts.ts';
import type { IdsByName } from '../composition/people.server.ts';
import { memberRoleCodes } from '../project/common/parts.ts';
import { ourPartInProject } from '../project/program/origin-fields.ts';
import { approvalNumberOf } from './money/grants.server.ts';
import type { DemoProject } from './papers.server.ts';
import type { DemoPerson } from './people.server.ts';
import { collegeWords } from './words.server.ts';

const tasks = ['数据采集与分析', '模型构建与验证', '文献梳理与报告撰写'] as const;

/** Returns the team of a declaration: leader and a colleague. */
export const teamOf = (leader: string, colleague: string | undefined) =>
  [leader, ...(colleague ? [colleague] : [])].map((userId, index) => ({
    sort: index + 1,
    personType: '01',
    userId,
    memberRole: index === 0 ? memberRoleCodes.leader : memberRoleCodes.member,
    task: index === 0 ? '主持项目' : tasks[index % tasks.length],
    workMonths: index === 0 ? '6.0' : '4.0',
  }));

/** Returns the lines of a project: leader and two colleagues, content, budget. */
export const projectParts = (
  { leader, unit, name, funds }: DemoProject,
  people: readonly DemoPerson[],
  users: IdsByName,
) => {
  const colleagues = people.filter(
    (person) =>
      person.unit === unit && person.account !== leader && person.roles.includes('teacher'),
  );
  const team = [leader, ...colleagues.slice(0, 2).map(({ account }) => account)];
  const [work, labour] = [percent(funds, 60), percent(funds, 25)];
  return {
    resultForms: ['01', '03'],
    content: `围绕“${name}”，开展文献梳理、方案设计、数据采集与分析，形成研究报告与系列论文。`,
    members: team.map((account, index) => ({
      sort: index + 1,
      personType: '01',
      userId: users.get(account),
      memberRole: index === 0 ? memberRoleCodes.leader : memberRoleCodes.member,
      task: index === 0 ? '主持项目' : tasks[index % tasks.length],
      // Some people lead ten projects, so each has few work months.
      workMonths: index === 0 ? '1.0' : '0.5',
    })),
    budget: [
      { itemCode: '10201', amount: work },
      { itemCode: '10301', amount: labour },
      { itemCode: '10101', amount: minus(funds, work, labour) },
    ],
  };
};

/** Returns industry and objective of a college's research, which the ministry asks for. */
export const researchAimsOf = (college: string) =>
  collegeWords[college]?.subjectClass === '02'
    ? { industry: 'P', socialTarget: '06' }
    : { industry: 'M', socialTarget: '11' };

/** Returns industry and objective of a contract; empty for a few leaders, who still have to enter them. */
export const contractAims = (isAboutTechnology: boolean, index: number) =>
  index % 12 === 5
    ? {}
    : {
        industry: (isAboutTechnology ? ['C', 'I', 'A', 'D'] : ['S', 'P', 'L', 'R'])[index % 4],
        socialTarget: isAboutTechnology ? '10' : '06',
      };

/** Code of the source of contracts from the older system: an enterprise. */
const enterprise = '4002';

/** Returns the origin of a project as its approval would have stored it. */
export const projectOriginOf = ({ number, unit, startDate, programme }: DemoProject) => {
  const words = collegeWords[unit];
  return {
    resource: programme?.resource ?? enterprise,
    projectType: programme?.type ?? null,
    ...(programme && {
      approvalNum: approvalNumberOf(programme, number),
      approvalDate: startDate,
    }),
    planYear: Number(startDate.slice(0, 4)),
    schoolSign: ourPartInProject,
    subjectClass: words?.subjectClass ?? '01',
    subject: words?.disciplines[0],
    researchType: programme ? '1' : '5',
    isStatistics: '1',
    // One project per college lacks what the ministry asks for.
    ...(number.endsWith('0103') ? {} : researchAimsOf(unit)),
  };
};
