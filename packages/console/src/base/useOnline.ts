import { useSyncExternalStore } from 'react';

const onNetwork = (changed: () => void): (() => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

/** True while the browser believes that it has a network; renders again when that changes. */
export const useOnline = (): boolean => useSyncExternalStore(onNetwork, () => navigator.onLine);
