import type { ThemeName } from '@keyan/console/theme/tokens.ts';

/** Imports of antd's style sheets by theme: separate chunks, because a user has one theme. */
const antdStyles: Record<ThemeName, () => Promise<unknown>> = {
  default: async () => undefined,
  white: () => import('virtual:keyan/antd/white.css'),
  dark: () => import('virtual:keyan/antd/dark.css'),
  colourful: () => import('virtual:keyan/antd/colourful.css'),
  smart: () => import('virtual:keyan/antd/smart.css'),
  iview: () => import('virtual:keyan/antd/iview.css'),
  vip: () => import('virtual:keyan/antd/vip.css'),
  cool: () => import('virtual:keyan/antd/cool.css'),
  d2: () => import('virtual:keyan/antd/d2.css'),
  hey: () => import('virtual:keyan/antd/hey.css'),
  lte: () => import('virtual:keyan/antd/lte.css'),
};

/** Loads antd's style sheet of a theme; resolves when it is applied. */
export const loadAntdStyles = (theme: ThemeName): Promise<unknown> => antdStyles[theme]();
