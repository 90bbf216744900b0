import type { ThemeName } from '@keyan/console/theme/tokens.ts';

/** Every theme's sheet is a chunk of its own: a user has one theme. */
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

/** What a theme changes of antd; settled once it is in force. */
export const loadAntdStyles = (theme: ThemeName): Promise<unknown> => antdStyles[theme]();
