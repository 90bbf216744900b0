import { SearchOutlined } from '@ant-design/icons';
import { use } from 'react';
import { useLabel } from '../../i18n/language.ts';
import { DialogOpenersContext } from '../../navigation/openers.ts';
import type { ToolbarItem } from './item.ts';

/** Toolbar item: opens the command palette. */
export const searchItem: ToolbarItem = {
  key: 'search',
  from: 1,
  useView() {
    const label = useLabel();
    const openers = use(DialogOpenersContext);
    return {
      label: label(['搜索', 'Search']),
      icon: <SearchOutlined />,
      keys: 'Ctrl K',
      onPick: openers?.openPalette,
    };
  },
};
