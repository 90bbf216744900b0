import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { useSyncExternalStore } from 'react';
import { useLabel } from '../../i18n/language.ts';
import type { ToolbarItem } from './item.ts';

const onFullScreen = (changed: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

/** Toolbar item: full screen; absent if the browser does not support it (iPhone). */
export const fullScreenItem: ToolbarItem = {
  key: 'full',
  from: 3,
  useView() {
    const label = useLabel();
    const full = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null);
    if (!document.fullscreenEnabled) return undefined;
    return full
      ? {
          label: label(['退出全屏', 'Exit full screen']),
          icon: <FullscreenExitOutlined />,
          onPick: () => void document.exitFullscreen(),
        }
      : {
          label: label(['全屏', 'Full screen']),
          icon: <FullscreenOutlined />,
          onPick: () => void document.documentElement.requestFullscreen(),
        };
  },
};
