import type { Text } from '../i18n/language.ts';
import { tabKey } from './tabkey.ts';

/** An open page. Hidden tabs keep their state: text, scroll position, filters, dialogs. */
export interface Tab {
  /** Path and query at opening: other parameters mean another tab. */
  readonly key: string;
  /** Current path and query. */
  readonly path: string;
  readonly title: Text;
  /** Title in the bar of a phone where the page itself shows its title. */
  readonly heading?: Text | undefined;
  /** Has unsaved input. Such a tab is never dropped from memory. */
  readonly dirty: boolean;
  /** Shown in the tab bar; false for pages without a tab. */
  readonly listed: boolean;
  /** Cannot be closed: the home page, unless the site allows it. */
  readonly fixed: boolean;
  /** Stays in memory while the tab is open, no matter when it was last visited. */
  readonly kept: boolean;
  /** How often it was reloaded; a new number mounts a new instance of the page. */
  readonly turn: number;
  /** Key of the tab from which it was opened; decides where it belongs in the menu. */
  readonly from?: string;
  /** When it was last shown, as a counter: larger is later. */
  readonly used: number;
}

export interface Tabs {
  /** In the order of the bar. */
  readonly list: readonly Tab[];
  /** The key of the active tab. */
  readonly active: string;
  readonly clock: number;
}

/**
 * The most pages that stay mounted; the least recently used is unmounted first. Thirty forms of
 * forty fields take some 90 MB; mounting a page again takes half as long again as showing a mounted
 * one.
 */
export const mountedTabsLimit = 30;

export const noTabs: Tabs = { list: [], active: '', clock: 0 };

type Opened = Pick<Tab, 'key' | 'path' | 'title'> &
  Partial<Pick<Tab, 'listed' | 'fixed' | 'kept' | 'from'>>;

const fresh = { dirty: false, listed: true, fixed: false, kept: false, turn: 0 };

/** Shows a page and opens its tab if it has none. Unlisted pages leave no tab. */
export const openTab = (tabs: Tabs, page: Opened): Tabs => {
  const clock = tabs.clock + 1;
  const others = tabs.list.filter((tab) => tab.listed || tab.key === page.key);
  const present = others.find((tab) => tab.key === page.key);
  const tab: Tab = present
    ? { ...present, used: clock }
    : { ...fresh, from: tabs.active, ...page, used: clock };
  const list = present
    ? others.map((other) => (other.key === tab.key ? tab : other))
    : tab.fixed
      ? [tab, ...others]
      : [...others, tab];
  return { list, active: tab.key, clock };
};

/** Opens a page in a background tab; it loads when it is first shown. */
export const addTab = (tabs: Tabs, page: Opened): Tabs =>
  tabs.list.some((tab) => tab.key === page.key)
    ? tabs
    : { ...tabs, list: [...tabs.list, { ...fresh, from: tabs.active, ...page, used: 0 }] };

/**
 * The tab of an address: the one that is at it now, or else the one that was opened at it and whose
 * query has changed since.
 */
export const findTab = ({ list }: Tabs, path: string): Tab | undefined =>
  list.find((tab) => tab.path === path) ?? list.find((tab) => tab.key === tabKey(path));

