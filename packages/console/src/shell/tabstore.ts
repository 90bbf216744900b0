import type { Text } from '../i18n/language.ts';
import { type Store, store } from '../storage/store.ts';
import {
  changeTab,
  closeAllTabs,
  closeOtherTabs,
  closeTab,
  noTabs,
  openTab,
  type Tabs,
} from './tabs.ts';

/** The open tabs of this browser tab, outside React so that the router can write to them. */
export interface TabStore {
  get(): Tabs;
  subscribe(changed: () => void): () => void;
  /** A page came into sight. */
  show(page: { key: string; path: string; title: Text; listed?: boolean }): void;
  change(key: string, change: { title?: Text; dirty?: boolean; path?: string }): void;
  close(key: string): void;
  closeOthers(key: string): void;
  closeAll(): void;
  /** Forgets everything (spec §4: on sign-in, sign-out and switch of role). */
  clear(): void;
}

const name = 'tabs';

interface Kept {
  readonly path: string;
  readonly key: string;
  readonly title: Text;
  readonly from?: string;
}

export const clearStoredTabs = (kept: Store = store): void => kept.remove(name, 'session');

/**
 * @param home the fixed first tab, present from the start
 * @param kept a reload of the page finds its tabs there again; their content is loaded when visited
 */
export const createTabStore = (
  home: { key: string; path: string; title: Text },
  kept: Store = store,
): TabStore => {
  const fresh = (): Tabs => openTab(noTabs, { ...home, fixed: true });
  const restored = kept.get<readonly Kept[]>(name, 'session') ?? [];
  let tabs: Tabs = restored
    .filter(({ key }) => key !== home.key)
    .reduce<Tabs>((so, tab) => openTab(so, tab), fresh());
  // Nothing has been looked at yet, so nothing is alive until it is.
  tabs = { list: tabs.list.map((tab) => ({ ...tab, used: 0 })), active: '', clock: 0 };

  const listeners = new Set<() => void>();
  const set = (next: Tabs) => {
    if (next === tabs) return;
    tabs = next;
    const listed = next.list.filter((tab) => tab.listed && !tab.fixed);
    kept.set(
      name,
      listed.map(({ key, path, title, from }) => ({ key, path, title, from })),
      'session',
    );
    for (const listener of listeners) listener();
  };
  return {
    get: () => tabs,
    subscribe(changed) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
    show: (page) => set(openTab(tabs, page)),
    change: (key, change) => set(changeTab(tabs, key, change)),
    close: (key) => set(closeTab(tabs, key)),
    closeOthers: (key) => set(closeOtherTabs(tabs, key)),
    closeAll: () => set(closeAllTabs(tabs)),
    clear() {
      set(fresh());
      clearStoredTabs(kept);
    },
  };
};
