import { every, handles, type Scope } from '../access/scope.ts';
import type { Resource } from './resource.ts';

/** The rows that a copy in an approval opens to whom it was given; null where nothing is copied. */
export const copiedScope = ({
  access: { copies = 'none' },
}: Pick<Resource, 'access'>): Scope | null => {
  if (copies === 'none') return null;
  return copies === 'all' ? handles('copied') : every(handles('copied'), copies);
};
