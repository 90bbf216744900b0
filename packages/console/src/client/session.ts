import { useSyncExternalStore } from 'react';
import { type Store, store } from '../storage/store.ts';

/** The signed-in user, as in the response of the token call; ids are strings. */
export interface SessionUser {
  readonly userId: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly account: string;
  readonly userName: string;
  readonly realName: string;
  readonly avatar: string;
  /** Aliases of the active roles. */
  readonly roles: readonly string[];
  /** Ids of the active roles: all roles of the user, or the chosen role. */
  readonly roleIds: readonly string[];
  readonly deptId: string;
  readonly oauthId: string;
  /** True if the user has an initial password and must change it before any other call. */
  readonly passwordDue?: boolean;
  /** Name of the administrator who views the pages of this user. */
  readonly viewedBy?: string;
}

/**
 * Returns true if the user has an account here. A user of an external sign-in provider without an
 * account has an empty or negative id.
 */
export const hasAccount = ({ userId }: SessionUser): boolean => /^[1-9]\d*$/.test(userId);

/** A signed-in session, stored in local storage so that all browser tabs share it. */
export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
  /**
   * Time when the access token was received, milliseconds since the epoch by this machine's clock.
   */
  readonly issuedAt: number;
  readonly user: SessionUser;
  /**
   * Time when another role was last chosen, milliseconds since the epoch; absent before the first
   * time.
   */
  readonly switchedAt?: number;
  /** Session of the administrator who views the pages of another user; restored afterwards. */
  readonly before?: Session;
}

export interface SessionStore {
  get(): Session | undefined;
  /**
   * Returns the session, read from the storage: the event of a change by another tab may be late,
   * and this tab gets no event for its own changes. Returns the value in memory if there is no
   * storage.
   */
  fresh(): Session | undefined;
  set(session: Session): void;
  clear(): void;
  /**
   * Calls back after any change, also by another browser tab. Returns a function that unsubscribes.
   */
  subscribe(changed: () => void): () => void;
}

const name = 'session';

export const createSessionStore = (kept: Store = store): SessionStore => {
  const read = () => {
    const found = kept.get<Session>(name);
    if (found?.accessToken) return found;
    // An empty token in the storage means signed out: remove the rest of that session.
    if (found) kept.remove(name);
    return undefined;
  };
  let current = read();
  /** False if the browser stores nothing, so that the storage cannot be read again. */
  let stored = current !== undefined;
  const listeners = new Set<() => void>();
  const change = (next: Session | undefined) => {
    current = next;
    for (const listener of listeners) listener();
  };
  kept.watch(name, () => {
    const found = read();
    stored = found !== undefined;
    change(found);
  });
  return {
    get: () => current,
    fresh() {
      if (!stored) return current;
      const found = read();
      if (found?.accessToken !== current?.accessToken) change(found);
      return current;
    },
    set(session) {
      kept.set(name, session);
      // A full storage may still contain an older session.
      stored = read()?.accessToken === session.accessToken;
      change(session);
    },
    clear() {
      kept.remove(name);
      stored = false;
      change(undefined);
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
  };
};

/** Returns the session; renders again on change. */
export const useSessionOf = (sessions: SessionStore): Session | undefined =>
  useSyncExternalStore(sessions.subscribe, sessions.get);
