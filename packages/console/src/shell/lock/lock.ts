import { useSyncExternalStore } from 'react';
import { store } from '../../storage/store.ts';

/**
 * The lock of spec §2 and §4. The flag lies in local storage: one browser, one session, so all its
 * tabs lock together. The password is kept for the browser session in the tab where it was chosen,
 * and the flag carries the same salted hash, so that every tab can be unlocked with it.
 */
const flagName = 'lock';
const passwordName = 'lock-password';
const returnName = 'lock-return';

/** What a lock password is remembered as; the text itself is nowhere. */
export interface HashedPassword {
  /** Hexadecimal. */
  readonly salt: string;
  readonly hash: string;
}

/** The lock that is on. */
export interface Lock extends HashedPassword {
  /** How often a wrong password was typed, in any tab. */
  readonly wrong: number;
  /** No attempt before then: milliseconds since the epoch; 0 lets the next one come at once. */
  readonly until: number;
}

const listeners = new Set<() => void>();
const announce = (): void => {
  for (const listener of listeners) listener();
};

const put = (lock: Lock): void => {
  store.set(flagName, lock);
  announce();
};

/** The lock that is on, or undefined. */
export const currentLock = (): Lock | undefined => store.get<Lock>(flagName);

export const isLocked = (): boolean => currentLock() !== undefined;

export const hasLockPassword = (): boolean => store.get(passwordName, 'session') !== undefined;

/** Keeps a lock password for this browser session. */
export const keepLockPassword = (password: HashedPassword): void =>
  store.set(passwordName, password, 'session');

/** Locks every tab of the browser with the password that was kept; without one it does nothing. */
export const lockNow = (): void => {
  const password = store.get<HashedPassword>(passwordName, 'session');
  if (password) put({ ...password, wrong: 0, until: 0 });
};

/** Attempts that may follow one another at once. */
const free = 3;
/** The longest pause, in milliseconds. */
const longest = 60_000;

/** Pause after so many wrong attempts: 5 s after the third, then twice as long each time. */
export const pauseAfter = (wrong: number): number =>
  wrong < free ? 0 : Math.min(5000 * 2 ** (wrong - free), longest);

/** Notes a wrong attempt, for all tabs. */
export const noteWrong = (now: number = Date.now()): void => {
  const lock = currentLock();
  if (!lock) return;
  const wrong = lock.wrong + 1;
  const pause = pauseAfter(wrong);
  put({ ...lock, wrong, until: pause === 0 ? 0 : now + pause });
};

/** Unlocks every tab; this one knows the password from now on. */
export const unlock = (): void => {
  const lock = currentLock();
  if (lock) keepLockPassword({ salt: lock.salt, hash: lock.hash });
  store.remove(flagName);
  announce();
};

/** Forgets lock and password: somebody signs in, or leaves. */
export const clearLock = (): void => {
  store.remove(flagName);
  store.remove(passwordName, 'session');
  store.remove(returnName, 'session');
};

/** The page that this tab shows again when it is unlocked. */
export const keepReturn = (path: string): void => store.set(returnName, path, 'session');
export const takeReturn = (): string | undefined => {
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

/** Whether the browser is locked, and renders again when any of its tabs locks or unlocks. */
export const useLocked = (): boolean => useSyncExternalStore(subscribe, isLocked);

const untilOf = (): number => currentLock()?.until ?? 0;

/** No attempt before then, milliseconds since the epoch; and renders again when it changes. */
export const useLockPause = (): number => useSyncExternalStore(subscribe, untilOf);
