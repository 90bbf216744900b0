/** The two pages of one work: tables side by side, and one above the other (spec §2). */
export const dictPages = {
  horizontal: { code: 'dh', path: '/dict-horizontal/index' },
  vertical: { code: 'dv', path: '/dict-vertical/index' },
} as const;

/** What an administrator may do to dictionaries, on either page. */
export type DictAction = 'add' | 'edit' | 'delete';

/** The codes that let somebody do it: those of either page. */
export const dictCodes = (action: DictAction): readonly string[] =>
  Object.values(dictPages).map(({ code }) => `${code}_${action}`);
