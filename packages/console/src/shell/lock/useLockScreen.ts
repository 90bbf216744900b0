import { type ComponentType, useEffect, useState } from 'react';

/** Milliseconds after which the screen is fetched: the page itself goes first. */
const after = 3000;
/** Milliseconds until another try, where the network is away. */
const again = 5000;

/**
 * The lock screen, once it is here: fetched soon after the page stands, so that it comes without a
 * network, too, and at once where the page is locked before that. A try that fails is followed by
 * another; nothing else may come to light meanwhile.
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
