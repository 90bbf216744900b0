import type { Text } from '../i18n/language.ts';
import type { AddressBar } from './address.ts';
import type { Verdict } from './guard.ts';
import { isSamePage, type RouteMatch, sisterOf } from './routes.ts';
import { splitPath, tabKey } from './tabkey.ts';
import { closeTabs, findTab, othersOf, rightOf, type Tab, type Tabs } from './tabs.ts';
import type { TabStore } from './tabstore.ts';

/** How to go to a page. */
export interface OpenOptions {
  /** The tab's title until the page sets its own. */
  readonly title?: Text;
  /** Takes the place of the present history entry. */
  readonly replace?: boolean;
  /** In a tab behind the page in sight, which stays. */
  readonly behind?: boolean;
}

/** Moves between pages: the address bar, the tabs and the guard in step with one another. */
export interface Navigation {
  /** Goes to the page that the address bar names; once, at the start. */
  start(): void;
  /** The path of the page in sight. */
  current(): string;
  open(path: string, options?: OpenOptions): void;
  /** Closes a tab without a question; goes to `next`, else as spec §2 says. */
  close(key: string, next?: string): void;
  /** Keeps the one given, which comes into sight, and a fixed first page. */
  closeOthers(key: string): void;
  /** Closes what stands to its right; it comes into sight when the one in sight was among them. */
  closeRight(key: string): void;
  /** Returns to the first page and keeps it alone. */
  closeAll(): void;
  /** Gives an open page another query: filters and the like. It stays the same tab. */
  setQuery(key: string, search: string): void;
}

interface NavigationOptions {
  readonly bar: AddressBar;
  readonly tabs: TabStore;
  /** The path of the first page. */
  readonly home: string;
  readonly judge: (path: string) => Verdict;
  readonly match: (path: string) => RouteMatch | undefined;
  readonly openWindow: (path: string) => void;
  readonly leave: () => void;
}

const pathOf = ({ list }: Tabs, key: string): string | undefined =>
  list.find((tab) => tab.key === key)?.path;

/**
 * Every move is one synchronous step, so that no navigation can be overtaken by another and leave a
 * tab of a page that was never in sight (stack trap 8).
 */
export const createNavigation = (options: NavigationOptions): Navigation => {
  const { bar, tabs, home, judge, match, openWindow, leave } = options;

  /** The tab of a page, whichever of its two addresses it was opened at. */
  const tabOf = (path: string, page: RouteMatch): Tab | undefined => {
    const sister = sisterOf(path);
    const other = match(sister);
    const same = other && isSamePage(page, other);
    return findTab(tabs.get(), path) ?? (same ? findTab(tabs.get(), sister) : undefined);
  };

  const show = (path: string, { title, replace, behind }: OpenOptions) => {
    const found = match(path);
    if (!found) return;
    const present = tabOf(path, found);
    if (behind) {
      const kept = found.route.kept === true;
      if (!present) tabs.add({ key: tabKey(path), path, title: title ?? found.title, kept });
      return;
    }
    // A tab is found again at the query that its page has set since.
    const address = { path: present?.path ?? path, tab: present?.key ?? tabKey(path) };
    const { path: now, tab } = bar.current();
    if (replace || (now === address.path && tab === address.tab)) bar.replace(address);
    else bar.push(address);
    tabs.show({
      key: address.tab,
      path: address.path,
      title: title ?? found.title,
      // Spec §2: no tab without a name.
      listed: found.route.tab !== false && (title ?? found.title) !== '',
      kept: found.route.kept === true,
    });
  };

  const open = (path: string, given: OpenOptions = {}) => {
    const verdict = judge(path);
    if (verdict.kind === 'open') show(path, given);
    if (verdict.kind === 'redirect') open(verdict.to, { replace: given.replace });
    if (verdict.kind === 'window') openWindow(verdict.to);
    if (verdict.kind === 'leave') leave();
  };

  /** Opens what the address bar says, in place; a page that left for a window shows the first page. */
  const arrive = () => {
    open(bar.current().path, { replace: true });
    if (tabs.get().active === '') open(home, { replace: true });
  };

  bar.onReturn(() => {
    const { tab } = bar.current();
    const path = tab === undefined ? undefined : pathOf(tabs.get(), tab);
    if (path === undefined) arrive();
    else open(path, { replace: true });
  });

  /** Goes to what stays before it closes, so that nothing else comes into sight between. */
  const closeAll = (keys: readonly string[], next?: string) => {
    const now = tabs.get();
    const after = closeTabs(now, keys);
    const to = next ?? (after.active === now.active ? undefined : pathOf(after, after.active));
    if (to) open(to);
    tabs.close(keys);
  };

  return {
    start: arrive,
    current: () => bar.current().path,
    open,
    close: (key, next) => closeAll([key], next),
    closeOthers(key) {
      const to = pathOf(tabs.get(), key);
      if (to && key !== tabs.get().active) open(to);
      closeAll(othersOf(tabs.get(), key).map((tab) => tab.key));
    },
    closeRight: (key) => closeAll(rightOf(tabs.get(), key).map((tab) => tab.key)),
    closeAll() {
      open(home);
      closeAll(othersOf(tabs.get(), tabKey(home)).map((tab) => tab.key));
    },
    setQuery(key, search) {
      const before = pathOf(tabs.get(), key);
      if (before === undefined) return;
      const [pathname] = splitPath(before);
      const path = search === '' ? pathname : `${pathname}?${search.replace(/^\?/, '')}`;
      tabs.change(key, { path });
      if (tabs.get().active === key) bar.replace({ path, tab: key });
    },
  };
};
