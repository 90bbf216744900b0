import type { ShellConfig } from '@keyan/console/shell/config.ts';
import { embedRoute } from '@keyan/console/shell/embedRoute.ts';
import { errorRoutes } from '@keyan/console/shell/errorRoutes.ts';
import type { ThemeName } from '@keyan/console/theme/tokens.ts';
import { msgType } from '@keyan/product/dictionaries.ts';
import { lazy } from 'react';
import { home, startsOnHome } from './home.ts';
import { menuIcon } from './icons.tsx';
import { Mark } from './Mark.tsx';
import { routes } from './routes.tsx';
import { siteTitle } from './title.ts';

/** Every theme's sheet is a chunk of its own: a user has one theme. */
const kitSheets: Record<ThemeName, () => Promise<unknown>> = {
  default: async () => undefined,
  white: () => import('virtual:keyan/kit/white.css'),
  dark: () => import('virtual:keyan/kit/dark.css'),
  colourful: () => import('virtual:keyan/kit/colourful.css'),
  smart: () => import('virtual:keyan/kit/smart.css'),
  iview: () => import('virtual:keyan/kit/iview.css'),
  vip: () => import('virtual:keyan/kit/vip.css'),
  cool: () => import('virtual:keyan/kit/cool.css'),
  d2: () => import('virtual:keyan/kit/d2.css'),
  hey: () => import('virtual:keyan/kit/hey.css'),
  lte: () => import('virtual:keyan/kit/lte.css'),
};

const research = '/kh-edu-research';
const notice = '/blade-desk/notice';

/** The console as Keyan uses it. */
export const config: ShellConfig = {
  routes: [...routes, ...errorRoutes, embedRoute],
  home,
  brand: { title: siteTitle, site: '/keyan/site', mark: <Mark /> },
  icon: menuIcon,
  counts: [
    { menu: '/mywork/todo', list: '/blade-flow/work/todo-list' },
    { menu: '/mywork/claim', list: '/blade-flow/work/claim-list' },
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
    people: ['personnel', 'user'],
    offers: async () => (await import('./records.ts')).newRecords(),
  },
  downloads: { list: `${research}/downloadZone/list` },
  pages: {
    dashboard: '/wel/dashboard',
    profile: (account) => (account === 'admin' ? '/info' : '/personel'),
  },
  guest: lazy(() => import('./Guest.tsx')),
  errorLog: { upload: '/blade-auth/oauth/logout' },
  start: (account) => (startsOnHome(account) ? '/info' : home.path),
  startsOnHome,
  loadColourSheet: () => import('virtual:keyan/free.css'),
  loadKitSheet: (theme) => kitSheets[theme](),
};
