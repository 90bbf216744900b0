import { createContext, use } from 'react';
import type { TopMenu } from '../../navigation/useMenus.ts';

/** What opens over the frame; the same for as long as the frame stands. */
export interface Openers {
  readonly openSearch: () => void;
  readonly openPalette: () => void;
}

/** For pages as well, which know nothing else of the frame. */
export const OpenersContext = createContext<Openers | undefined>(undefined);

/** What the bars of the frame share with one another. */
export interface ShellState extends Openers {
  readonly menus: readonly TopMenu[];
  readonly menuFault: Error | null;
  readonly reloadMenus: () => void;
  /** The top entry whose menu stands at the side; undefined while none is loaded. */
  readonly side: TopMenu | undefined;
  /** The top entry that opens by itself. */
  readonly opening: TopMenu | undefined;
  /** The id of the lit top entry, `home` for the first page. */
  readonly lit: string;
  readonly pick: (topId: string) => void;
}

/**
 * It changes with every navigation, so it reaches the bars only: around the pages React would look
 * through all of them for somebody who reads it, hidden ones included.
 */
export const ShellStateContext = createContext<ShellState | undefined>(undefined);

export const useShell = (): ShellState => {
  const state = use(ShellStateContext);
  if (!state) throw new Error('useShell outside the frame');
  return state;
};
