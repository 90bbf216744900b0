import type { ScreenClass } from '@keyan/kernel/screen.ts';
import type { ComponentType, ReactNode } from 'react';

/** One of several values that an item sets. */
export interface ToolbarChoice {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

/** How an item looks at the moment, whatever draws it: a button of the bar, an entry of a menu. */
export interface ToolbarItemView {
  /** Its name: tooltip in the bar, text everywhere else. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Stands in the bar in place of the icon, where the value says more than a picture. */
  readonly text?: string;
  /** Its keys; where the screen is wide, it is drawn as a field that says them. */
  readonly keys?: string;
  /** What a choice does; without it the item's dialog opens. */
  readonly onPick?: () => void;
  /** The item is a list of values and sets one of them. */
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
 * One item of the top bar, written once for every width: it says what it is, and the bar, the menu
 * behind the user's name and the drawer of the phone draw it where it belongs.
 */
export interface ToolbarItem {
  readonly key: string;
  /** The least screen class at which it stands in the bar; below, it folds away. */
  readonly from: ScreenClass;
  /** A hook: how it looks now; undefined while this user has no use for it. */
  readonly useView: () => ToolbarItemView | undefined;
  /** Opens when the item is chosen; load it with `lazy`. */
  readonly Dialog?: ComponentType<ToolbarDialogProps>;
  /** Draws the item in the bar in place of a plain button. */
  readonly Face?: ComponentType;
}
