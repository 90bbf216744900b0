import type { ReactNode } from 'react';

/** An action in the head of a list. */
export interface ToolbarAction {
  readonly key: string;
  readonly text: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

/**
 * Returns the actions that are buttons. The rest goes to the menu 更多, which has at least two
 * entries: a menu with one entry would only add a click.
 * @param room number of buttons that fit
 */
export const visibleActions = (
  actions: readonly ToolbarAction[],
  room: number,
): readonly ToolbarAction[] => {
  if (actions.length <= Math.max(room, 1)) return actions;
  return actions.slice(0, actions.length - room === 1 ? room - 1 : room);
};
