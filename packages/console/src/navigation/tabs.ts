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
  /** Cannot be closed: the first page, unless the site frees it (decisions 41). */
  readonly fixed: boolean;
  /** Its page stays in memory as long as the tab is open, however long ago it was looked at. */
  readonly kept: boolean;
  /** How often it was loaded anew: another turn is another instance of its page. */
  readonly turn: number;
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

/**
 * How many pages stay alive at most; the least recently used goes first (stack trap 9). Thirty forms
 * of forty fields weigh some 90 MB; a page that was let go is drawn anew when it is visited, which
 * takes half as long again as bringing a living one into sight.
 */
export const aliveLimit = 30;

export const noTabs: Tabs = { list: [], active: '', clock: 0 };

type Opened = Pick<Tab, 'key' | 'path' | 'title'> &
  Partial<Pick<Tab, 'listed' | 'fixed' | 'kept' | 'from'>>;

const fresh = { dirty: false, listed: true, fixed: false, kept: false, turn: 0 };

/** Brings a page into sight, opening its tab if it has none. Unlisted pages leave no trace. */
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

/** Opens a page behind the one in sight; it is not loaded before somebody looks at it. */
export const addTab = (tabs: Tabs, page: Opened): Tabs =>
  tabs.list.some((tab) => tab.key === page.key)
    ? tabs
    : { ...tabs, list: [...tabs.list, { ...fresh, from: tabs.active, ...page, used: 0 }] };

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
 * Closes tabs, as far as each may be closed; the last one stays, whichever that is. When the one in
 * sight is among them, the nearest one before it that stays comes into sight, or the first (spec
 * §2): the answer's `active` is what to go to.
 */
export const closeTabs = (tabs: Tabs, keys: readonly string[]): Tabs => {
  const before = listed(tabs);
  const wanted = before.filter((tab) => keys.includes(tab.key) && !tab.fixed);
  const gone = new Map(wanted.map((tab) => [tab.key, tab]));
  const [spared] = before;
  if (spared && gone.size === before.length) gone.delete(spared.key);
  if (gone.size === 0) return tabs;
  // What was opened from it now belongs where it belonged: the menu shows the way on.
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

/** What 关闭其他 closes: all but the one given and a fixed first page (spec §2). */
export const othersOf = (tabs: Tabs, key: string): readonly Tab[] =>
  listed(tabs).filter((tab) => tab.key !== key && !tab.fixed);

/** What stands to the right of a tab. */
export const rightOf = (tabs: Tabs, key: string): readonly Tab[] => {
  const all = listed(tabs);
  const index = all.findIndex((tab) => tab.key === key);
  return index < 0 ? [] : all.slice(index + 1).filter((tab) => !tab.fixed);
};

/**
 * Moves a tab to a place among those that the bar shows, counted from 0. A fixed first page stays
 * first and lets nothing before it.
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

/** Loads the page of a tab anew; what was typed in it is gone. */
export const renewTab = (tabs: Tabs, key: string): Tabs => ({
  ...tabs,
  list: tabs.list.map((tab) =>
    tab.key === key ? { ...tab, turn: tab.turn + 1, dirty: false } : tab,
  ),
});

/**
 * The keys whose pages stay in memory: the tab in sight, every tab with unsaved text, every page
 * that says so of itself, and the most recently used of the rest up to the limit. A tab that was
 * never looked at (restored after a reload) is not loaded before it is.
 */
export const aliveTabs = (tabs: Tabs, limit: number = aliveLimit): ReadonlySet<string> => {
  const kept = tabs.list.filter(
    (tab) => tab.key === tabs.active || tab.dirty || (tab.kept && tab.used > 0),
  );
  const rest = tabs.list
    .filter((tab) => !kept.includes(tab) && tab.used > 0)
    .sort((a, b) => b.used - a.used)
    .slice(0, Math.max(limit - kept.length, 0));
  return new Set([...kept, ...rest].map((tab) => tab.key));
};

/** The paths of a page and of those from which it was opened, each once, nearest first. */
export const openedFrom = (tabs: Tabs, key: string): readonly string[] => {
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
