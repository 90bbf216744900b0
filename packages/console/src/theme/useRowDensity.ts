import { useSyncExternalStore } from 'react';
import { type Density, touchMedia } from './density.ts';

const subscribe = (changed: () => void): (() => void) => {
  const touch = matchMedia(touchMedia);
  touch.addEventListener('change', changed);
  return () => touch.removeEventListener('change', changed);
};

/** How high rows are drawn: as was chosen, and where people touch, as a thumb needs it. */
export const useRowDensity = (chosen: Density): Density => {
  const touched = useSyncExternalStore(subscribe, () => matchMedia(touchMedia).matches);
  return touched ? 'standard' : chosen;
};
