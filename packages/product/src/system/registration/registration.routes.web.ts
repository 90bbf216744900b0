import type { Route } from '@keyan/console/navigation/routes.ts';
import { guardedPage } from '@keyan/console/pages/guarded.tsx';
import type { View } from '@keyan/kernel/definition/resource.ts';
import { lazy } from 'react';

/** Page of one application with the decision buttons. */
const detail = lazy(async () => {
  const [{ detailPage }, { RegistrationActions }, { registerGuest }] = await Promise.all([
    import('@keyan/console/detail/DetailPage.tsx'),
    import('./registration.web.tsx'),
    import('./registration.ts'),
  ]);
  const view = registerGuest.views.manage as View;
  const page = detailPage({ resource: registerGuest, view, actions: RegistrationActions });
  return { default: guardedPage([view], page) };
});

/** Pages of applications that are not derived from the definition. */
export const registrationRoutes: readonly Route[] = [
  {
    path: '/system/register/detail',
    component: detail,
    title: ['账号注册审核', 'Registrations'],
  },
];
