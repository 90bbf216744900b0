import { ApiFault } from './fault.ts';
import type { Session, SessionStore } from './session.ts';
import { isRenewalDue } from './token.ts';

/** Runs one task at a time among all tabs of this browser; `navigator.locks` in the page. */
export type LockRunner = <T>(name: string, task: () => Promise<T>) => Promise<T>;

let last: Promise<unknown> = Promise.resolve();

/** Locks of the browser. An insecure origin has no lock manager: there one at a time within this tab. */
export const browserLocks: LockRunner = async (name, task) => {
  if ('locks' in navigator) return await navigator.locks.request(name, task);
  const turn = last.then(task, task);
  last = turn.catch(() => undefined);
  return turn;
};

/** The lock that a tab holds while it renews the session. */
export const sessionLock = 'keyan-refresh';

/** If the lock took longer than this (milliseconds), another tab held it. */
const contended = 30;
/** Milliseconds until a value stored by another tab has surely arrived in this one. */
const settling = 1000;
const step = 20;

/**
 * Runs a task on the current session, one at a time in the browser. A token that another tab
 * renewed may arrive in this tab shortly after the lock does, and using the old one again would end
 * the session. So this waits and reads the session again.
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
  /** The server rejected the refresh token. */
  readonly onRefused: () => void;
  readonly locks?: LockRunner;
}

/**
 * Renews the token when it is 3000 s old, one at a time: callers in this tab share one promise,
 * tabs share one lock, and a tab that gets the lock second finds the new token and does nothing. An
 * unreachable server does not sign out: the next check tries again.
 */
export const createRefresh = (options: RefreshOptions): (() => Promise<void>) => {
  const { sessions, now, renew, onRefused, locks = browserLocks } = options;
  let running: Promise<void> | undefined;

  const refresh = async (session: Session) => {
    if (!isRenewalDue(session, now())) return;
    try {
      const renewed = await renew(session);
      // The user signed out, or signed in again, in the meantime.
      if (sessions.get()?.refreshToken !== session.refreshToken) return;
      sessions.set({ ...session, ...renewed, user: { ...session.user, ...renewed.user } });
    } catch (fault) {
      const refusals: readonly string[] = ['signedOut', 'refused', 'invalid', 'denied'];
      if (fault instanceof ApiFault && refusals.includes(fault.kind)) onRefused();
    }
  };

  return async () => {
    const session = sessions.get();
    if (!session || !isRenewalDue(session, now())) return;
    running ??= withSessionLock(sessions, locks, refresh).finally(() => {
      running = undefined;
    });
    await running;
  };
};
