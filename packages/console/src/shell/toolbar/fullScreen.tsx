import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tool } from './item.ts';

const onFullScreen = (changed: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

/** Fills the screen with the page, and back; absent where the browser cannot (phones of one maker). */
export const fullScreen: Tool = {
  key: 'full',
  from: 3,
  useView() {
    const { t } = useTranslation();
    const full = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null);
    if (!document.fullscreenEnabled) return undefined;
    return full
      ? {
          label: t('bar.exitFullScreen'),
          icon: <FullscreenExitOutlined />,
          onPick: () => void document.exitFullscreen(),
        }
      : {
          label: t('bar.fullScreen'),
          icon: <FullscreenOutlined />,
          onPick: () => void document.documentElement.requestFullscreen(),
        };
  },
};
