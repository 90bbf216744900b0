import type { ComponentType } from 'react';
import type { Text } from '../i18n/language.ts';
import { matchPattern } from './pathPattern.ts';
import { splitPath } from './tabkey.ts';

/** Path parameters and query of a page, by name. */
export type TabParams = Readonly<Record<string, string | undefined>>;

/** A page of the console. */
export interface Route {
  /** Pattern such as `/work/:kind/detail/:id`; `*` at the end takes the rest (`matchPattern`). */
  readonly path: string;
  /**
   * Component, for example `lazy(() => import('./List.tsx'))`. Created once, so that its identity
   * is stable.
   */
  readonly component: ComponentType;
  /** Title of the tab until the page sets another. */
  readonly title: Text | ((params: TabParams) => Text);
  /** Path of the page whose menu entry is highlighted, if this page has no entry. */
  readonly entry?: string;
  /** Loads the code when the pointer or the focus reaches a link to the page. */
  readonly prefetch?: () => Promise<unknown>;
  /** False: shown without a tab. */
  readonly tab?: boolean;
  /** True: the page stays mounted while its tab is open. */
  readonly kept?: boolean;
  /** True: the page has one tab, whatever its query; its path has no parameters. */
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

const indexSuffix = /\/index$/;

/** Returns the other address of a page: `/x/index` for `/x`, and the reverse. */
export const alternatePath = (path: string): string => {
  const [pathname, search] = splitPath(path);
  const sister = indexSuffix.test(pathname)
    ? pathname.replace(indexSuffix, '')
    : `${pathname}/index`;
  return sister + search;
};

/** Returns true if two addresses are of one page: same route, same parameters. */
export const isSamePage = (a: RouteMatch, b: RouteMatch): boolean =>
  a.route === b.route && JSON.stringify(a.params) === JSON.stringify(b.params);

/**
 * Returns the page of an address; the first route that matches wins. Leaves of the menu end with
 * `/index`: if only one of `/x` and `/x/index` is a route, both match it.
 */
export const matchRoute = (routes: readonly Route[], path: string): RouteMatch | undefined =>
  matchExactly(routes, path) ?? matchExactly(routes, alternatePath(path));
