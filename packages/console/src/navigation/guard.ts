import { isHome } from './menu.ts';

/** Pages that need no session (spec §2: isAuth false). */
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
  /** Somebody signed in to come here: an address that they knew wrongly leads to their first page. */
  readonly arriving?: boolean;
  /** Where the menu sends whoever opens one of its parents. */
  readonly leadsTo?: string;
  readonly home: string;
  /** Where this user begins: the first page, for some another one (spec §2, §6). */
  readonly start: string;
}

/** What becomes of a navigation. */
export type Verdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Opens in a window of its own, and this one stays where it is. */
  | { readonly kind: 'window'; readonly to: string }
  /** Signs out here and leaves for the sign-in page. */
  | { readonly kind: 'leave' };

/** The route guard of spec §2, first rule that applies. Pure. */
export const guard = (visit: Visit): Verdict => {
  const { pathname, search, signedIn, locked, known, leadsTo, arriving, home, start } = visit;
  if (!signedIn) return publicPaths.has(pathname) ? { kind: 'open' } : { kind: 'leave' };
  if (locked && pathname !== '/lock') return { kind: 'redirect', to: '/lock' };
  if (!locked && pathname === '/lock') return { kind: 'redirect', to: home };
  if (pathname === '/login') return { kind: 'redirect', to: '/' };
  if (pathname === '/') return { kind: 'redirect', to: start };
  // The root of the first page is the page itself.
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
