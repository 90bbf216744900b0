import { useCallback, useSyncExternalStore } from 'react';

/**
 * Returns true while the window matches a media query, such as `(width >= 1360px)`; renders again
 * on change.
 */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
};
