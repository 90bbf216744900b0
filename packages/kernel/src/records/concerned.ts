import type { Resource } from '../definition/resource.ts';
import { isId } from '../values/id.ts';

type RowLike = Readonly<Record<string, unknown>>;

/** Ids of the people whom a record concerns beside its writer (ruling 44). */
export const concernedBy = (
  { concerned }: Pick<Resource, 'concerned'>,
  row: RowLike,
): ReadonlySet<string> => {
  if (!concerned) return new Set();
  const [name, field] = concerned;
  if (field === undefined) return new Set([row[name]].filter(isId));
  const lines = (row[name] ?? []) as readonly RowLike[];
  return new Set(lines.map((line) => line[field]).filter(isId));
};
