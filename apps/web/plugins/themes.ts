import type { Plugin } from 'vite';
import { allThemes } from '../../../packages/console/src/theme/all.ts';
import { type Spacing, touchMedia } from '../../../packages/console/src/theme/density.ts';
import { themeSheet } from '../../../packages/console/src/theme/stylesheet.ts';
import { themeNames } from '../../../packages/console/src/theme/tokens.ts';
import { kitDifference, kitOfFreeColour, kitVariables } from './kit.ts';

const prefix = 'virtual:keyan/';

/**
 * Style sheets made from the theme tokens at build time:
 * `virtual:keyan/themes.css` has the own variables of all themes, `virtual:keyan/density.css` what
 * the wider density and a touched screen change of the kit, `virtual:keyan/free.css` what a picked
 * colour does, `virtual:keyan/kit/<theme>.css` what a theme changes of it.
 */
export const themeSheets = (): Plugin => {
  const standard = allThemes.default;
  const sheets: Record<string, () => string> = {
    'themes.css': () => themeSheet(themeNames.map((name) => allThemes[name])),
    'free.css': () => kitOfFreeColour(standard),
    'density.css': () => {
      const spaced = (scope: string, spacing: Spacing) =>
        kitDifference(scope, kitVariables(standard), kitVariables(standard, spacing));
      return [
        spaced('[data-density="standard"]', 'standard'),
        `@media ${touchMedia}{${spaced('[data-density]', 'touch')}}`,
      ].join('\n');
    },
    ...Object.fromEntries(
      themeNames.map((name) => [
        `kit/${name}.css`,
        () =>
          kitDifference(`[data-theme="${name}"]`, kitVariables(standard), [
            ...kitVariables(allThemes[name]),
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
