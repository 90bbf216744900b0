import type { Ids } from '@keyan/engine/store/schema/ids.ts';

/** A value that a statement takes as one column of many rows. */
type Cell = string | number | boolean | Date | null;

/**
 * Rows as the columns that `unnest` takes: one array for each name, in this order. Thousands of
 * rows go in one statement this way.
 */
export const columnArrays = <Name extends string>(
  rows: readonly Readonly<Record<Name, Cell>>[],
  names: readonly Name[],
): Cell[][] => names.map((name) => rows.map((row) => row[name]));

/** Ids by code, and which of them are new: only those get default grants. */
export interface AssignedIds {
  readonly ids: ReadonlyMap<string, string>;
  readonly added: ReadonlySet<string>;
}

/** Gives an id to every code that has none yet. */
export const assignIds = (
  codes: readonly string[],
  known: readonly { readonly code: string; readonly id: string }[],
  ids: Ids,
): AssignedIds => {
  const found = new Map(known.map(({ code, id }) => [code, id]));
  const added = codes.filter((code) => !found.has(code));
  for (const code of added) found.set(code, ids.next());
  return { ids: found, added: new Set(added) };
};

/** @throws Error for a code that was not set up. */
export const assignedIdOf = ({ ids }: AssignedIds, code: string): string => {
  const id = ids.get(code);
  if (!id) throw new Error(`${code}: nothing of this code was set up`);
  return id;
};