/** Changes one tab; a key that is not open changes nothing. */
export const changeTab = (
  tabs: Tabs,
  key: string,
  change: Partial<Pick<Tab, 'title' | 'heading' | 'dirty' | 'path'>>,
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

/** The last tab cannot be closed, nor a fixed home page. */
export const isClosable = (tabs: Tabs, key: string): boolean => {
  const tab = tabs.list.find((each) => each.key === key);
  return tab?.listed === true && !tab.fixed && listed(tabs).length > 1;
};

/**
 * Closes those of the tabs that may be closed; the last tab stays. If the active tab closes, the
 * nearest remaining tab before it becomes active, or the first.
 */
export const closeTabs = (tabs: Tabs, keys: readonly string[]): Tabs => {
  const before = listed(tabs);
  const wanted = before.filter((tab) => keys.includes(tab.key) && !tab.fixed);
  const gone = new Map(wanted.map((tab) => [tab.key, tab]));
  const [spared] = before;
  if (spared && gone.size === before.length) gone.delete(spared.key);
  if (gone.size === 0) return tabs;
  // Tabs opened from a closed tab now belong to the tab that it was opened from, so that the menu
  // still shows the way.
  const origin = (from: string | undefined): string | undefined => {
    const closed = gone.get(from ?? '');
    return closed ? origin(closed.from) : from;
  };
  const list = tabs.list
    .filter((tab) => !gone.has(tab.key))
    .map((tab) => (gone.has(tab.from ?? '') ? { ...tab, from: origin(tab.from) } : tab));
  if (!gone.has(tabs.active)) return { ...tabs, list };
  const index = before.findIndex((tab) => tab.key === tabs.active);
  const left = before.filter((tab) => !gone.has(tab.key));
  const next = left.findLast((tab) => before.indexOf(tab) < index) ?? left[0];
  return { ...tabs, list, active: next?.key ?? '' };
};

/** The tabs that 关闭其他 closes: all but the given one and a fixed home page. */
export const otherTabsOf = (tabs: Tabs, key: string): readonly Tab[] =>
  listed(tabs).filter((tab) => tab.key !== key && !tab.fixed);

/** The tabs to the right of a tab. */
export const tabsRightOf = (tabs: Tabs, key: string): readonly Tab[] => {
  const all = listed(tabs);
  const index = all.findIndex((tab) => tab.key === key);
  return index < 0 ? [] : all.slice(index + 1).filter((tab) => !tab.fixed);
};

/**
 * Moves a tab to a position among the tabs of the bar, counted from 0. A fixed home page stays
 * first.
 */
export const moveTab = (tabs: Tabs, key: string, place: number): Tabs => {
  const all = listed(tabs);
  const moved = all.find((tab) => tab.key === key);
  if (!moved || moved.fixed) return tabs;
  const rest = all.filter((tab) => tab !== moved);
  const least = rest.filter((tab) => tab.fixed).length;
  const to = Math.min(Math.max(place, least), rest.length);
  if (all[to] === moved) return tabs;
  const unlisted = tabs.list.filter((tab) => !tab.listed);
  return { ...tabs, list: [...rest.toSpliced(to, 0, moved), ...unlisted] };
};

/** Reloads the page of a tab; unsaved input is lost. */
export const reloadTab = (tabs: Tabs, key: string): Tabs => ({
  ...tabs,
  list: tabs.list.map((tab) =>
    tab.key === key ? { ...tab, turn: tab.turn + 1, dirty: false } : tab,
  ),
});

/**
 * Keys of the tabs whose pages stay mounted: the active tab, tabs with unsaved input, tabs marked
 * `kept`, and the most recently used others up to the limit. A tab that was never shown (restored
 * after a reload) is not loaded yet.
 */
export const mountedTabs = (tabs: Tabs, limit: number = mountedTabsLimit): ReadonlySet<string> => {
  const kept = tabs.list.filter(
    (tab) => tab.key === tabs.active || tab.dirty || (tab.kept && tab.used > 0),
  );
  const rest = tabs.list
    .filter((tab) => !kept.includes(tab) && tab.used > 0)
    .sort((a, b) => b.used - a.used)
    .slice(0, Math.max(limit - kept.length, 0));
  return new Set([...kept, ...rest].map((tab) => tab.key));
};

/** The path of a page and of the pages from which it was opened, each once, nearest first. */
export const openerPathsOf = (tabs: Tabs, key: string): readonly string[] => {
  const paths = new Set<string>();
  const seen = new Set<string>();
  let at = tabs.list.find((tab) => tab.key === key);
  while (at && !seen.has(at.key)) {
    seen.add(at.key);
    paths.add(at.path.split('?')[0] ?? '');
    const { from } = at;
    at = tabs.list.find((tab) => tab.key === from);
  }
  return [...paths];
};
