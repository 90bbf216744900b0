import type { ThemeTokens } from './tokens.ts';

const toKebabCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Returns the CSS variables of a theme by name: `color.textSecondary` is `--ky-text-secondary`,
 * `side.hoverBg` is `--ky-side-hover-bg`, `status.error.bg` is `--ky-error-bg`; radii are in
 * pixels.
 */
export const themeVariables = (theme: ThemeTokens): ReadonlyMap<string, string> => {
  const { color, side, header, tab, radius, shadow, status, chart } = theme;
  const group = (prefix: string, values: Readonly<Record<string, string | number>>) =>
    Object.entries(values).map(
      ([name, value]) =>
        [
          `--ky-${prefix}${toKebabCase(name)}`,
          typeof value === 'number' ? `${value}px` : value,
        ] as const,
    );
  return new Map([
    ...group('', color),
    ...group('side-', side),
    ...group('header-', header),
    ...group('tab-', tab),
    ...group('radius-', radius),
    ...group('shadow-', shadow),
    ...Object.entries(status).flatMap(([role, colours]) => group(`${role}-`, { ...colours })),
    ...chart.map((colour, index) => [`--ky-chart-${index}`, colour] as const),
  ]);
};

/**
 * Returns one style sheet with the variables of all themes: the default on `:root`, differences of
 * the others under `[data-theme]`. Switching the theme changes one attribute and runs no script.
 */
export const themeStylesheet = (themes: readonly ThemeTokens[]): string => {
  const [first, ...others] = themes;
  if (!first) return '';
  const base = themeVariables(first);
  const block = (selector: string, theme: ThemeTokens, variables: Iterable<readonly string[]>) => {
    const lines = [...variables].map(([name, value]) => `${name}:${value}`);
    return `${selector}{color-scheme:${theme.mode};${lines.join(';')}}`;
  };
  const differing = (theme: ThemeTokens) =>
    [...themeVariables(theme)].filter(([name, value]) => base.get(name) !== value);
  return [
    block(':root', first, base),
    ...others.map((theme) => block(`[data-theme="${theme.name}"]`, theme, differing(theme))),
  ].join('\n');
};
