import { isCoded } from '../access/scope.ts';
import type { Resource } from './resource.ts';

/** May strangers who hold a printed sheet of the row verify it? */
export const isVerifiable = (
  { access: { verifiable } }: Pick<Resource, 'access'>,
  row: Readonly<Record<string, unknown>>,
): boolean => verifiable === 'all' || (verifiable !== undefined && isCoded(verifiable, row));
