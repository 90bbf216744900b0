import type { Text } from '../i18n/language.ts';
import type { AddressBar } from './address.ts';
import type { RouteVerdict } from './guard.ts';
import { alternatePath, isSamePage, type RouteMatch } from './routes.ts';
import { splitPath, tabKey } from './tabkey.ts';
import { closeTabs, findTab, otherTabsOf, type Tab, type Tabs, tabsRightOf } from './tabs.ts';
import type { TabStore } from './tabstore.ts';

/** Options for opening a page. */
export interface OpenOptions {
  /** Title of the tab until the page sets its own. */
  readonly title?: Text;
  /** Replaces the current history entry. */
  readonly replace?: boolean;
  /** Opens the page in a background tab; the visible page does not change. */
  readonly behind?: boolean;
}

/** Opens and closes pages. Synchronises address bar, tabs and route guard. */
export interface PageNavigation {
  /** Opens the page of the address bar; called once, at the start. */
  start(): void;
  /** Returns the path of the visible page. */
  current(): string;
  open(path: string, options?: OpenOptions): void;
  /** Closes a tab without asking, and shows `next` or the previous tab. */
  close(key: string, next?: string): void;
  /** Closes all tabs but the given one and a fixed home page, and shows the given one. */
  closeOthers(key: string): void;
  /**
   * Closes the tabs to the right of the given one. If the active tab is among them, the given one
   * is shown.
   */
  closeRight(key: string): void;
  /** Shows the home page and closes all other tabs. */
  closeAll(): void;
  /** Changes the query of an open page, for example its filters; the tab stays the same. */
  setQuery(key: string, search: string): void;
}

interface NavigationOptions {
  readonly bar: AddressBar;
  readonly tabs: TabStore;
  /** Path of the home page. */
  readonly home: string;
  readonly judge: (path: string) => RouteVerdict;
  readonly match: (path: string) => RouteMatch | undefined;
  readonly openWindow: (path: string) => void;
  readonly leave: () => void;
}

const pathOf = ({ list }: Tabs, key: string): string | undefined =>
  list.find((tab) => tab.key === key)?.path;

/**
 * Creates the navigation. Every navigation is synchronous, so that no other can overtake it and
 * leave a tab of a page that was never shown. Long because all methods share the tabs and the
 * address bar; each is short.
 */
export const createNavigation = (options: NavigationOptions): PageNavigation => {
  const { bar, tabs, home, judge, match, openWindow, leave } = options;

  /** Returns the tab of a page, opened at either of its two addresses. */
  const tabOf = (path: string, page: RouteMatch): Tab | undefined => {
    if (page.route.single) return tabs.get().list.find(({ key }) => key === page.route.path);
    const sister = alternatePath(path);
    const other = match(sister);
    const same = other && isSamePage(page, other);
    return findTab(tabs.get(), path) ?? (same ? findTab(tabs.get(), sister) : undefined);
  };

  /**
   * A page with a single tab navigates to the requested query, unless the tab has unsaved input.
   */
  const turn = (path: string, tab: Tab) => {
    if (splitPath(path)[1] === '' || path === tab.path || tab.dirty) return tab.path;
    tabs.change(tab.key, { path });
    if (tab.used > 0) tabs.renew(tab.key);
    return path;
  };

  const show = (path: string, { title, replace, behind }: OpenOptions) => {
    const found = match(path);
    if (!found) return;
    const present = tabOf(path, found);
    const key = present?.key ?? (found.route.single ? found.route.path : tabKey(path));
    if (behind) {
      const kept = found.route.kept === true;
      if (!present) tabs.add({ key, path, title: title ?? found.title, kept });
      return;
    }
    // The page may have changed its query since the tab was opened.
    const shown = present && found.route.single ? turn(path, present) : (present?.path ?? path);
    const address = { path: shown, tab: key };
    const { path: now, tab } = bar.current();
    if (replace || (now === address.path && tab === address.tab)) bar.replace(address);
    else bar.push(address);
    tabs.show({
      key: address.tab,
      path: address.path,
      title: title ?? found.title,
      // A page without a title gets no tab.
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

  /**
   * Opens the page of the address bar, replacing the history entry. If the page opened in another
   * window, this one shows the home page.
   */
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

  /** Shows the remaining page before closing the others, so that no other page flashes up. */
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
      closeAll(otherTabsOf(tabs.get(), key).map((tab) => tab.key));
    },
    closeRight: (key) => closeAll(tabsRightOf(tabs.get(), key).map((tab) => tab.key)),
    closeAll() {
      open(home);
      closeAll(otherTabsOf(tabs.get(), tabKey(home)).map((tab) => tab.key));
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
