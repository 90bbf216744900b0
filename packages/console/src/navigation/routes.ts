import type { ComponentType } from 'react';
import type { Text } from '../i18n/language.ts';
import { matchPattern } from './pathPattern.ts';
import { splitPath } from './tabkey.ts';

/** Path parameters and query of a page, by name; what the address does not say is absent. */
export type TabParams = Readonly<Record<string, string | undefined>>;

/** A page that the console can open. */
export interface Route {
  /** `/work/:kind/detail/:id`; `*` at the end takes the rest (`matchPattern`). */
  readonly path: string;
  /** `lazy(() => import('../shell/List.tsx'))`; kept as a value so that its identity is stable. */
  readonly component: ComponentType;
  /** The tab's title until the page sets a better one. */
  readonly title: Text | ((params: TabParams) => Text);
  /** false: shown without a tab (spec §2: meta isTab false). */
  readonly tab?: boolean;
  /** Stays in memory while its tab is open, whatever else is opened. */
  readonly kept?: boolean;
}

export interface RouteMatch {
  readonly route: Route;
  readonly params: TabParams;
  readonly title: Text;
}

const matchExactly = (routes: readonly Route[], path: string): RouteMatch | undefined => {
  const [pathname, search] = splitPath(path);
  for (const route of routes) {
    const found = matchPattern(route.path, pathname);
    if (!found) continue;
    const params = { ...Object.fromEntries(new URLSearchParams(search)), ...found };
    const title = typeof route.title === 'function' ? route.title(params) : route.title;
    return { route, params, title };
  }
  return undefined;
};

const index = /\/index$/;

/** The other address that a page may be known by: `/x/index` for `/x`, and the other way round. */
export const sisterOf = (path: string): string => {
  const [pathname, search] = splitPath(path);
  const sister = index.test(pathname) ? pathname.replace(index, '') : `${pathname}/index`;
  return sister + search;
};

/** Two addresses of one page: the same route with the same parameters. */
export const isSamePage = (a: RouteMatch, b: RouteMatch): boolean =>
  a.route === b.route && JSON.stringify(a.params) === JSON.stringify(b.params);

/**
 * Finds the page of an address; the first route that matches wins. A leaf of the menu opens at its
 * `index` (spec §2): where only one of `/x` and `/x/index` is a page, both lead to it.
 */
export const matchRoute = (routes: readonly Route[], path: string): RouteMatch | undefined =>
  matchExactly(routes, path) ?? matchExactly(routes, sisterOf(path));
