/** The page of dictionaries, by the code of its rights. */
export const dictPage = 'dh';

/** Two addresses of the page of dictionaries: each opens with a layout of its own (spec §2). */
export const dictPaths = {
  horizontal: '/dict-horizontal/index',
  vertical: '/dict-vertical/index',
} as const;

/** The entries stand beside the dictionaries, or below them. */
export type DictLayout = keyof typeof dictPaths;

/** Actions of an administrator on dictionaries. */
export type DictAction = 'add' | 'edit' | 'delete';

/** The permission code for it. */
export const dictCode = (action: DictAction): string => `${dictPage}_${action}`;
