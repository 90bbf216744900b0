import { everyScope, handles, rowHasCode, type Scope } from '../access/scope.ts';
import type { RowLike } from '../values/row.ts';
import type { Resource } from './resource.ts';

/** The rows that a copy in an approval opens to whom it was given; null where nothing is copied. */
export const copiedScope = ({
  access: { copies = 'none' },
}: Pick<Resource, 'access'>): Scope | null => {
  if (copies === 'none') return null;
  return copies === 'all' ? handles('copied') : everyScope(handles('copied'), copies);
};

/** May the row be shown to people to whom it is copied? */
export const isCopiable = (
  { access: { copies } }: Pick<Resource, 'access'>,
  row: RowLike,
): boolean => copies === 'all' || (typeof copies === 'object' && rowHasCode(copies, row));
