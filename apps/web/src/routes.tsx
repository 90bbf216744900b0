import type { Route } from '@keyan/console/navigation/routes.ts';
import { pagesWith } from '@keyan/product/index.web.tsx';
import { lazy } from 'react';
import { whenIdle } from './idle.ts';
import { resources } from './resources.ts';

const loadProviders = () => import('./Providers.tsx');
const Providers = lazy(loadProviders);

/** Loaded when the first page is rendered, so that no later page waits for it. */
whenIdle(() => {
  void loadProviders();
  // Every list is made of it; definitions come with their pages.
  void import('@keyan/console/list/ResourceList.tsx');
  // The lock has to open without a network.
  void import('@keyan/console/shell/lock/password.ts');
});

/** A page that knows the outlines of all resources. */
const amongResources = (route: Route): Route => {
  const Page = route.component;
  const component = () => (
    <Providers>
      <Page />
    </Providers>
  );
  return { ...route, component };
};

/** All pages; each loads when it is first opened. */
export const routes: readonly Route[] = pagesWith(resources).map(amongResources);
