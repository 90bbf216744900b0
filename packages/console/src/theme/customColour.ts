import { type DerivedColours, deriveColours, markerColourOn } from './colour.ts';

const statusRoles = ['success', 'warning', 'error', 'refused', 'info', 'neutral'] as const;

/** Returns six hexadecimal digits, also for a shortened `#fff`. */
const sixDigits = (colour: string): string =>
  colour
    .trim()
    .replace(/^#([\da-f])([\da-f])([\da-f])$/i, '#$1$1$2$2$3$3')
    .toUpperCase();

/**
 * Returns a colour of the theme by the name of its variable without `--ky-`, ignoring a custom
 * colour.
 */
export type ThemeColours = (name: string) => string;

/** Reads the colours of the theme from the root element, without the custom colour set on it. */
const readTheme = <T>(
  root: HTMLElement,
  use: (theme: ThemeColours, mode: 'light' | 'dark') => T,
): T => {
  const over = root.getAttribute('style');
  root.removeAttribute('style');
  try {
    const style = getComputedStyle(root);
    const mode = style.colorScheme === 'dark' ? 'dark' : 'light';
    return use((name) => sixDigits(style.getPropertyValue(`--ky-${name}`)), mode);
  } finally {
    if (over !== null) root.setAttribute('style', over);
  }
};

/** Returns the colours derived from a custom colour under a theme. */
export const derivedColoursUnder = (accent: string, theme: ThemeColours, mode: 'light' | 'dark') =>
  deriveColours(accent, {
    mode,
    container: theme('container'),
    grounds: [
      ...['container', 'canvas', 'container-alt', 'elevated'].map(theme),
      ...statusRoles.map((role) => theme(`${role}-bg`)),
    ],
    texts: [
      ...['text', 'text-secondary', 'text-tertiary'].map(theme),
      ...statusRoles.map((role) => theme(`${role}-text`)),
    ],
  });

/**
 * Returns the CSS variables that a custom colour sets: the derived colours and the markers of
 * selection in bar, side menu and tabs. A background that is the fill of the theme remains the
 * fill.
 */
export const customColourVariables = (
  accent: string,
  theme: ThemeColours,
  mode: 'light' | 'dark',
): ReadonlyMap<string, string> => {
  const colours = derivedColoursUnder(accent, theme, mode);
  const filled = theme('side-active-bg') === theme('fill');
  const sideGround = filled ? colours.fill : theme('side-active-bg');
  return new Map([
    ['accent', colours.accent],
    ['fill', colours.fill],
    ['fill-hover', colours.fillHover],
    ['fill-active', colours.fillActive],
    ['link', colours.link],
    ['tint', colours.tint],
    [
      'header-marker',
      markerColourOn(accent, ['header-bg', 'header-bg-end', 'header-active-bg'].map(theme)),
    ],
    ['side-active-bg', sideGround],
    [
      'side-marker',
      filled ? theme('side-marker') : markerColourOn(accent, [theme('side-bg'), sideGround]),
    ],
    ['tab-marker', markerColourOn(accent, [theme('tab-bar'), theme('tab-active-bg')])],
  ]);
};

/** Returns the colours of a custom colour under the current theme, for the preview. */
export const previewOf = (accent: string): DerivedColours =>
  readTheme(document.documentElement, (theme, mode) => derivedColoursUnder(accent, theme, mode));

/** Returns the colours of the current theme without a custom colour, for the preview. */
export const themeColours = (): Pick<DerivedColours, 'fill' | 'link' | 'tint'> =>
  readTheme(document.documentElement, (theme) => ({
    fill: theme('fill'),
    link: theme('link'),
    tint: theme('tint'),
  }));

/** Sets a custom colour over the current theme, or removes it. */
export const applyCustomColour = (accent: string | undefined): void => {
  const root = document.documentElement;
  if (accent === undefined) {
    root.removeAttribute('style');
    delete root.dataset.colour;
    return;
  }
  const variables = readTheme(root, (theme, mode) => customColourVariables(accent, theme, mode));
  for (const [name, value] of variables) root.style.setProperty(`--ky-${name}`, value);
  root.dataset.colour = 'free';
};

/** Returns the accent of the current theme. */
export const themeAccent = (): string =>
  readTheme(document.documentElement, (theme) => theme('accent'));
