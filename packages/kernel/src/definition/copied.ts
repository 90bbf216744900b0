import { everyScope, handles, rowHasCode, type Scope } from '../access/scope.ts';
import type { RowLike } from '../values/row.ts';
import type { Resource } from './resource.ts';

/**
 * Returns the scope of records that a copy in an approval opens to its recipient; null if the kind
 * allows no copies.
 */
export const copiedScope = ({
  access: { copies = 'none' },
}: Pick<Resource, 'access'>): Scope | null => {
  if (copies === 'none') return null;
  return copies === 'all' ? handles('copied') : everyScope(handles('copied'), copies);
};

/** True if a copy of this record opens it to the recipients. */
export const isCopiable = (
  { access: { copies } }: Pick<Resource, 'access'>,
  row: RowLike,
): boolean => copies === 'all' || (typeof copies === 'object' && rowHasCode(copies, row));
