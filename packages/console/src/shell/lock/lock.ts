import { useSyncExternalStore } from 'react';
import { store } from '../../storage/store.ts';

/**
 * Storage name of the lock. The lock is in local storage, so all tabs of the browser lock together.
 * The password hash is stored for the browser session in the tab where it was set; the lock has the
 * same salted hash, so every tab can be unlocked with the password.
 */
const flagName = 'lock';
const passwordName = 'lock-password';
const returnName = 'lock-return';

/** Stored form of a lock password; the text itself is not stored. */
export interface HashedPassword {
  /** Random salt, hexadecimal. */
  readonly salt: string;
  readonly hash: string;
}

/** The active lock. */
export interface ActiveLock extends HashedPassword {
  /** Number of wrong attempts in all tabs. */
  readonly wrong: number;
  /** Time of the next allowed attempt, milliseconds since the epoch; 0 for immediately. */
  readonly until: number;
}

const listeners = new Set<() => void>();
const announce = (): void => {
  for (const listener of listeners) listener();
};

const storeLock = (lock: ActiveLock): void => {
  store.set(flagName, lock);
  announce();
};

/** Returns the active lock, or undefined. */
export const currentLock = (): ActiveLock | undefined => store.get<ActiveLock>(flagName);

export const isLocked = (): boolean => currentLock() !== undefined;

export const hasLockPassword = (): boolean => store.get(passwordName, 'session') !== undefined;

/** Stores a lock password for this browser session. */
export const keepLockPassword = (password: HashedPassword): void =>
  store.set(passwordName, password, 'session');

/** Locks all tabs with the stored password; does nothing if none is stored. */
export const lockTabs = (): void => {
  const password = store.get<HashedPassword>(passwordName, 'session');
  if (password) storeLock({ ...password, wrong: 0, until: 0 });
};

/** Number of wrong attempts without a pause. */
const attemptsWithoutPause = 3;
/** Maximum pause in milliseconds. */
const maxPause = 60_000;

/**
 * Returns the pause in milliseconds after this many wrong attempts: 5 s after the third, then twice
 * as long each time.
 */
export const pauseAfterAttempts = (wrong: number): number =>
  wrong < attemptsWithoutPause ? 0 : Math.min(5000 * 2 ** (wrong - attemptsWithoutPause), maxPause);

/** Counts a wrong attempt for all tabs. */
export const countWrongPassword = (now: number = Date.now()): void => {
  const lock = currentLock();
  if (!lock) return;
  const wrong = lock.wrong + 1;
  const pause = pauseAfterAttempts(wrong);
  storeLock({ ...lock, wrong, until: pause === 0 ? 0 : now + pause });
};

/** Unlocks all tabs; this one stores the password for the session. */
export const unlockTabs = (): void => {
  const lock = currentLock();
  if (lock) keepLockPassword({ salt: lock.salt, hash: lock.hash });
  store.remove(flagName);
  announce();
};

/** Removes lock and password: on sign-in and sign-out. */
export const clearLock = (): void => {
  store.remove(flagName);
  store.remove(passwordName, 'session');
  store.remove(returnName, 'session');
};

/** Stores the page that this tab shows after unlocking. */
export const keepReturnPage = (path: string): void => store.set(returnName, path, 'session');
export const takeReturnPage = (): string | undefined => {
  const path = store.get<string>(returnName, 'session');
  store.remove(returnName, 'session');
  return path;
};

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  const forget = store.watch(flagName, changed);
  return () => {
    listeners.delete(changed);
    forget();
  };
};

/** Returns true if the browser is locked; renders again when any tab locks or unlocks. */
export const useLocked = (): boolean => useSyncExternalStore(subscribe, isLocked);

const untilOf = (): number => currentLock()?.until ?? 0;

/**
 * Returns the time of the next allowed attempt, milliseconds since the epoch; renders again on
 * change.
 */
export const useLockPause = (): number => useSyncExternalStore(subscribe, untilOf);
