import { useSyncExternalStore } from 'react';
import { preferences } from '../storage/preferences.ts';
import type { Density } from './kit.ts';
import { themeList } from './list.ts';
import { isThemeName, type ThemeName } from './tokens.ts';

/** What the user chose about the look; remembered for the user (preferences). */
export interface Appearance {
  readonly theme: ThemeName;
  readonly density: Density;
}

const read = (): Appearance => {
  const theme = preferences.get<string>('theme');
  return {
    theme: isThemeName(theme) ? theme : 'default',
    density: preferences.get<string>('density') === 'standard' ? 'standard' : 'compact',
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

const follow = (): void => {
  const next = read();
  if (next.theme === current.theme && next.density === current.density) return;
  current = next;
  apply();
  for (const listener of listeners) listener();
};
for (const key of ['theme', 'density']) preferences.subscribe(key, follow);

export const appearance = {
  get: (): Appearance => current,
  /** Sets the attributes for the remembered choice; call it before the first paint. */
  restore: apply,
  setTheme: (theme: ThemeName): void => preferences.set('theme', theme),
  setDensity: (density: Density): void => preferences.set('density', density),
  subscribe(changed: () => void) {
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  },
};

export const useAppearance = (): Appearance =>
  useSyncExternalStore(appearance.subscribe, appearance.get);
