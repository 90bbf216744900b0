import { createContext, use } from 'react';
import type { DialogOpeners } from '../../navigation/openers.ts';
import type { TopMenu } from '../../navigation/useMenus.ts';

/** State shared by the top bar, the side menu and the palette. */
export interface FrameState extends DialogOpeners {
  readonly menus: readonly TopMenu[];
  readonly menuFault: Error | null;
  readonly reloadMenus: () => void;
  /** Top entry whose menu the side menu shows; undefined until loaded. */
  readonly side: TopMenu | undefined;
  /** Top entry that opens without a click. */
  readonly opening: TopMenu | undefined;
  /** Id of the highlighted top entry, `home` for the home page. */
  readonly lit: string;
  /**
   * Shows the page below a top entry that was shown last, or its first page; if it has no page,
   * only its menu.
   */
  readonly pick: (topId: string) => void;
}

/**
 * Context provided around the bars only. It changes with every navigation, and a provider around
 * the pages would make React search all of them, hidden ones included, for consumers.
 */
export const FrameStateContext = createContext<FrameState | undefined>(undefined);

export const useFrameState = (): FrameState => {
  const state = use(FrameStateContext);
  if (!state) throw new Error('useShell outside the frame');
  return state;
};
