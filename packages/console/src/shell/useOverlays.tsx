import { type ComponentType, lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useLabel } from '../i18n/language.ts';
import type { DialogOpeners } from '../navigation/openers.ts';
import { useRuntime, useTabs } from '../navigation/runtime.ts';
import { useShortcuts } from '../navigation/shortcuts.ts';
import { openToolbarDialog } from '../navigation/toolbarDialog.ts';
import { useTabActions } from '../navigation/useTabActions.ts';
import { DialogBoundary } from './errors/DialogBoundary.tsx';
import { KeyCollector } from './KeyCollector.tsx';
import { helpItem } from './toolbar/help.tsx';

interface OverlayProps {
  readonly onClose: () => void;
  /** Returns the text that was typed while the dialog was loading. */
  readonly typed: () => string;
}

/** Dialogs of the frame; each loads when first opened. */
const frameDialogs = {
  search: lazy(() => import('./menu/MenuSearch.tsx')),
  palette: lazy(() => import('./palette/Palette.tsx')),
} as const satisfies Record<string, ComponentType<OverlayProps>>;

type OverlayName = keyof typeof frameDialogs;

export interface FrameOverlays {
  /** Functions that open dialogs; stable while the frame is mounted. */
  readonly openers: DialogOpeners;
  readonly node: React.ReactNode;
}

/** Returns the dialogs of the frame, of which at most one is open. */
export const useOverlays = (): FrameOverlays => {
  const [open, setOpen] = useState<OverlayName | null>(null);
  const Overlay = open && frameDialogs[open];
  const ahead = useRef('');
  const show = useCallback((name: OverlayName | null) => {
    ahead.current = '';
    setOpen(name);
  }, []);
  const type = useCallback((change: (text: string) => string) => {
    ahead.current = change(ahead.current);
  }, []);
  const typed = useCallback(() => ahead.current, []);
  const close = useCallback(() => show(null), [show]);
  const openers = useMemo(
    () => ({
      openSearch: () => show('search'),
      openPalette: () => show('palette'),
    }),
    [show],
  );
  return {
    openers,
    node: (
      <DialogBoundary key={open}>
        <Suspense fallback={<KeyCollector onType={type} onClose={close} />}>
          {Overlay && <Overlay onClose={close} typed={typed} />}
        </Suspense>
      </DialogBoundary>
    ),
  };
};

/** Registers the shortcuts of the frame and of its tabs. */
export const useFrameShortcuts = ({ openers }: FrameOverlays): void => {
  const { openSearch, openPalette } = openers;
  const label = useLabel();
  const { open } = useRuntime();
  const { list, active } = useTabs();
  const { close } = useTabActions();
  const shown = list.filter((tab) => tab.listed);
  const at = shown.findIndex(({ key }) => key === active);
  const current = shown[at];
  const turn = (by: 1 | -1) => {
    const next = shown[(at + by + shown.length) % shown.length];
    if (next) open(next.path);
  };
  useShortcuts(
    [
      { keys: 'Ctrl+K', label: ['搜索与命令', 'Search and commands'], run: openPalette },
      { keys: '/', label: label(['菜单搜索', 'Menu search']), run: openSearch },
      { keys: '?', label: ['帮助', 'Help'], run: () => openToolbarDialog(helpItem.key) },
    ],
    'frame',
  );
  // Not Alt with arrow keys, which the browser uses for back and forward.
  useShortcuts(
    [
      {
        keys: 'Alt+W',
        label: label(['关闭页签', 'Close tab']),
        run: () => current && close(current),
      },
      { keys: 'Alt+[', label: ['上一个页签', 'Previous tab'], run: () => turn(-1) },
      { keys: 'Alt+]', label: ['下一个页签', 'Next tab'], run: () => turn(1) },
      // The tab bar handles these three shortcuts itself.
      { keys: 'Ctrl+←', label: ['在页签栏：左移页签', 'In the tab bar: move the tab left'] },
      { keys: 'Ctrl+→', label: ['在页签栏：右移页签', 'In the tab bar: move the tab right'] },
      { keys: 'Delete', label: ['在页签栏：关闭页签', 'In the tab bar: close the tab'] },
    ],
    'tabs',
  );
};
