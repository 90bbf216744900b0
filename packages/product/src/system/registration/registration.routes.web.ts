import type { Route } from '@keyan/console/navigation/routes.ts';
import { guarded } from '@keyan/console/pages/guarded.tsx';
import { pagesOf } from '@keyan/console/presentation/resources.tsx';
import type { View } from '@keyan/kernel/definition/resource.ts';
import { lazy } from 'react';
import { registerGuest } from './registration.ts';

const view = registerGuest.views.manage as View;
const pages = pagesOf(view);

const list = guarded(
  [view],
  lazy(async () => {
    const { listPage } = await import('@keyan/console/list/ResourceList.tsx');
    return { default: listPage(registerGuest, 'manage') };
  }),
);
const detail = guarded(
  [view],
  lazy(async () => {
    const [{ detailPage }, { RegistrationActions }] = await Promise.all([
      import('@keyan/console/detail/DetailPage.tsx'),
      import('./registration.web.tsx'),
    ]);
    return { default: detailPage({ resource: registerGuest, view, actions: RegistrationActions }) };
  }),
);

/** The pages of applications: nobody writes one, so that there is no form. */
export const registrationRoutes: readonly Route[] = [
  { path: pages.list, component: list, title: view.label },
  { path: `${pages.list}/index`, component: list, title: view.label },
  { path: `${pages.list}/detail`, component: detail, title: view.label },
];
