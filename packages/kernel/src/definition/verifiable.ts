import { rowHasCode } from '../access/scope.ts';
import type { RowLike } from '../values/row.ts';
import type { Resource } from './resource.ts';

/** May strangers who hold a printed sheet of the row verify it? */
export const isVerifiable = (
  { access: { verifiable } }: Pick<Resource, 'access'>,
  row: RowLike,
): boolean => verifiable === 'all' || (verifiable !== undefined && rowHasCode(verifiable, row));
