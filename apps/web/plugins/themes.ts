import type { Plugin } from 'vite';
import { allThemes } from '../../../packages/console/src/theme/all.ts';
import { type Spacing, touchScreenMedia } from '../../../packages/console/src/theme/density.ts';
import { themeStylesheet } from '../../../packages/console/src/theme/stylesheet.ts';
import { themeNames } from '../../../packages/console/src/theme/tokens.ts';
import { antdCustomColour, antdDifference, antdVariables } from './antdStyles.ts';

const prefix = 'virtual:keyan/';

/**
 * Vite plugin that generates style sheets from the theme tokens: `virtual:keyan/themes.css` with
 * this product's variables of all themes, `virtual:keyan/density.css` with antd's differences for
 * the standard density and touch screens, `virtual:keyan/customColour.css` with those for a custom
 * colour, `virtual:keyan/antd/<theme>.css` with those of a theme.
 */
export const themeStylesheets = (): Plugin => {
  const standard = allThemes.default;
  const sheets: Record<string, () => string> = {
    'themes.css': () => themeStylesheet(themeNames.map((name) => allThemes[name])),
    'customColour.css': () => antdCustomColour(standard),
    'density.css': () => {
      const spaced = (scope: string, spacing: Spacing) =>
        antdDifference(scope, antdVariables(standard), antdVariables(standard, spacing));
      return [
        spaced('[data-density="regular"]', 'regular'),
        `@media ${touchScreenMedia}{${spaced('[data-density]', 'touch')}}`,
      ].join('\n');
    },
    ...Object.fromEntries(
      themeNames.map((name) => [
        `antd/${name}.css`,
        () =>
          antdDifference(`[data-theme="${name}"]`, antdVariables(standard), [
            ...antdVariables(allThemes[name]),
          ]),
      ]),
    ),
  };
  return {
    name: 'keyan:themes',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      return id.startsWith(`\0${prefix}`) ? sheets[id.slice(prefix.length + 1)]?.() : undefined;
    },
  };
};
