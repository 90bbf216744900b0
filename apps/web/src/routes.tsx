import type { Route } from '@keyan/console/navigation/routes.ts';
import { recordPages } from '@keyan/product/index.web.tsx';
import { lazy } from 'react';
import { home } from './home.ts';
import { whenIdle } from './idle.ts';

const loadProviders = () => import('./Providers.tsx');
const Providers = lazy(loadProviders);

/** Fetched when the home page stands, so that no later page waits for it. */
whenIdle(() => void loadProviders());

/** The page among the definitions of all resources, which the home page does without. */
const amongResources = (route: Route): Route => {
  const Page = route.component;
  const component = () => (
    <Providers>
      <Page />
    </Providers>
  );
  return { ...route, component };
};

/** Every page of Keyan. Each is loaded when it is first opened. */
export const routes: readonly Route[] = recordPages.map((route) =>
  route.path === home.path ? route : amongResources(route),
);
