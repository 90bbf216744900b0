import type { Route } from '@keyan/console/navigation/routes.ts';
import { lazy } from 'react';

const component = lazy(() => import('./ProfilePage.web.tsx'));

/**
 * Their own page of the admin account, and of everybody else; each has another address with
 * `/index`, as every page has.
 */
export const profileRoutes: readonly Route[] = ['/info', '/personel'].map((path) => ({
  path,
  component,
  title: ['个人信息', 'Profile'],
  single: true,
}));
