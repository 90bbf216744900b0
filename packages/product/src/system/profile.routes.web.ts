import type { Route } from '@keyan/console/shell/routes.ts';
import { lazy } from 'react';

const component = lazy(() => import('./ProfilePage.web.tsx'));

/** The own page of the admin account, and of everybody else (spec §2). */
export const profileRoutes: readonly Route[] = [
  '/info',
  '/info/index',
  '/personel',
  '/personel/index',
].map((path) => ({ path, component, title: ['个人信息', 'Profile'] }));
