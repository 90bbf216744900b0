import type { Text } from '../i18n/language.ts';
import { type Store, store } from '../storage/store.ts';
import {
  addTab,
  changeTab,
  closeTabs,
  moveTab,
  noTabs,
  openTab,
  reloadTab,
  type Tab,
  type Tabs,
} from './tabs.ts';

/** Store of the open tabs, outside React so that the navigation can change them. */
export interface TabStore {
  get(): Tabs;
  subscribe(changed: () => void): () => void;
  /** Shows a page. */
  show(page: { key: string; path: string; title: Text; listed?: boolean; kept?: boolean }): void;
  /** Adds a page in a background tab. */
  add(page: { key: string; path: string; title: Text; kept?: boolean }): void;
  change(key: string, change: Parameters<typeof changeTab>[2]): void;
  close(keys: readonly string[]): void;
  /** Moves a tab to a position in the bar, counted from 0. */
  move(key: string, place: number): void;
  /** Reloads the page. */
  renew(key: string): void;
  /** Removes all tabs: on sign-in, sign-out and change of role. */
  clear(): void;
}

const name = 'tabs';

type StoredTab = Pick<Tab, 'key' | 'path' | 'title' | 'from' | 'kept'>;

/** The home page. */
interface FirstPage {
  readonly key: string;
  readonly path: string;
  readonly title: Text;
  /** False: the home page can be closed and moved like any other tab. */
  readonly fixed?: boolean;
}

/** Returns the tabs to restore after a reload; a fixed home page is always restored. */
const tabsToStore = ({ list }: Tabs): readonly StoredTab[] =>
  list
    .filter((tab) => tab.listed && !tab.fixed)
    .map(({ key, path, title, from, kept }) => ({ key, path, title, from, kept }));

export const clearStoredTabs = (kept: Store = store): void => kept.remove(name, 'session');

/**
 * Creates the store of tabs.
 * @param home the home page; if it is not fixed, it is opened only when there is no other tab
 * @param kept storage that survives a reload; restored pages load when they are visited
 */
export const createTabStore = (home: FirstPage, kept: Store = store): TabStore => {
  const fixed = home.fixed ?? true;
  const fresh = (): Tabs => openTab(noTabs, { ...home, fixed });
  const restored = kept.get<readonly StoredTab[]>(name, 'session') ?? [];
  const start = restored.length > 0 && !fixed ? noTabs : fresh();
  let tabs = restored
    .filter(({ key }) => !fixed || key !== home.key)
    .reduce<Tabs>((so, tab) => openTab(so, tab), start);
  // No page has been shown yet, so none is mounted.
  tabs = { list: tabs.list.map((tab) => ({ ...tab, used: 0 })), active: '', clock: 0 };

  let written = '';
  const listeners = new Set<() => void>();
  const set = (next: Tabs) => {
    if (next === tabs) return;
    tabs = next;
    const content = tabsToStore(next);
    const text = JSON.stringify(content);
    // Switching tabs does not change what is stored.
    if (text !== written) kept.set(name, content, 'session');
    written = text;
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
    add: (page) => set(addTab(tabs, page)),
    change: (key, change) => set(changeTab(tabs, key, change)),
    close: (keys) => set(closeTabs(tabs, keys)),
    move: (key, place) => set(moveTab(tabs, key, place)),
    renew: (key) => set(reloadTab(tabs, key)),
    clear() {
      set(fresh());
      clearStoredTabs(kept);
    },
  };
};
