import { messageRoutes } from '@keyan/console/messages/routes.ts';
import type { Route } from '@keyan/console/navigation/routes.ts';
import { recordRoutes } from '@keyan/console/pages/recordRoutes.ts';
import { workRoutes } from '@keyan/console/workflow/routes.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { lazy } from 'react';
import { achievements } from './achievement/achievements.ts';
import { type ListedResource, otherResources } from './composition/resources.ts';
import { msgType } from './shared/dictionaries.ts';
import { dictPages } from './system/dictionaries/dict-pages.ts';
import { errorLogPath } from './system/error-log/error-log.ts';
import { profileRoutes } from './system/profile/profile.routes.web.ts';
import { registrationRoutes } from './system/registration/registration.routes.web.ts';

/** Every page of the product with these resources. */
export const pagesWith = (
  kinds: readonly Resource[],
  others: readonly ListedResource[],
): readonly Route[] => [
  {
    path: '/wel/index',
    component: lazy(() => import('./office/home/home.web.tsx')),
    title: ['首页', 'Home'],
  },
  {
    path: '/wel/dashboard',
    component: lazy(() => import('./office/dashboard/dashboard.web.tsx')),
    title: ['数据看板', 'Dashboard'],
  },
  {
    path: '/test/index',
    component: lazy(() => import('./office/style-sheet/test.web.tsx')),
    title: ['样式与状态', 'Style sheet'],
  },
  {
    path: errorLogPath,
    component: lazy(() => import('./system/error-log/error-log.web.tsx')),
    title: ['错误日志', 'Error log'],
  },
  {
    path: dictPages.horizontal.path,
    component: lazy(() => import('./system/dictionaries/dict-horizontal.web.tsx')),
    title: ['字典管理(横向)', 'Dictionaries (side by side)'],
  },
  {
    path: dictPages.vertical.path,
    component: lazy(() => import('./system/dictionaries/dict-vertical.web.tsx')),
    title: ['字典管理(纵向)', 'Dictionaries (stacked)'],
  },
  ...workRoutes,
  ...messageRoutes(msgType),
  ...kinds.flatMap((kind) => recordRoutes(kind)),
  ...others.flatMap(({ resource, page }) =>
    page === 'placed' || (page && !page.ownRoutes) ? recordRoutes(resource) : [],
  ),
  ...registrationRoutes,
  ...profileRoutes,
];

/** Every page of the product as it is shipped. */
export const recordPages = pagesWith(achievements, otherResources);
