import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, useSyncExternalStore } from 'react';
import type { createBrowserRouter } from 'react-router';
import type { Client } from '../client/client.ts';
import type { Text } from '../i18n/language.ts';
import type { ShellConfig } from './config.ts';
import type { RouteMatch } from './routes.ts';
import type { Tabs } from './tabs.ts';
import type { TabStore } from './tabstore.ts';

/** The living parts of the shell; one per page load. */
export interface Runtime {
  readonly config: ShellConfig;
  readonly client: Client;
  readonly queries: QueryClient;
  readonly tabs: TabStore;
  readonly router: ReturnType<typeof createBrowserRouter>;
  /** Opens a page in its tab. */
  open(path: string, options?: { readonly title?: Text; readonly replace?: boolean }): void;
  /** Closes a tab without a question; goes to `next`, else as spec §2 says. */
  close(key: string, next?: string): Promise<void>;
  closeOthers(key: string): Promise<void>;
  closeAll(): Promise<void>;
  match(path: string): RouteMatch | undefined;
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
