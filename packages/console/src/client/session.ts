import { useSyncExternalStore } from 'react';
import { type Store, store } from '../storage/store.ts';

/** Who is signed in, as the token call answers (contract §2); ids are strings. */
export interface SessionUser {
  readonly userId: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly account: string;
  readonly userName: string;
  readonly realName: string;
  readonly avatar: string;
  /** Aliases of the roles in force. */
  readonly roles: readonly string[];
  /** Their ids: all that the user has, or the one that was chosen. */
  readonly roleIds: readonly string[];
  readonly deptId: string;
  readonly oauthId: string;
  /** The password was given to them: nothing is open but to choose their own. */
  readonly passwordDue?: boolean;
}

/**
 * Whether the person has an account here. Somebody whom only a provider of sign-ins knows comes
 * with an empty or negative id (spec §2).
 */
export const hasAccount = ({ userId }: SessionUser): boolean => /^[1-9]\d*$/.test(userId);

/** A signed-in session, kept in local storage so that all browser tabs share it. */
export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the access token was received, milliseconds since the epoch by this machine's clock. */
  readonly issuedAt: number;
  readonly user: SessionUser;
  /** When another role was chosen last, milliseconds since the epoch; absent before the first time. */
  readonly switchedAt?: number;
}

export interface SessionStore {
  get(): Session | undefined;
  /**
   * The same, read from the storage anew: word of a change by another tab may still be on its way,
   * and this tab hears nothing of what is changed in it. Without a storage, what is in memory counts.
   */
  fresh(): Session | undefined;
  set(session: Session): void;
  clear(): void;
  /** Calls back after any change, also one made by another browser tab. Returns the undo. */
  subscribe(changed: () => void): () => void;
}

const name = 'session';

export const createSessionStore = (kept: Store = store): SessionStore => {
  const read = () => {
    const found = kept.get<Session>(name);
    if (found?.accessToken) return found;
    // An empty stored token signs out here (spec §2): nothing of that session stays.
    if (found) kept.remove(name);
    return undefined;
  };
  let current = read();
  /** False where the browser keeps nothing: then nothing can be read anew. */
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
      // A full storage may hold an older one still.
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

/** The session, rendering again when it changes. */
export const useSessionOf = (sessions: SessionStore): Session | undefined =>
  useSyncExternalStore(sessions.subscribe, sessions.get);
