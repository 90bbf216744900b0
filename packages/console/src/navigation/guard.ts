import { isHome } from './menu.ts';

/** Paths of pages that need no session. */
export const publicPaths: ReadonlySet<string> = new Set([
  '/login',
  '/lock',
  '/404',
  '/403',
  '/500',
]);

interface Visit {
  readonly pathname: string;
  readonly search: string;
  readonly signedIn: boolean;
  readonly locked: boolean;
  /** True if a route exists for the path. */
  readonly known: boolean;
  /**
   * True if the user has just signed in to open this address; an unknown address then redirects to
   * the start page.
   */
  readonly arriving?: boolean;
  /** Address to which a parent entry of the menu redirects, if the path is one. */
  readonly leadsTo?: string;
  readonly home: string;
  /** Start page of this user. */
  readonly start: string;
}

/** Result of the route guard. */
export type RouteVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Opens the page in a new window; this window does not change. */
  | { readonly kind: 'window'; readonly to: string }
  /** Signs out and goes to the sign-in page. */
  | { readonly kind: 'leave' };

/** Returns what to do with an address: the first rule that applies decides. Pure. */
export const judgeRoute = (visit: Visit): RouteVerdict => {
  const { pathname, search, signedIn, locked, known, leadsTo, arriving, home, start } = visit;
  if (!signedIn) return publicPaths.has(pathname) ? { kind: 'open' } : { kind: 'leave' };
  if (locked && pathname !== '/lock') return { kind: 'redirect', to: '/lock' };
  if (!locked && pathname === '/lock') return { kind: 'redirect', to: home };
  if (pathname === '/login') return { kind: 'redirect', to: '/' };
  if (pathname === '/') return { kind: 'redirect', to: start };
  // The root path of the home page is the home page itself.
  if (isHome(pathname.replace(/\/$/, ''), home) && pathname !== home) {
    return { kind: 'redirect', to: home };
  }
  if (!known && leadsTo !== undefined) return { kind: 'redirect', to: leadsTo };
  if (!known && arriving) return { kind: 'redirect', to: start };
  if (!known) return { kind: 'redirect', to: `/404?from=${encodeURIComponent(pathname)}` };
  const query = new URLSearchParams(search);
  if (query.has('target')) {
    query.delete('target');
    const rest = query.toString();
    return { kind: 'window', to: rest ? `${pathname}?${rest}` : pathname };
  }
  return { kind: 'open' };
};
