import { useSyncExternalStore } from 'react';
import { type Density, touchScreenMedia } from './density.ts';

const subscribe = (changed: () => void): (() => void) => {
  const touch = matchMedia(touchScreenMedia);
  touch.addEventListener('change', changed);
  return () => touch.removeEventListener('change', changed);
};

/** Returns the row height in effect: the chosen one, or that of touch screens. */
export const useRowDensity = (chosen: Density): Density => {
  const touched = useSyncExternalStore(subscribe, () => matchMedia(touchScreenMedia).matches);
  return touched ? 'regular' : chosen;
};
