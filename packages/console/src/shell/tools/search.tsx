import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useShell } from '../shellstate.ts';
import type { Tool } from './tool.ts';

export const search: Tool = {
  key: 'search',
  from: 1,
  useView() {
    const { t } = useTranslation();
    const { openSearch } = useShell();
    return { label: t('bar.menuSearch'), icon: <SearchOutlined />, onPick: openSearch };
  },
};
