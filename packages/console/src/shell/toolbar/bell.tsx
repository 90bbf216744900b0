import { BellOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Bell } from '../bell/Bell.tsx';
import type { Tool } from './item.ts';

/** In the bar at every width, with its own popover. */
export const bell: Tool = {
  key: 'bell',
  from: 0,
  useView() {
    const { t } = useTranslation();
    return { label: t('bar.bell'), icon: <BellOutlined /> };
  },
  Face: Bell,
};
