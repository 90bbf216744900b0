import type { PageCase } from './page-case.ts';

const list = '.ky-pane:not([hidden]) [data-row]';

/** Cases of the pages shown in the guide; `name` is the name of the picture. */
export const guideCases: readonly Omit<PageCase, 'template'>[] = [
  { name: 'papers', account: 'teacher', path: '/achievement/papers', ready: list },
  { name: 'claim', account: 'teacher', path: '/achievement/papersClaim', ready: list },
  { name: 'users', account: 'admin', path: '/system/user', ready: list },
  { name: 'open', account: 'teacher', path: '/program/open', ready: 'main h1' },
  { name: 'expenses', account: 'teacher', path: '/funds/fundsExpenditure', ready: list },
  { name: 'queue', account: 'dept_secretary', path: '/mywork/todo', ready: list },
  { name: 'calls', account: 'rd_project', path: '/program/vertical/declarePlan', ready: list },
  { name: 'arrivals', account: 'rd_fund', path: '/funds/fundingArrive', ready: list },
  { name: 'scores', account: 'rd_achieve', path: '/score/batch', ready: list },
  { name: 'colleges', account: 'school_leader', path: '/statistics/dept', ready: 'main table td' },
  { name: 'warnings', account: 'rd_admin', path: '/office/earlyWarning', ready: list },
];
