import { summaryCode } from '../funds/query/figures.ts';
import { summaryPath } from '../funds/query/pages.ts';
import type { MenuNode } from './menu-nodes.ts';

/** Pages of 经费管理 without a resource. */
export const fundsPages: readonly MenuNode[] = [
  {
    code: summaryCode,
    label: ['经费汇总', 'Fund summary'],
    path: summaryPath,
    icon: 'BarChartOutlined',
    roles: [
      'rd_admin',
      'rd_project',
      'rd_fund',
      'rd_leader',
      'finance',
      'dept_secretary',
      'dept_leader',
      'teacher',
      'school_leader',
    ],
  },
];
