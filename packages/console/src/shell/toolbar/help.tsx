import { QuestionCircleOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { useLabel } from '../../i18n/language.ts';
import type { ToolbarItem } from './item.ts';

/** Toolbar item: help for the visible page and the reader's work, with the list of shortcuts. */
export const helpItem: ToolbarItem = {
  key: 'help',
  from: 3,
  useView() {
    const label = useLabel();
    return { label: label(['帮助', 'Help']), icon: <QuestionCircleOutlined /> };
  },
  Dialog: lazy(() => import('../help/HelpDialog.tsx')),
};
