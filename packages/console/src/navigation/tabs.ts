import type { Text } from '../i18n/language.ts';
import { tabKey } from './tabkey.ts';

/** An open page. Hidden tabs retain their state: text, scroll position, filters, dialogs. */
export interface Tab {
  /** Path and query at opening: other parameters mean another tab. */
  readonly key: string;
  /** Current path and query. */
  readonly path: string;
  readonly title: Text;
  /** Title in the bar of a phone if the page itself shows its title. */
  readonly heading?: Text | undefined;
  /** True if the tab has unsaved input; its page is then never unmounted. */
  readonly dirty: boolean;
  /** True if shown in the tab bar; false for pages without a tab. */
  readonly listed: boolean;
  /** True if the tab cannot be closed: the home page, unless the site allows it. */
  readonly fixed: boolean;
  /** True if the page stays mounted while its tab is open. */
  readonly kept: boolean;
  /** Number of reloads; a new number mounts a new instance of the page. */
  readonly turn: number;
  /** Key of the tab from which this one was opened; decides the highlighted menu entry. */
  readonly from?: string;
  /** Counter value when the tab was last shown: larger is later. */
  readonly used: number;
}

export interface Tabs {
  /** Tabs in the order of the bar. */
  readonly list: readonly Tab[];
  /** Key of the active tab. */
  readonly active: string;
  readonly clock: number;
}

/**
 * Maximum number of mounted pages; the least recently used is unmounted first. Thirty forms of
 * forty fields take some 90 MB; mounting a page again takes half as long again as showing a mounted
 * one.
 */
export const mountedTabsLimit = 30;

export const noTabs: Tabs = { list: [], active: '', clock: 0 };

type Opened = Pick<Tab, 'key' | 'path' | 'title'> &
  Partial<Pick<Tab, 'listed' | 'fixed' | 'kept' | 'from'>>;

const newTabState = { dirty: false, listed: true, fixed: false, kept: false, turn: 0 };

/** Shows a page and opens a tab if it has none. Unlisted pages leave no tab. */
export const openTab = (tabs: Tabs, page: Opened): Tabs => {
  const clock = tabs.clock + 1;
  const others = tabs.list.filter((tab) => tab.listed || tab.key === page.key);
  const present = others.find((tab) => tab.key === page.key);
  const tab: Tab = present
    ? { ...present, used: clock }
    : { ...newTabState, from: tabs.active, ...page, used: clock };
  const list = present
    ? others.map((other) => (other.key === tab.key ? tab : other))
    : tab.fixed
      ? [tab, ...others]
      : [...others, tab];
  return { list, active: tab.key, clock };
};

/** Opens a page in a background tab; the page loads when first shown. */
export const addTab = (tabs: Tabs, page: Opened): Tabs =>
  tabs.list.some((tab) => tab.key === page.key)
    ? tabs
    : { ...tabs, list: [...tabs.list, { ...newTabState, from: tabs.active, ...page, used: 0 }] };

/**
 * Returns the tab at an address, or else the tab that was opened at it and has changed its query
 * since.
 */
export const findTab = ({ list }: Tabs, path: string): Tab | undefined =>
  list.find((tab) => tab.path === path) ?? list.find((tab) => tab.key === tabKey(path));

/** Changes one tab; ignored if no tab has the key. */
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

const listedTabs = (tabs: Tabs): readonly Tab[] => tabs.list.filter((tab) => tab.listed);

/** Returns true unless the tab is the last one or a fixed home page. */
export const isClosable = (tabs: Tabs, key: string): boolean => {
  const tab = tabs.list.find((each) => each.key === key);
  return tab?.listed === true && !tab.fixed && listedTabs(tabs).length > 1;
};

/**
 * Closes the closable tabs among those given; the last tab stays. If the active tab closes, the
 * nearest remaining tab before it becomes active, or the first.
 */
export const closeTabs = (tabs: Tabs, keys: readonly string[]): Tabs => {
  const before = listedTabs(tabs);
  const wanted = before.filter((tab) => keys.includes(tab.key) && !tab.fixed);
  const gone = new Map(wanted.map((tab) => [tab.key, tab]));
  const [spared] = before;
  if (spared && gone.size === before.length) gone.delete(spared.key);
  if (gone.size === 0) return tabs;
  // Tabs opened from a closed tab now belong to that tab's opener, so that the menu still
  // highlights their entry.
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

/** Returns the tabs that 关闭其他 closes: all but the given one and a fixed home page. */
export const otherTabsOf = (tabs: Tabs, key: string): readonly Tab[] =>
  listedTabs(tabs).filter((tab) => tab.key !== key && !tab.fixed);

/** Returns the tabs to the right of a tab. */
export const tabsRightOf = (tabs: Tabs, key: string): readonly Tab[] => {
  const all = listedTabs(tabs);
  const index = all.findIndex((tab) => tab.key === key);
  return index < 0 ? [] : all.slice(index + 1).filter((tab) => !tab.fixed);
};

/** Moves a tab to a position in the bar, counted from 0. A fixed home page stays first. */
export const moveTab = (tabs: Tabs, key: string, place: number): Tabs => {
  const all = listedTabs(tabs);
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
 * Returns the keys of the tabs whose pages stay mounted: the active tab, tabs with unsaved input,
 * tabs marked `kept`, and the most recently used others up to the limit. A tab that was never shown
 * (restored after a reload) is not loaded yet.
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

/**
 * Returns the path of a page and of the pages from which it was opened, each once, nearest first.
 */
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
