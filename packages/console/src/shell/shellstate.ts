import { createContext, use } from 'react';
import type { TopMenu } from './useMenus.ts';

/** What the parts of the frame share with one another. */
export interface ShellState {
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
  readonly openSearch: () => void;
  readonly openPalette: () => void;
}

export const ShellStateContext = createContext<ShellState | undefined>(undefined);

export const useShell = (): ShellState => {
  const state = use(ShellStateContext);
  if (!state) throw new Error('useShell outside the frame');
  return state;
};
