import type { ComponentType, ReactNode } from 'react';
import type { ScreenClass } from '../../base/screen.ts';

/** One of the choices of a toolbar item. */
export interface ToolbarChoice {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

/** Current state of a toolbar item, however it is rendered. */
export interface ToolbarItemView {
  /** Name: tooltip in the bar, text elsewhere. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Text in the bar instead of the icon. */
  readonly text?: string;
  /** Shortcut; on a wide screen the item then looks like a search field. */
  readonly keys?: string;
  /** Called on click; if absent, the dialog of the item opens. */
  readonly onPick?: () => void;
  /** Choices of an item that is a list. */
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
  /** Smallest screen class on which the item is in the bar. */
  readonly from: ScreenClass;
  /** Hook that returns the item's current state; undefined if this user does not have the item. */
  readonly useView: () => ToolbarItemView | undefined;
  /** Dialog of the item, loaded with `lazy`. */
  readonly Dialog?: ComponentType<ToolbarDialogProps>;
  /** Component rendered in the bar instead of a button. */
  readonly Face?: ComponentType;
}
