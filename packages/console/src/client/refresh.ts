import { ApiFault } from './fault.ts';
import type { Session, SessionStore } from './session.ts';
import { isRenewalDue } from './token.ts';

/** Runs one task at a time among all tabs of this browser, as `navigator.locks` does. */
export type LockRunner = <T>(name: string, task: () => Promise<T>) => Promise<T>;

let last: Promise<unknown> = Promise.resolve();

/**
 * Locks of the browser. An insecure origin has no lock manager; tasks then run one at a time within
 * this tab only.
 */
export const browserLocks: LockRunner = async (name, task) => {
  if ('locks' in navigator) return await navigator.locks.request(name, task);
  const turn = last.then(task, task);
  last = turn.catch(() => undefined);
  return turn;
};

/** Name of the lock that a tab holds while it renews the session. */
export const sessionLock = 'keyan-refresh';

/** Milliseconds of waiting for the lock, above which another tab held it. */
const contendedAfter = 30;
/** Milliseconds after which a value stored by another tab has arrived in this tab. */
const storageDelay = 1000;
const sessionPollInterval = 20;

/**
 * Runs a task on the current session, one at a time in the browser. After waiting for the lock,
 * reads the session again with a delay: a token renewed by another tab may arrive late, and using
 * the old token again would end the session.
 */
export const withSessionLock = (
  sessions: SessionStore,
  locks: LockRunner,
  task: (session: Session) => Promise<void>,
): Promise<void> => {
  const asked = sessions.get();
  const since = performance.now();
  return locks(sessionLock, async () => {
    const waited = performance.now() - since > contendedAfter;
    const until = performance.now() + storageDelay;
    let session = sessions.fresh();
    while (waited && session?.refreshToken === asked?.refreshToken && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, sessionPollInterval));
      session = sessions.fresh();
    }
    if (session) await task(session);
  });
};

interface RefreshOptions {
  readonly sessions: SessionStore;
  readonly now: () => number;
  readonly renew: (session: Session) => Promise<Session>;
  /** Called when the server rejected the refresh token. */
  readonly onRefused: () => void;
  readonly locks?: LockRunner;
}

/**
 * Returns a function that renews the token when it is 3000 s old, one at a time: callers in this
 * tab share one promise, tabs share one lock, and a tab that gets the lock second finds the new
 * token and does nothing. An unreachable server does not sign out: the next check tries again.
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
