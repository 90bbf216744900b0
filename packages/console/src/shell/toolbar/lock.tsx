import { LockOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { useLabel } from '../../i18n/language.ts';
import { lockScreenNow, lockTool } from '../lock/useLock.ts';
import type { ToolbarItem } from './item.ts';

/** Toolbar item: locks; its dialog asks for a lock password if this browser session has none. */
export const lockScreenItem: ToolbarItem = {
  key: lockTool,
  from: 1,
  useView() {
    const label = useLabel();
    return { label: label(['锁屏', 'Lock screen']), icon: <LockOutlined />, onPick: lockScreenNow };
  },
  Dialog: lazy(() => import('../lock/LockDialog.tsx')),
};
