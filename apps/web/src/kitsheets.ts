import type { ThemeName } from '@keyan/console/theme/tokens.ts';

/** Every theme's sheet is a chunk of its own: a user has one theme. */
const kitSheets: Record<ThemeName, () => Promise<unknown>> = {
  default: async () => undefined,
  white: () => import('virtual:keyan/kit/white.css'),
  dark: () => import('virtual:keyan/kit/dark.css'),
  colourful: () => import('virtual:keyan/kit/colourful.css'),
  smart: () => import('virtual:keyan/kit/smart.css'),
  iview: () => import('virtual:keyan/kit/iview.css'),
  vip: () => import('virtual:keyan/kit/vip.css'),
  cool: () => import('virtual:keyan/kit/cool.css'),
  d2: () => import('virtual:keyan/kit/d2.css'),
  hey: () => import('virtual:keyan/kit/hey.css'),
  lte: () => import('virtual:keyan/kit/lte.css'),
};

/** What a theme changes of the kit; settled once it is in force. */
export const loadKitSheet = (theme: ThemeName): Promise<unknown> => kitSheets[theme]();
