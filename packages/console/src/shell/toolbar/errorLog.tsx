import { BugOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { useLabel } from '../../i18n/language.ts';
import { useSite } from '../../navigation/useBrand.ts';
import type { ToolbarItem } from './item.ts';

/**
 * Toolbar item: the error log, if the site shows it; a crashed page opens its dialog in any case.
 */
export const errorLogTool: ToolbarItem = {
  key: 'errorLog',
  from: 1,
  useView() {
    const label = useLabel();
    const site = useSite();
    if (!site?.errorLog) return undefined;
    return { label: label(['错误日志', 'Error log']), icon: <BugOutlined /> };
  },
  Dialog: lazy(() => import('../errors/ErrorLogDialog.tsx')),
};
