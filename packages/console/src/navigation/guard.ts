import { isHome } from './menu.ts';

/** Pages that need no session. */
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
  /** A route exists for the path. */
  readonly known: boolean;
  /**
   * The user has just signed in to open this address; an unknown one then leads to the start page.
   */
  readonly arriving?: boolean;
  /** Target of a parent entry of the menu, if the path is one. */
  readonly leadsTo?: string;
  readonly home: string;
  /** The start page of this user. */
  readonly start: string;
}

/** The result of the route guard. */
export type RouteVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Opens in a new window; this one does not change. */
  | { readonly kind: 'window'; readonly to: string }
  /** Signs out and goes to the sign-in page. */
  | { readonly kind: 'leave' };

/** The route guard: the first rule that applies decides. Pure. */
export const judgeRoute = (visit: Visit): RouteVerdict => {
  const { pathname, search, signedIn, locked, known, leadsTo, arriving, home, start } = visit;
  if (!signedIn) return publicPaths.has(pathname) ? { kind: 'open' } : { kind: 'leave' };
  if (locked && pathname !== '/lock') return { kind: 'redirect', to: '/lock' };
  if (!locked && pathname === '/lock') return { kind: 'redirect', to: home };
  if (pathname === '/login') return { kind: 'redirect', to: '/' };
  if (pathname === '/') return { kind: 'redirect', to: start };
  // The root of the home page is the page itself.
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
