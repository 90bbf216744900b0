import { rowHasCode } from '../access/scope.ts';
import type { RowLike } from '../values/row.ts';
import type { Resource } from './resource.ts';

/** True if anybody may verify the row by the code on its printed sheet. */
export const isVerifiable = (
  { access: { verifiable } }: Pick<Resource, 'access'>,
  row: RowLike,
): boolean => verifiable === 'all' || (verifiable !== undefined && rowHasCode(verifiable, row));
