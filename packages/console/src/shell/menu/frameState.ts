import { createContext, use } from 'react';
import type { DialogOpeners } from '../../navigation/openers.ts';
import type { TopMenu } from '../../navigation/useMenus.ts';

/** State that the top bar, the side menu and the palette share. */
export interface FrameState extends DialogOpeners {
  readonly menus: readonly TopMenu[];
  readonly menuFault: Error | null;
  readonly reloadMenus: () => void;
  /** The top entry whose menu the side menu shows; undefined while none is loaded. */
  readonly side: TopMenu | undefined;
  /** The top entry that opens by itself. */
  readonly opening: TopMenu | undefined;
  /** The id of the lit top entry, `home` for the home page. */
  readonly lit: string;
  /** Shows the page below a top entry that was open last, or its first; without any its menu alone. */
  readonly pick: (topId: string) => void;
}

/**
 * Provided around the bars only. It changes with every navigation, and a provider around the pages
 * would make React search all of them, hidden ones included, for consumers.
 */
export const FrameStateContext = createContext<FrameState | undefined>(undefined);

export const useFrameState = (): FrameState => {
  const state = use(FrameStateContext);
  if (!state) throw new Error('useShell outside the frame');
  return state;
};
