import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { type Store, type StoredJson, store } from './store.ts';

/** Calls that store preferences on the server. */
export interface PreferencesServer {
  /** Returns all preferences of the user by key. */
  load(): Promise<RowLike>;
  /**
   * Stores a preference.
   * @param value undefined removes it
   */
  save(key: string, value: unknown): Promise<unknown>;
}

/**
 * Preferences of a user: theme, language, columns of a list. A value is any JSON of at most 16 KB.
 * A key consists of letters, digits and `_ . : / -`, begins with a letter and has at most 120
 * characters (`columns:papersapp.audit`); at most 200 keys per user. Reads return the copy on this
 * machine; the copy of the server is merged after sign-in, and the newest value wins. Each user of
 * a machine has a separate copy, and so has a visitor before signing in. Other tabs of the browser
 * receive every change.
 */
export interface Preferences {
  get<T>(key: string): T | undefined;
  /** Applies a value immediately and sends it in the background; undefined restores the default. */
  set(key: string, value: StoredJson | undefined): void;
  /** Calls back after any change of the value. Returns a function that unsubscribes. */
  subscribe(key: string, changed: () => void): () => void;
  /** Starts to listen to changes by other tabs of the browser. */
  watch(): void;
  /**
   * Switches to the preferences of a user. Choices made in this window before signing in become
   * theirs. Resolves when the copy of the server has been merged; if the server does not respond,
   * the copy of this machine remains.
   */
  attach(userId: string, server: PreferencesServer): Promise<void>;
}

interface StoredPreference {
  readonly value: StoredJson;
  /** True if not stored on the server yet. */
  readonly unsent?: boolean;
}

const prefix = 'preference-';

/**
 * Creates the preferences of a user. Long because its functions share one copy of the values and
 * its timers; each is short.
 * @param owner the user id, empty before signing in
 */
export const createPreferences = (owner: string, kept: Store = store): Preferences => {
  let whose = owner;
  let server: PreferencesServer | undefined;
  const listeners = new Map<string, Set<() => void>>();
  /** Cache of values, so that a value retains its identity until it changes. */
  const known = new Map<string, StoredPreference | undefined>();
  const chosenBefore = new Map<string, StoredJson | undefined>();
  const sending = new Set<string>();

  const start = () => `${prefix}${whose}-`;
  const read = (key: string): StoredPreference | undefined => {
    if (!known.has(key)) known.set(key, kept.get<StoredPreference>(start() + key));
    return known.get(key);
  };
  const announce = (key: string) => {
    for (const listener of listeners.get(key) ?? []) listener();
  };
  const write = (key: string, next: StoredPreference) => {
    kept.set(start() + key, next);
    known.set(key, next);
  };

  /** Sends the newest value until the server has stored it; one call at a time per key. */
  const send = async (key: string): Promise<void> => {
    if (!server || sending.has(key)) return;
    sending.add(key);
    const to = whose;
    try {
      for (let now = read(key); now?.unsent; now = read(key)) {
        await server.save(key, now.value ?? undefined);
        if (whose !== to) return;
        if (read(key) !== now) continue;
        if (now.value === null) {
          kept.remove(start() + key);
          known.set(key, undefined);
        } else write(key, { value: now.value });
      }
    } catch {
      // An unsent value stays on this machine and is sent with the next change or after the next
      // sign-in.
    } finally {
      sending.delete(key);
    }
  };

  const set = (key: string, value: StoredJson | undefined) => {
    if (whose === '') chosenBefore.set(key, value);
    write(key, { value: value ?? null, unsent: true });
    announce(key);
    void send(key);
  };

  const keysHere = () => kept.names(start()).map((name) => name.slice(start().length));

  /** Merges the values of the server into keys without a newer value here. */
  const takeOver = (theirs: RowLike) => {
    for (const key of new Set([...keysHere(), ...Object.keys(theirs)])) {
      const mine = read(key);
      if (mine?.unsent) {
        void send(key);
        continue;
      }
      const value = theirs[key] as StoredJson | undefined;
      if (JSON.stringify(mine?.value) === JSON.stringify(value)) continue;
      if (value === undefined || value === null) {
        kept.remove(start() + key);
        known.set(key, undefined);
      } else write(key, { value });
      announce(key);
    }
  };

  /** Called when another tab changed a value of the same user, or the storage was cleared. */
  const heard = (name: string | undefined) => {
    if (name !== undefined && !name.startsWith(start())) return;
    const changed = name === undefined ? [...listeners.keys()] : [name.slice(start().length)];
    for (const key of changed) {
      known.delete(key);
      announce(key);
    }
  };
  let watching = false;
  const watch = () => {
    if (!watching) kept.watchNames(prefix, heard);
    watching = true;
  };

  return {
    get<T>(key: string) {
      return (read(key)?.value ?? undefined) as T | undefined;
    },
    set,
    watch,
    subscribe(key, changed) {
      const heard = listeners.get(key) ?? new Set();
      listeners.set(key, heard.add(changed));
      return () => {
        heard.delete(changed);
      };
    },
    async attach(userId, remote) {
      server = remote;
      watch();
      if (userId !== whose) {
        whose = userId;
        known.clear();
        for (const [key, value] of chosenBefore) set(key, value);
        chosenBefore.clear();
        for (const key of listeners.keys()) announce(key);
      }
      const theirs = await remote.load().catch(() => undefined);
      if (theirs && whose === userId) takeOver(theirs);
    },
  };
};

const signedIn = store.get<{ user?: { userId?: string } }>('session')?.user?.userId ?? '';

/** Preferences of the current user. */
export const preferences = createPreferences(signedIn);

/** Returns a preference and its setter; renders again when it changes. */
export const usePreference = <T extends StoredJson>(
  key: string,
): [value: T | undefined, set: (value: T | undefined) => void] => {
  const subscribe = useCallback(
    (changed: () => void) => preferences.subscribe(key, changed),
    [key],
  );
  const value = useSyncExternalStore(subscribe, () => preferences.get<T>(key));
  const set = useCallback((next: T | undefined) => preferences.set(key, next), [key]);
  return [value, set];
};
