import { QueryClient } from '@tanstack/react-query';
import { createElement, Fragment } from 'react';
import { createBrowserRouter, redirect } from 'react-router';
import type { Client } from '../client/client.ts';
import { ApiFault } from '../client/fault.ts';
import type { Text } from '../i18n/language.ts';
import { store } from '../storage/store.ts';
import type { ShellConfig } from './config.ts';
import { Frame } from './Frame.tsx';
import { guard } from './guard.ts';
import { matchRoute, tabKey } from './routes.ts';
import type { Runtime } from './runtime.ts';
import { closeTab, type Tabs } from './tabs.ts';
import { createTabStore } from './tabstore.ts';

const split = (path: string): [pathname: string, search: string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
};

/** The address of the tab in sight. */
const pathOf = ({ list, active }: Tabs): string | undefined =>
  list.find((tab) => tab.key === active)?.path;

/** Answers are fresh for 10 seconds; only what did not reach the server is tried again. */
const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, fault) =>
          failures < 2 && fault instanceof ApiFault && fault.kind === 'network',
        // The client knows better than the browser's word whether the server can be reached.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

export const createRuntime = (config: ShellConfig, client: Client, leave: () => void): Runtime => {
  const { home, routes } = config;
  const tabs = createTabStore({ key: home.path, path: home.path, title: home.title });

  const judge = (url: URL): null => {
    const verdict = guard({
      pathname: url.pathname,
      search: url.search,
      signedIn: client.sessions.get() !== undefined,
      locked: store.get<boolean>('lock') === true,
      known: matchRoute(routes, url.pathname, url.search) !== undefined,
      home: home.path,
    });
    if (verdict.kind === 'redirect') throw redirect(verdict.to);
    if (verdict.kind === 'window') {
      window.open(verdict.to);
      throw redirect(router.state.initialized ? location.pathname + location.search : home.path);
    }
    if (verdict.kind === 'leave') leave();
    return null;
  };

  // One route for everything: each tab renders its own page under a location that never changes.
  const router = createBrowserRouter([
    {
      path: '*',
      element: createElement(Frame),
      loader: ({ request }) => judge(new URL(request.url)),
      hydrateFallbackElement: createElement(Fragment),
    },
  ]);

  const runtime: Runtime = {
    config,
    client,
    queries: createQueries(),
    tabs,
    router,
    open(path, options = {}) {
      const state = options.title === undefined ? undefined : { title: options.title };
      void router.navigate(path, { replace: options.replace, state });
    },
    // Each goes to what stays before it closes, so that nothing else comes into sight between.
    async close(key, next) {
      const now = tabs.get();
      const after = closeTab(now, key);
      const to = next ?? (after.active === now.active ? undefined : pathOf(after));
      if (to) await router.navigate(to);
      tabs.close(key);
    },
    async closeOthers(key) {
      const to = pathOf({ ...tabs.get(), active: key });
      if (to && key !== tabs.get().active) await router.navigate(to);
      tabs.closeOthers(key);
    },
    async closeAll() {
      await router.navigate(home.path);
      tabs.closeAll();
    },
    match: (path) => matchRoute(routes, ...split(path)),
  };

  /**
   * Tabs open from here and not from an effect of a page: a navigation that was overtaken by another
   * never gets this far, and opens none (stack trap 8).
   */
  const follow = () => {
    const { location, navigation, initialized } = router.state;
    if (!initialized || navigation.state !== 'idle') return;
    const { pathname, search } = location;
    const found = matchRoute(routes, pathname, search);
    if (!found) return;
    const given = (location.state as { title?: Text } | null)?.title;
    const key = tabKey(pathname, search);
    if (tabs.get().active === key) return;
    tabs.show({
      key,
      path: pathname + search,
      title: given ?? found.title,
      listed: found.route.tab !== false,
    });
  };
  router.subscribe(follow);
  follow();
  return runtime;
};
