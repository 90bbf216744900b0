import type { Resource } from '../definition/resource.ts';
import { isId } from '../values/id.ts';
import type { RowLike } from '../values/row.ts';

/**
 * Returns the ids of people whom a record concerns besides its writer (ruling 44). Covers both
 * forms of `concerned`: lines and a single reference.
 */
export const concernedBy = (
  { concerned }: Pick<Resource, 'concerned'>,
  row: RowLike,
): ReadonlySet<string> => {
  if (!concerned) return new Set();
  const [name, field] = concerned;
  if (field === undefined) return new Set([row[name]].filter(isId));
  // A form that is being filled in may have no lines yet, or an invalid value.
  const lines: readonly unknown[] = Array.isArray(row[name]) ? row[name] : [];
  return new Set(lines.map((line) => (line as RowLike | null)?.[field]).filter(isId));
};
