import { useSyncExternalStore } from 'react';
import { type ScreenClass, screenClass, screenWidths } from './screen.ts';

const queries = () =>
  Object.values(screenWidths).map((width) => matchMedia(`(width >= ${width}px)`));

const subscribe = (changed: () => void): (() => void) => {
  const lists = queries();
  for (const list of lists) list.addEventListener('change', changed);
  return () => {
    for (const list of lists) list.removeEventListener('change', changed);
  };
};

/** Returns the screen class of the window; renders again on change. */
export const useScreen = (): ScreenClass =>
  useSyncExternalStore(subscribe, () => screenClass(window.innerWidth));
