import { BgColorsOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { useLabel } from '../../i18n/language.ts';
import type { ToolbarItem } from './item.ts';

/** Toolbar item: a custom colour instead of the accent of the theme. */
export const coloursItem: ToolbarItem = {
  key: 'colour',
  from: 3,
  useView() {
    const label = useLabel();
    return { label: label(['主题色', 'Colour']), icon: <BgColorsOutlined /> };
  },
  Dialog: lazy(() => import('./ColourDialog.tsx')),
};
