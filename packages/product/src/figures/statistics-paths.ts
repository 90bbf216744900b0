import type { Label } from '@keyan/kernel/label.ts';

/** Path and name of the pages of 统计分析 by code, in menu order. */
export const statisticsPaths = {
  st_proj: ['/statistics/project', ['项目统计', 'Projects']],
  st_fund: ['/statistics/funds', ['经费统计', 'Funds']],
  st_ach: ['/statistics/achievement', ['成果统计', 'Outputs']],
  st_person: ['/statistics/person', ['人员统计', 'Personnel']],
  st_dept: ['/statistics/dept', ['院系对比', 'Colleges compared']],
} as const satisfies Readonly<Record<string, readonly [path: string, label: Label]>>;

export type StatisticsCode = keyof typeof statisticsPaths;
