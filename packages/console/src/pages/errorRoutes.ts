import type { Route } from '../navigation/routes.ts';
import { DeniedPage, FailedPage, NobodyPage, NotFoundPage } from './ErrorPages.tsx';

/** The public pages of spec §2 that every console has: without a tab, open to everybody. */
export const errorRoutes: readonly Route[] = [
  { path: '/404', component: NotFoundPage, title: ['页面不存在', 'Not found'], tab: false },
  { path: '/403', component: DeniedPage, title: ['没有权限', 'Not allowed'], tab: false },
  { path: '/500', component: FailedPage, title: ['服务器异常', 'Server error'], tab: false },
  { path: '/lock', component: NobodyPage, title: ['锁屏', 'Locked'], tab: false },
];
