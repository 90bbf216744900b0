import type { Route } from '@keyan/console/navigation/routes.ts';
import { pagesWith } from '@keyan/product/index.web.tsx';
import { lazy } from 'react';
import { whenIdle } from './idle.ts';
import { resources } from './resources.ts';

const loadProviders = () => import('./Providers.tsx');
const Providers = lazy(loadProviders);

/** Loaded in advance when the first page is rendered, so that later pages open faster. */
whenIdle(() => {
  void loadProviders();
  // Module of every list; definitions load with their pages.
  void import('@keyan/console/list/ResourceList.tsx');
  // The screen lock must be opened without a network.
  void import('@keyan/console/shell/lock/password.ts');
});

/** Wraps a route so that its page has the outlines of all resources. */
const amongResources = (route: Route): Route => {
  const Page = route.component;
  const component = () => (
    <Providers>
      <Page />
    </Providers>
  );
  return { ...route, component };
};

/** Routes of all pages; each page loads when first opened. */
export const routes: readonly Route[] = pagesWith(resources).map(amongResources);
