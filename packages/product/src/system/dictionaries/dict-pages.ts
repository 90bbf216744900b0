/** The two pages of dictionaries: tables side by side, and one above the other. */
export const dictPages = {
  horizontal: { code: 'dh', path: '/dict-horizontal/index' },
  vertical: { code: 'dv', path: '/dict-vertical/index' },
} as const;

/** What an administrator may do to dictionaries, on either page. */
export type DictAction = 'add' | 'edit' | 'delete';

/** The permission codes for it: those of either page. */
export const dictCodes = (action: DictAction): readonly string[] =>
  Object.values(dictPages).map(({ code }) => `${code}_${action}`);
