import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../client/client.ts';
import { ApiFault } from '../client/fault.ts';
import { hasAccount } from '../client/session.ts';
import { RefetchingQueryClient } from '../data/freshQueries.ts';
import { browserAddress } from '../navigation/address.ts';
import type { ShellConfig } from '../navigation/config.ts';
import { judgeRoute } from '../navigation/guard.ts';
import type { MenuRoute } from '../navigation/menu.ts';
import { createNavigation } from '../navigation/navigation.ts';
import { matchRoute, type RouteMatch } from '../navigation/routes.ts';
import type { ConsoleRuntime } from '../navigation/runtime.ts';
import { splitPath } from '../navigation/tabkey.ts';
import { createTabStore } from '../navigation/tabstore.ts';
import { menuPage } from '../pages/MenuPage.tsx';
import { preferences } from '../storage/preferences.ts';
import { isLocked, keepReturnPage } from './lock/lock.ts';

/**
 * Returns a query client: responses are fresh for 10 seconds; only network failures are retried.
 */
const createQueries = (): QueryClient =>
  new RefetchingQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, fault) =>
          failures < 2 && fault instanceof ApiFault && fault.kind === 'network',
        // `navigator.onLine` is unreliable; the client detects failures itself.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** Loads the preferences of the user. */
const attachPreferences = (client: Client, path: string): void => {
  preferences.watch();
  const session = client.sessions.get();
  // Users without an account, or with an initial password, cannot read preferences.
  if (!session || !hasAccount(session.user) || session.user.passwordDue) return;
  void preferences.attach(session.user.userId, {
    load: () => client.get(path, {}, { quiet: true }),
    save: (key, value) => client.post(path, { key, value }, { quiet: true }),
  });
};

/** Creates the runtime of the console, and opens the address that the browser shows. */
export const createRuntime = (
  config: ShellConfig,
  client: Client,
  leave: () => void,
): ConsoleRuntime => {
  const { home, routes } = config;
  attachPreferences(client, config.preferences);
  const tabs = createTabStore({ ...home, key: home.path });
  const menu: { routes: ReadonlyMap<string, MenuRoute> } = { routes: new Map() };
  const menuRoute = (path: string) => menu.routes.get(splitPath(path)[0]);
  const match = (path: string): RouteMatch | undefined => {
    const found = matchRoute(routes, path);
    const named = found ? undefined : menuRoute(path);
    if (named?.kind !== 'leaf') return found;
    return { route: menuPage(path), params: {}, title: named.title };
  };
  const bar = browserAddress();
  const arrived = bar.current();
  /** Address that the user signed in for, if its page is known only once the menu is loaded. */
  let wanted = arrived.arriving && !match(arrived.path) ? arrived.path : undefined;
  const navigation = createNavigation({
    bar,
    tabs,
    home: home.path,
    match,
    leave,
    // Without an opener the new window starts with no copy of this window's tabs.
    openWindow: (path) => window.open(path, '_blank', 'noopener'),
    judge: (path) => {
      const [pathname, search] = splitPath(path);
      const named = menuRoute(path);
      const locked = isLocked();
      if (locked && pathname !== '/lock') keepReturnPage(path);
      return judgeRoute({
        pathname,
        search,
        // Read the storage again: a token that was emptied in this tab signs out here too.
        signedIn: client.sessions.fresh() !== undefined,
        locked,
        known: match(path) !== undefined,
        arriving: path === wanted,
        ...(named?.kind === 'parent' && { leadsTo: named.to }),
        home: home.path,
        start: config.start(client.sessions.get()?.user.account ?? ''),
      });
    },
  });
  // A user who must choose a password first reaches the address afterwards, after a reload.
  if (!client.sessions.get()?.user.passwordDue) navigation.start();
  const begun = navigation.current();
  const learnMenu = (learnt: ReadonlyMap<string, MenuRoute>) => {
    menu.routes = learnt;
    // The page may have been opened, before the menu was loaded, at an address that only the menu
    // knows.
    const now = navigation.current();
    // Each top entry's menu loads separately; a user who has navigated on is not moved back.
    if (now !== begun) wanted = undefined;
    const { pathname, searchParams } = new URL(now, location.origin);
    const from = pathname === '/404' ? searchParams.get('from') : wanted;
    if (from && learnt.has(splitPath(from)[0])) navigation.open(from, { replace: true });
  };
  const queries = createQueries();
  const beginAnew = () => {
    wanted = undefined;
    tabs.clear();
    menu.routes = new Map();
    navigation.open(home.path, { replace: true });
    queries.clear();
  };
  return {
    ...navigation,
    config,
    client,
    queries,
    tabs,
    match,
    addMenuRoutes: learnMenu,
    reset: beginAnew,
  };
};
