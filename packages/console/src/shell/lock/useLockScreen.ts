import { type ComponentType, useEffect, useState } from 'react';

/** Milliseconds after the start when the lock screen is loaded. */
const after = 3000;
/** Milliseconds until the next attempt without a network. */
const again = 5000;

/**
 * The lock screen component once it has loaded: soon after the start, so that it also works without
 * a network, or at once if the page is locked. Failed attempts are repeated.
 */
export const useLockScreen = (locked: boolean): ComponentType | undefined => {
  const [found, setFound] = useState<{ readonly Screen: ComponentType }>();
  useEffect(() => {
    if (found) return;
    let timer: ReturnType<typeof setTimeout>;
    const fetchIt = () =>
      void import('./LockScreen.tsx').then(
        ({ default: Screen }) => setFound({ Screen }),
        () => {
          timer = setTimeout(fetchIt, again);
        },
      );
    timer = setTimeout(fetchIt, locked ? 0 : after);
    return () => clearTimeout(timer);
  }, [locked, found]);
  return found?.Screen;
};
