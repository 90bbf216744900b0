import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, useSyncExternalStore } from 'react';
import type { Client } from '../client/client.ts';
import type { ShellConfig } from './config.ts';
import type { MenuRoute } from './menu.ts';
import type { PageNavigation } from './navigation.ts';
import type { RouteMatch } from './routes.ts';
import type { Tabs } from './tabs.ts';
import type { TabStore } from './tabstore.ts';

/** State and services of the console; created once per page load. */
export interface ConsoleRuntime extends PageNavigation {
  readonly config: ShellConfig;
  readonly client: Client;
  readonly queries: QueryClient;
  readonly tabs: TabStore;
  match(path: string): RouteMatch | undefined;
  /** Clears tabs and cached data and shows the home page, after a change of role. */
  reset(): void;
  /** Adds the paths of the menu to the routes. */
  addMenuRoutes(routes: ReadonlyMap<string, MenuRoute>): void;
}

const RuntimeContext = createContext<ConsoleRuntime | undefined>(undefined);
export const RuntimeProvider = RuntimeContext.Provider;

export const useRuntime = (): ConsoleRuntime => {
  const runtime = use(RuntimeContext);
  if (!runtime) throw new Error('useRuntime outside the console');
  return runtime;
};

/** Returns the open tabs; renders again when they change. For the frame; pages use `useTab`. */
export const useTabs = (): Tabs => {
  const { tabs } = useRuntime();
  return useSyncExternalStore(tabs.subscribe, tabs.get);
};
