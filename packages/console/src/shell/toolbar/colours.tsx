import { BgColorsOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { useLabel } from '../../i18n/language.ts';
import type { ToolbarItem } from './item.ts';

/** A colour of one's own in place of the theme's accent. */
export const colours: ToolbarItem = {
  key: 'colour',
  from: 3,
  useView() {
    const label = useLabel();
    return { label: label(['主题色', 'Colour']), icon: <BgColorsOutlined /> };
  },
  Dialog: lazy(() => import('./ColourDialog.tsx')),
};
