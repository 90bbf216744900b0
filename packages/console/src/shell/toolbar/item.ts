import type { ComponentType, ReactNode } from 'react';
import type { ScreenClass } from '../../base/screen.ts';

/** One of the choices of an item. */
export interface ToolbarChoice {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

/** Current state of an item, however it is rendered. */
export interface ToolbarItemView {
  /** Name: tooltip in the bar, text elsewhere. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Text in the bar instead of the icon. */
  readonly text?: string;
  /** Shortcut; on a wide screen the item looks like a search field with it. */
  readonly keys?: string;
  /** Called on click; without it the dialog of the item opens. */
  readonly onPick?: () => void;
  /** The item is a list of choices. */
  readonly choices?: {
    readonly options: readonly ToolbarChoice[];
    readonly chosen: string;
    readonly onChoose: (key: string) => void;
  };
}

export interface ToolbarDialogProps {
  readonly onClose: () => void;
}

/**
 * One item of the top bar, defined once for all widths; the bar, the user menu and the drawer
 * render it.
 */
export interface ToolbarItem {
  readonly key: string;
  /** The smallest screen class on which it is in the bar. */
  readonly from: ScreenClass;
  /** A hook: its current state; undefined if this user does not have it. */
  readonly useView: () => ToolbarItemView | undefined;
  /** Dialog of the item; load it with `lazy`. */
  readonly Dialog?: ComponentType<ToolbarDialogProps>;
  /** Rendered in the bar instead of a button. */
  readonly Face?: ComponentType;
}
