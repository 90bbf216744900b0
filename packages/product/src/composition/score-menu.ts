import { approvalsCode, approvalsPath } from '../assessment/approvals.ts';
import { progressCode, progressPath } from '../assessment/progress-page.ts';
import { compareCode, comparePath } from '../scoring/trial-page.ts';
import type { MenuNode } from './menu-nodes.ts';
import type { TopDraft } from './places.ts';

const approvalsPage: MenuNode = {
  code: approvalsCode,
  label: ['计分审批', 'Scoring approvals'],
  path: approvalsPath,
  icon: 'CheckSquareOutlined',
  roles: ['rd_admin', 'rd_achieve', 'rd_leader', 'dept_secretary'],
};

const progressPage: MenuNode = {
  code: progressCode,
  label: ['我的进度', 'My progress'],
  path: progressPath,
  icon: 'BarChartOutlined',
  roles: ['teacher', 'dept_leader'],
};

const comparePage: MenuNode = {
  code: compareCode,
  label: ['试算对比', 'Compare what-ifs'],
  path: comparePath,
  icon: 'BarChartOutlined',
  roles: ['rd_admin', 'rd_achieve', 'rd_leader'],
};

/** 计分考核: personal progress, norms, scores, rewards and assessment. */
export const scoreMenu: TopDraft = {
  code: 'score',
  label: ['计分考核', 'Scoring'],
  path: '/score',
  icon: 'BarChartOutlined',
  groups: [
    {
      code: 'scoreOwn',
      label: ['我的业绩', 'My scores'],
      path: '/score/own',
      icon: 'TrophyOutlined',
      pages: [progressPage],
    },
    {
      code: 'scoreRules',
      label: ['计分标准', 'Norms'],
      path: '/score/rules',
      icon: 'FileTextOutlined',
      last: [comparePage],
    },
    {
      code: 'scoreYear',
      label: ['年度计分', 'Annual scoring'],
      path: '/score/year',
      icon: 'BarChartOutlined',
    },
    {
      code: 'scorePaid',
      label: ['科研奖励', 'Rewards'],
      path: '/score/paid',
      icon: 'MoneyCollectOutlined',
    },
    {
      code: 'scoreAssess',
      label: ['科研考核', 'Assessment'],
      path: '/score/assess',
      icon: 'FlagOutlined',
    },
  ],
  pages: [approvalsPage],
};
