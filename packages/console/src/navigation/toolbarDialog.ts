import { useSyncExternalStore } from 'react';

let opened: string | undefined;
const listeners = new Set<() => void>();

const set = (key: string | undefined): void => {
  opened = key;
  for (const listener of listeners) listener();
};

/** Opens the dialog of a toolbar item by its key, from anywhere in the console. */
export const openToolbarDialog = (key: string): void => set(key);

export const closeToolbarDialog = (): void => set(undefined);

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
};

/** Returns the key of the toolbar item whose dialog is open. */
export const useOpenToolbarDialog = (): string | undefined =>
  useSyncExternalStore(subscribe, () => opened);
