import type { ShellConfig } from '@keyan/console/navigation/config.ts';
import { embedRoute } from '@keyan/console/pages/embedRoute.ts';
import { errorRoutes } from '@keyan/console/pages/errorRoutes.ts';
import { msgType } from '@keyan/product/shared/dictionaries.ts';
import { lazy } from 'react';
import { loadAntdStyles } from './antdStyles.ts';
import { homePage, startsOnHome } from './home.ts';
import { menuIcon } from './icons.tsx';
import { Logo } from './Logo.tsx';
import { routes } from './routes.tsx';
import { siteTitle } from './title.ts';

const research = '/kh-edu-research';
const notice = '/blade-desk/notice';

/** Configuration of the console for this product. */
export const consoleConfig: ShellConfig = {
  routes: [...routes, ...errorRoutes, embedRoute],
  home: homePage,
  brand: { title: siteTitle, site: '/keyan/site', mark: <Logo /> },
  icon: menuIcon,
  counts: [
    { menu: '/mywork/todo', list: '/blade-flow/work/todo-list' },
    { menu: '/mywork/claim', list: '/blade-flow/work/claim-list' },
    { menu: '/mywork/copy', list: '/blade-flow/work/cc-list', query: { unread: true } },
    {
      menu: '/flow/trouble',
      list: '/blade-flow/follow/troubles',
      codes: ['flow_follow_delete', 'flow_follow_office'],
    },
  ],
  bell: {
    messages: {
      list: `${research}/message/list`,
      read: `${research}/message/read`,
      readAll: `${research}/message/readAll`,
      types: msgType,
    },
    notices: {
      list: `${notice}/list`,
      detail: `${notice}/detail`,
      read: `${notice}/read`,
      unread: `${notice}/unread`,
    },
    stream: `${research}/message/stream`,
    page: '/message/index',
    linkOf: async ({ bizKind, bizId = '' }) => {
      const { pageOfRecord } = await import('./records.ts');
      return pageOfRecord(bizKind ?? '', bizId);
    },
  },
  roles: '/blade-system/role-ext/myRole',
  preferences: '/keyan/preferences',
  palette: {
    search: '/keyan/search',
    hint: [
      '记录可按标题、作者、编号、DOI、拼音或拼音首字母查找',
      'Records can be found by title, author, number, DOI, pinyin or pinyin initials',
    ],
    people: ['personnel', 'user'],
    items: async () => (await import('./records.ts')).newRecordItems(),
  },
  help: async () => (await import('@keyan/product/guide/guide.web.ts')).guidePages,
  downloads: { list: `${research}/downloadZone/list` },
  pages: {
    dashboard: '/wel/dashboard',
    profile: (account) => (account === 'admin' ? '/info' : '/personel'),
  },
  guest: lazy(() => import('./Guest.tsx')),
  passwordDue: lazy(() => import('@keyan/product/system/profile/PasswordDuePage.web.tsx')),
  errorLog: { upload: '/blade-auth/oauth/logout' },
  start: (account) => (startsOnHome(account) ? '/info' : homePage.path),
  startsOnHome,
  loadCustomColour: () => import('virtual:keyan/customColour.css'),
  loadAntdStyles,
};
