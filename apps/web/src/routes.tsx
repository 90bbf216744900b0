import type { Route } from '@keyan/console/navigation/routes.ts';
import { recordPages } from '@keyan/product/index.web.tsx';
import { lazy } from 'react';
import { home } from './home.ts';
import { whenIdle } from './idle.ts';

const loadProviders = () => import('./Providers.tsx');
const Providers = lazy(loadProviders);

/** Loaded when the home page is rendered, so that no later page waits for it. */
whenIdle(() => void loadProviders());

/** A page that needs the definitions of all resources, which the home page does not load. */
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
export const routes: readonly Route[] = recordPages.map((route) =>
  route.path === home.path ? route : amongResources(route),
);
