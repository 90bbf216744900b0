import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, useSyncExternalStore } from 'react';
import type { Client } from '../client/client.ts';
import type { ShellConfig } from './config.ts';
import type { MenuRoute } from './menu.ts';
import type { Navigation } from './navigation.ts';
import type { RouteMatch } from './routes.ts';
import type { Tabs } from './tabs.ts';
import type { TabStore } from './tabstore.ts';

/** The living parts of the shell; one per page load. */
export interface Runtime extends Navigation {
  readonly config: ShellConfig;
  readonly client: Client;
  readonly queries: QueryClient;
  readonly tabs: TabStore;
  match(path: string): RouteMatch | undefined;
  /** Forgets tabs and answers and goes to the first page: another role has other ones (spec §2). */
  reset(): void;
  /** From now on the paths of the menu lead somewhere, too. */
  addMenuRoutes(routes: ReadonlyMap<string, MenuRoute>): void;
}

const RuntimeContext = createContext<Runtime | undefined>(undefined);
export const RuntimeProvider = RuntimeContext.Provider;

export const useRuntime = (): Runtime => {
  const runtime = use(RuntimeContext);
  if (!runtime) throw new Error('useRuntime outside the console');
  return runtime;
};

/** The open tabs, rendering again when they change. For the shell; a page uses `useTab`. */
export const useTabs = (): Tabs => {
  const { tabs } = useRuntime();
  return useSyncExternalStore(tabs.subscribe, tabs.get);
};
