import type { Route } from '@keyan/console/navigation/routes.ts';
import { lazy } from 'react';

const component = lazy(() => import('./ProfilePage.web.tsx'));

/** Routes of the profile page, for administrators and everybody else, each also with `/index`. */
export const profileRoutes: readonly Route[] = ['/info', '/personel'].map((path) => ({
  path,
  component,
  title: ['个人信息', 'Profile'],
  single: true,
}));
