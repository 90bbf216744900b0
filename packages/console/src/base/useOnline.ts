import { useSyncExternalStore } from 'react';

const onNetwork = (changed: () => void): (() => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

/** Returns true while the browser reports a network; renders again on change. */
export const useOnline = (): boolean => useSyncExternalStore(onNetwork, () => navigator.onLine);
