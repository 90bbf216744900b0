import type { ScreenClass } from '../../base/screen.ts';
import { bellItem } from './bell.tsx';
import { coloursItem } from './colours.tsx';
import { downloadsItem } from './downloads.tsx';
import { errorLogTool } from './errorLog.tsx';
import { fullScreenItem } from './fullScreen.tsx';
import { helpItem } from './help.tsx';
import type { ToolbarItem, ToolbarItemView } from './item.ts';
import { languagesItem } from './languages.tsx';
import { lockScreenItem } from './lock.tsx';
import { rolesItem } from './roles.tsx';
import { searchItem } from './search.tsx';
import { themesItem } from './themes.tsx';

/** Items of the top bar in order; the user menu follows them. */
export const toolbarItems: readonly ToolbarItem[] = [
  searchItem,
  rolesItem,
  coloursItem,
  themesItem,
  downloadsItem,
  languagesItem,
  fullScreenItem,
  helpItem,
  errorLogTool,
  lockScreenItem,
  bellItem,
];

/** An item that this user has, with its current state. */
export interface ShownItem {
  readonly tool: ToolbarItem;
  readonly view: ToolbarItemView;
}

/** Returns the items in the bar on a screen class, and the others, in order. */
export const useToolbarItems = (
  screen: ScreenClass,
): { readonly bar: readonly ShownItem[]; readonly folded: readonly ShownItem[] } => {
  const shown = toolbarItems.flatMap((tool) => {
    // biome-ignore lint/correctness/useHookAtTopLevel: the table never changes, nor does the order
    const view = tool.useView();
    return view ? [{ tool, view }] : [];
  });
  return {
    bar: shown.filter(({ tool }) => tool.from <= screen),
    folded: shown.filter(({ tool }) => tool.from > screen),
  };
};
