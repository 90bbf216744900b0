import { BellOutlined } from '@ant-design/icons';
import { useLabel } from '../../i18n/language.ts';
import { Bell } from '../bell/Bell.tsx';
import type { ToolbarItem } from './item.ts';

/** Toolbar item: the bell, at every width, with its own popover. */
export const bellItem: ToolbarItem = {
  key: 'bell',
  from: 0,
  useView() {
    const label = useLabel();
    return { label: label(['消息', 'Messages']), icon: <BellOutlined /> };
  },
  Face: Bell,
};
