import type { Resource } from '../definition/resource.ts';
import { isId } from '../values/id.ts';
import type { RowLike } from '../values/row.ts';

/**
 * Ids of the people whom a record concerns beside its writer (ruling 44). Whoever wants them asks here: `concerned`
 * of a definition names lines or one reference.
 */
export const concernedBy = (
  { concerned }: Pick<Resource, 'concerned'>,
  row: RowLike,
): ReadonlySet<string> => {
  if (!concerned) return new Set();
  const [name, field] = concerned;
  if (field === undefined) return new Set([row[name]].filter(isId));
  // A form that is being filled in may have no lines yet, or none that are lines.
  const lines: readonly unknown[] = Array.isArray(row[name]) ? row[name] : [];
  return new Set(lines.map((line) => (line as RowLike | null)?.[field]).filter(isId));
};
