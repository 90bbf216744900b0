/** Menu code of the dictionary page. */
export const dictPage = 'dh';

/** Paths of the dictionary page; each opens with another layout (spec §2). */
export const dictPaths = {
  horizontal: '/dict-horizontal/index',
  vertical: '/dict-vertical/index',
} as const;

/** Layout: entries beside the dictionaries (`horizontal`) or below them (`vertical`). */
export type DictLayout = keyof typeof dictPaths;

/** Actions of administrators on dictionaries. */
export type DictAction = 'add' | 'edit' | 'delete';

/** Returns the permission code of an action. */
export const dictCode = (action: DictAction): string => `${dictPage}_${action}`;
