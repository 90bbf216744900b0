import { opening } from './acts.ts';
import { pane } from './form.ts';
import type { PageCase } from './page-case.ts';

/** Cases of the sign-in page, the home page and pages of figures. */
export const homeCases: readonly PageCase[] = [
  { name: 'login', template: 'sign-in', path: '/login', ready: '.ky-signin-form' },
  {
    name: 'home-teacher',
    template: 'home',
    account: 'teacher',
    path: '/wel/index',
    ready: '.ky-home',
  },
  {
    name: 'home-office',
    template: 'home',
    account: 'rd_achieve',
    path: '/wel/index',
    ready: '.ky-home',
  },
  {
    name: 'home-leader',
    template: 'home with charts',
    account: 'rd_leader',
    path: '/wel/index',
    ready: '.ky-chart',
  },
  {
    name: 'home-arrange',
    template: 'home settings',
    account: 'teacher',
    path: '/wel/index',
    ready: '.ky-home-column',
    act: opening(/自定义|Customise/),
  },
  {
    name: 'dashboard',
    template: 'dashboard',
    account: 'rd_admin',
    path: '/wel/dashboard',
    ready: '.ky-chart',
  },
  {
    name: 'dashboard-data',
    template: 'figures',
    account: 'rd_admin',
    path: '/wel/dashboard',
    ready: '.ky-chart',
    act: async ({ page }) => {
      const buttons = pane(page).getByRole('button', { name: /查看数据|Show data/ });
      while ((await buttons.count()) > 0) await buttons.first().click();
    },
  },
  {
    name: 'style-sheet',
    template: 'style sheet',
    loading: true,
    account: 'admin',
    path: '/test/index',
    ready: '.ky-chart',
  },
];
