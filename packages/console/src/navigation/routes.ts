import type { ComponentType } from 'react';
import type { Text } from '../i18n/language.ts';
import { matchPattern } from './pathPattern.ts';
import { splitPath } from './tabkey.ts';

/** Path parameters and query of a page by name. */
export type TabParams = Readonly<Record<string, string | undefined>>;

/** A page of the console. */
export interface Route {
  /** `/work/:kind/detail/:id`; `*` at the end takes the rest (`matchPattern`). */
  readonly path: string;
  /**
   * For example `lazy(() => import('./List.tsx'))`. Create it once, so that its identity is stable.
   */
  readonly component: ComponentType;
  /** Title of the tab until the page sets its own. */
  readonly title: Text | ((params: TabParams) => Text);
  /** The page whose entry of the menu is marked, where the menu has none for this one. */
  readonly entry?: string;
  /** Loads its code ahead, when its link is about to be followed. */
  readonly prefetch?: () => Promise<unknown>;
  /** false: shown without a tab. */
  readonly tab?: boolean;
  /** Stays mounted while its tab is open. */
  readonly kept?: boolean;
  /** Has one tab, whatever the query asks of it; its path has no parameters. */
  readonly single?: boolean;
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

/** The other address of a page: `/x/index` for `/x`, and the other way round. */
export const alternatePath = (path: string): string => {
  const [pathname, search] = splitPath(path);
  const sister = index.test(pathname) ? pathname.replace(index, '') : `${pathname}/index`;
  return sister + search;
};

/** True if two addresses are of one page: the same route with the same parameters. */
export const isSamePage = (a: RouteMatch, b: RouteMatch): boolean =>
  a.route === b.route && JSON.stringify(a.params) === JSON.stringify(b.params);

/**
 * Finds the page of an address; the first route that matches wins. Leaves of the menu end with
 * `/index`: if only one of `/x` and `/x/index` is a route, both lead to it.
 */
export const matchRoute = (routes: readonly Route[], path: string): RouteMatch | undefined =>
  matchExactly(routes, path) ?? matchExactly(routes, alternatePath(path));
