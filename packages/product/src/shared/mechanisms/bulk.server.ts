import type { Ids } from '@keyan/engine/store/schema/ids.ts';

/** Value of a column in a bulk statement. */
type Cell = string | number | boolean | Date | null;

/**
 * Converts rows to one array per column for `unnest`, so that thousands of rows fit in one
 * statement.
 */
export const columnArrays = <Name extends string>(
  rows: readonly Readonly<Record<Name, Cell>>[],
  names: readonly Name[],
): Cell[][] => names.map((name) => rows.map((row) => row[name]));

/** Ids by code, with the newly assigned codes, which get default grants. */
export interface AssignedIds {
  readonly ids: ReadonlyMap<string, string>;
  readonly added: ReadonlySet<string>;
}

/** Assigns ids to codes without one. */
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

/**
 * Id of a code.
 * @throws Error for a code without an id
 */
export const assignedIdOf = ({ ids }: AssignedIds, code: string): string => {
  const id = ids.get(code);
  if (!id) throw new Error(`${code}: nothing of this code was set up`);
  return id;
};
