import type { Text } from '../i18n/language.ts';
import { tabKey } from './tabkey.ts';

/** A page that is open. Hidden tabs keep their state: text, scroll, filters, dialogs. */
export interface Tab {
  /** The path and query that it was opened at: other parameters are another tab. */
  readonly key: string;
  /** The path and query that it is at now. */
  readonly path: string;
  readonly title: Text;
  /** Something typed is not saved. Such a tab is never dropped from memory. */
  readonly dirty: boolean;
  /** Shown in the tab bar. Pages that get no tab (spec §2: meta isTab false) are not. */
  readonly listed: boolean;
  /** Cannot be closed: the first page (decisions 41). */
  readonly fixed: boolean;
  /** The key of the page from which it was first opened: where it belongs in the menu. */
  readonly from?: string;
  /** When it was last looked at: a counter, larger is later. */
  readonly used: number;
}

export interface Tabs {
  /** In the order of the bar. */
  readonly list: readonly Tab[];
  /** The key of the tab in sight. */
  readonly active: string;
  readonly clock: number;
}

/** How many pages stay alive at most; the least recently used goes first (stack trap 9). */
export const aliveLimit = 15;

export const noTabs: Tabs = { list: [], active: '', clock: 0 };

type Opened = Pick<Tab, 'key' | 'path' | 'title'> & Partial<Pick<Tab, 'listed' | 'fixed' | 'from'>>;

/** Brings a page into sight, opening its tab if it has none. Unlisted pages leave no trace. */
export const openTab = (tabs: Tabs, page: Opened): Tabs => {
  const clock = tabs.clock + 1;
  const others = tabs.list.filter((tab) => tab.listed || tab.key === page.key);
  const present = others.find((tab) => tab.key === page.key);
  const tab: Tab = present
    ? { ...present, used: clock }
    : { dirty: false, listed: true, fixed: false, from: tabs.active, ...page, used: clock };
  const list = present
    ? others.map((other) => (other.key === tab.key ? tab : other))
    : tab.fixed
      ? [tab, ...others]
      : [...others, tab];
  return { list, active: tab.key, clock };
};

/**
 * The tab that shows an address: the one that is at it now, else the one that was opened at it and
 * whose page has set another query since.
 */
export const findTab = ({ list }: Tabs, path: string): Tab | undefined =>
  list.find((tab) => tab.path === path) ?? list.find((tab) => tab.key === tabKey(path));

/** Changes one tab; a key that is not open changes nothing. */
export const changeTab = (
  tabs: Tabs,
  key: string,
  change: Partial<Pick<Tab, 'title' | 'dirty' | 'path'>>,
): Tabs => {
  const present = tabs.list.find((tab) => tab.key === key);
  const same =
    !present ||
    Object.entries(change).every(([name, value]) => present[name as keyof Tab] === value);
  if (same) return tabs;
  return {
    ...tabs,
    list: tabs.list.map((tab) => (tab.key === key ? { ...tab, ...change } : tab)),
  };
};

const listed = (tabs: Tabs): readonly Tab[] => tabs.list.filter((tab) => tab.listed);

/** Spec §2: closable except when only one remains; a fixed first page never. */
export const isClosable = (tabs: Tabs, key: string): boolean => {
  const tab = tabs.list.find((each) => each.key === key);
  return tab?.listed === true && !tab.fixed && listed(tabs).length > 1;
};

/**
 * Closes a tab. Closing the one in sight shows the previous tab, or the first if it was the first
 * (spec §2): the answer's `active` is what to go to.
 */
export const closeTab = (tabs: Tabs, key: string): Tabs => {
  if (!isClosable(tabs, key)) return tabs;
  const index = listed(tabs).findIndex((tab) => tab.key === key);
  // What was opened from it now belongs where it belonged: the menu shows the way on.
  const from = tabs.list.find((tab) => tab.key === key)?.from;
  const list = tabs.list
    .filter((tab) => tab.key !== key)
    .map((tab) => (tab.from === key ? { ...tab, from } : tab));
  const left = list.filter((tab) => tab.listed);
  const next = left[Math.max(index - 1, 0)];
  return { ...tabs, list, active: tabs.active === key ? (next?.key ?? '') : tabs.active };
};

/** Keeps the one given and the fixed first page (spec §2). */
export const closeOtherTabs = (tabs: Tabs, key: string): Tabs => ({
  ...tabs,
  list: tabs.list.filter((tab) => tab.fixed || tab.key === key),
  active: key,
});

/** Keeps the fixed first page alone; the caller goes to the home page. */
export const closeAllTabs = (tabs: Tabs): Tabs => {
  const list = tabs.list.filter((tab) => tab.fixed);
  return { ...tabs, list, active: list[0]?.key ?? '' };
};

/**
 * The keys whose pages stay in memory: the tab in sight, every tab with unsaved text, and the most
 * recently used of the rest up to the limit. A tab that was never looked at (restored after a
 * reload) is not loaded before it is.
 */
export const aliveTabs = (tabs: Tabs, limit: number = aliveLimit): ReadonlySet<string> => {
  const kept = tabs.list.filter((tab) => tab.key === tabs.active || tab.dirty);
  const rest = tabs.list
    .filter((tab) => !kept.includes(tab) && tab.used > 0)
    .sort((a, b) => b.used - a.used)
    .slice(0, Math.max(limit - kept.length, 0));
  return new Set([...kept, ...rest].map((tab) => tab.key));
};

/** The paths of a page and of those from which it was opened, nearest first. */
export const openedFrom = (tabs: Tabs, key: string): readonly string[] => {
  const paths: string[] = [];
  const seen = new Set<string>();
  let at = tabs.list.find((tab) => tab.key === key);
  while (at && !seen.has(at.key)) {
    seen.add(at.key);
    paths.push(at.path.split('?')[0] ?? '');
    const { from } = at;
    at = tabs.list.find((tab) => tab.key === from);
  }
  return paths;
};
