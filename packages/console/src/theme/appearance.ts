import { useSyncExternalStore } from 'react';
import { store } from '../storage/store.ts';
import type { Density } from './kit.ts';
import { themeList } from './list.ts';
import { isThemeName, type ThemeName } from './tokens.ts';

/** What the user chose about the look; remembered on this machine. */
export interface Appearance {
  readonly theme: ThemeName;
  readonly density: Density;
}

const read = (): Appearance => {
  const theme = store.get<string>('theme');
  return {
    theme: isThemeName(theme) ? theme : 'default',
    density: store.get<string>('density') === 'standard' ? 'standard' : 'compact',
  };
};

let current = read();
const listeners = new Set<() => void>();

/** Switching is a few attributes on the root element; the sheets do the rest (stack trap 10). */
const apply = (): void => {
  const { dataset } = document.documentElement;
  dataset.theme = current.theme;
  dataset.density = current.density;
  const { side, tab } = themeList.find(({ name }) => name === current.theme) ?? {};
  dataset.side = side;
  dataset.tab = tab;
};

const change = (next: Partial<Appearance>): void => {
  current = { ...current, ...next };
  apply();
  for (const listener of listeners) listener();
};

export const appearance = {
  get: (): Appearance => current,
  /** Sets the attributes for the remembered choice; call it before the first paint. */
  restore: apply,
  setTheme(theme: ThemeName) {
    store.set('theme', theme);
    change({ theme });
  },
  setDensity(density: Density) {
    store.set('density', density);
    change({ density });
  },
  subscribe(changed: () => void) {
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  },
};

export const useAppearance = (): Appearance =>
  useSyncExternalStore(appearance.subscribe, appearance.get);
