import { minus, percent } from '@keyan/kernel/values/amounts.ts';
import type { IdsByName } from '../composition/people.server.ts';
import { roles } from '../project/parts.ts';
import type { DemoProject } from './papers.server.ts';
import type { DemoPerson } from './people.server.ts';

const tasks = ['数据采集与分析', '模型构建与验证', '文献梳理与报告撰写'] as const;

/** The people of a declaration: its leader, and a colleague. */
export const teamOf = (leader: string, colleague: string | undefined) =>
  [leader, ...(colleague ? [colleague] : [])].map((userId, index) => ({
    sort: index + 1,
    personType: '01',
    userId,
    memberRole: index === 0 ? roles.leader : roles.member,
    task: index === 0 ? '主持项目' : tasks[index % tasks.length],
    workMonths: index === 0 ? '6.0' : '4.0',
  }));

/** Parts of a project beside plain fields: its leader and two colleagues, content, a budget. */
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
    content: `围绕“${name.replace(/（[^（]*）$/, '')}”，开展文献梳理、方案设计、数据采集与分析，形成研究报告与系列论文。`,
    members: team.map((account, index) => ({
      sort: index + 1,
      personType: '01',
      userId: users.get(account),
      memberRole: index === 0 ? roles.leader : roles.member,
      task: index === 0 ? '主持项目' : tasks[index % tasks.length],
    })),
    budget: [
      { itemCode: '10201', amount: work },
      { itemCode: '10301', amount: labour },
      { itemCode: '10101', amount: minus(funds, work, labour) },
    ],
  };
};
