import { ApiFault } from './fault.ts';
import type { Session, SessionStore } from './session.ts';
import { isDue } from './token.ts';

/** Runs one task at a time among all tabs of this browser; `navigator.locks` in the page. */
export type LockRunner = <T>(name: string, task: () => Promise<T>) => Promise<T>;

let last: Promise<unknown> = Promise.resolve();

/** Without the browser's lock manager (an insecure origin), one at a time within this tab. */
export const browserLocks: LockRunner = async (name, task) => {
  if ('locks' in navigator) return await navigator.locks.request(name, task);
  const turn = last.then(task, task);
  last = turn.catch(() => undefined);
  return turn;
};

/** Whoever renews the session holds this lock. */
export const sessionLock = 'keyan-refresh';

/** Milliseconds after which the lock counts as having been somebody else's. */
const contended = 30;
/** Milliseconds for which what the other tab stored may be on its way. */
const settling = 1000;
const step = 20;

/**
 * Runs a task on the session as it stands when this tab has the lock, one at a time in the browser.
 * A token that another tab renewed meanwhile may reach this tab a moment after the lock does, and to
 * use the old one again would end the session: after a wait, it is looked for.
 */
export const withSessionLock = (
  sessions: SessionStore,
  locks: LockRunner,
  task: (session: Session) => Promise<void>,
): Promise<void> => {
  const asked = sessions.get();
  const since = performance.now();
  return locks(sessionLock, async () => {
    const waited = performance.now() - since > contended;
    const until = performance.now() + settling;
    let session = sessions.fresh();
    while (waited && session?.refreshToken === asked?.refreshToken && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, step));
      session = sessions.fresh();
    }
    if (session) await task(session);
  });
};

interface RefreshOptions {
  readonly sessions: SessionStore;
  readonly now: () => number;
  readonly renew: (session: Session) => Promise<Session>;
  /** The server does not take the refresh token any more. */
  readonly onRefused: () => void;
  readonly locks?: LockRunner;
}

/**
 * Renews the token when its age has reached 3000 s, one at a time (spec §9): callers in this tab
 * share one promise, tabs of one browser share one lock, and whoever gets the lock second finds the
 * new token and does nothing. A server out of reach is no reason to sign out: the next check tries
 * again.
 */
export const createRefresh = (options: RefreshOptions): (() => Promise<void>) => {
  const { sessions, now, renew, onRefused, locks = browserLocks } = options;
  let running: Promise<void> | undefined;

  const refresh = async (session: Session) => {
    if (!isDue(session, now())) return;
    try {
      const renewed = await renew(session);
      // Signed out, or signed in anew, while the answer was on its way.
      if (sessions.get()?.refreshToken !== session.refreshToken) return;
      const { switchedAt } = session;
      sessions.set({ ...renewed, user: { ...session.user, ...renewed.user }, switchedAt });
    } catch (fault) {
      const refusals: readonly string[] = ['signedOut', 'refused', 'invalid', 'denied'];
      if (fault instanceof ApiFault && refusals.includes(fault.kind)) onRefused();
    }
  };

  return async () => {
    const session = sessions.get();
    if (!session || !isDue(session, now())) return;
    running ??= withSessionLock(sessions, locks, refresh).finally(() => {
      running = undefined;
    });
    await running;
  };
};
