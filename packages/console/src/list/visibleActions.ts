import type { ReactNode } from 'react';

/** Something to do at the head of a list. */
export interface ToolbarAction {
  readonly key: string;
  readonly text: string;
  readonly icon: ReactNode;
  /** It is being done, and cannot be asked for again. */
  readonly busy?: boolean;
  readonly run: () => void;
}

/**
 * Those that stand as buttons, the first ones; the others are behind 更多, at least two of them: one
 * alone would be a button with a step before it.
 * @param room How many buttons there is room for
 */
export const visibleActions = (
  actions: readonly ToolbarAction[],
  room: number,
): readonly ToolbarAction[] => {
  if (actions.length <= Math.max(room, 1)) return actions;
  return actions.slice(0, actions.length - room === 1 ? room - 1 : room);
};
