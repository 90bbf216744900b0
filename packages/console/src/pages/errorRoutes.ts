import type { Route } from '../navigation/routes.ts';
import { DeniedPage, FailedPage, LockedOutPage, NotFoundPage } from './ErrorPages.tsx';

/** Routes of the public pages of every console: without a tab, without a session. */
export const errorRoutes: readonly Route[] = [
  { path: '/404', component: NotFoundPage, title: ['页面不存在', 'Not found'], tab: false },
  { path: '/403', component: DeniedPage, title: ['没有权限', 'No access'], tab: false },
  { path: '/500', component: FailedPage, title: ['服务器异常', 'Server error'], tab: false },
  { path: '/lock', component: LockedOutPage, title: ['锁屏', 'Locked'], tab: false },
];
