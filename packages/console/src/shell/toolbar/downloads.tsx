import { DownloadOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { useLabel } from '../../i18n/language.ts';
import { useRuntime } from '../../navigation/runtime.ts';
import type { ToolbarItem } from './item.ts';

/** Toolbar item: public files; absent if the site lists none. */
export const downloadsItem: ToolbarItem = {
  key: 'downloads',
  from: 1,
  useView() {
    const label = useLabel();
    const { downloads: given } = useRuntime().config;
    return given && { label: label(['下载专区', 'Downloads']), icon: <DownloadOutlined /> };
  },
  Dialog: lazy(() => import('./DownloadDialog.tsx')),
};
