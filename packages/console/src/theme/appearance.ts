import { useSyncExternalStore } from 'react';
import { preferences } from '../storage/preferences.ts';
import { type Density, isDensity } from './density.ts';
import { themeList } from './list.ts';
import { isThemeName, type ThemeName } from './tokens.ts';

/** Appearance that the user chose; stored in the preferences. */
export interface Appearance {
  readonly theme: ThemeName;
  readonly density: Density;
  /** Custom colour `#RRGGBB` instead of the accent of the theme. */
  readonly colour: string | undefined;
}

const readAppearance = (): Appearance => {
  const theme = preferences.get<string>('theme');
  const density = preferences.get<string>('density');
  const colour = preferences.get<string>('colour') ?? '';
  return {
    theme: isThemeName(theme) ? theme : 'default',
    density: isDensity(density)
      ? density
      : matchMedia('(pointer: coarse)').matches
        ? 'regular'
        : 'compact',
    colour: /^#[\dA-F]{6}$/i.test(colour) ? colour.toUpperCase() : undefined,
  };
};

let current = readAppearance();
const listeners = new Set<() => void>();

/** True once a custom colour was used; only then is the code for custom colours loaded. */
let coloured = false;
const applyColour = async (): Promise<void> => {
  if (!current.colour && !coloured) return;
  coloured = true;
  const { applyCustomColour } = await import('./customColour.ts');
  applyCustomColour(current.colour);
};

/** Sets the attributes of the root element that the style sheets select by. */
const applyAppearance = (): void => {
  const { dataset } = document.documentElement;
  dataset.theme = current.theme;
  dataset.density = current.density;
  const { side, tab } = themeList.find(({ name }) => name === current.theme) ?? {};
  dataset.side = side;
  dataset.tab = tab;
  void applyColour();
};

const followPreferences = (): void => {
  const next = readAppearance();
  const names = Object.keys(next) as (keyof Appearance)[];
  if (names.every((name) => next[name] === current[name])) return;
  current = next;
  applyAppearance();
  for (const listener of listeners) listener();
};
for (const key of ['theme', 'density', 'colour']) preferences.subscribe(key, followPreferences);

export const appearance = {
  get: (): Appearance => current,
  /** Applies the stored appearance; called before the first paint. */
  restore: applyAppearance,
  setTheme: (theme: ThemeName): void => preferences.set('theme', theme),
  setDensity: (density: Density): void => preferences.set('density', density),
  /**
   * Sets a custom colour.
   * @param colour `#RRGGBB`; undefined restores the accent of the theme
   */
  setColour: (colour: string | undefined): void => preferences.set('colour', colour),
  subscribe(changed: () => void) {
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  },
};

export const useAppearance = (): Appearance =>
  useSyncExternalStore(appearance.subscribe, appearance.get);
