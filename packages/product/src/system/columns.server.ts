/** A value that a statement takes as one column of many rows. */
type Cell = string | number | boolean | Date | null;

/**
 * Rows as the columns that `unnest` takes: one array for each name, in this order. Thousands of
 * rows go in one statement this way.
 */
export const columnsOf = <Name extends string>(
  rows: readonly Readonly<Record<Name, Cell>>[],
  names: readonly Name[],
): Cell[][] => names.map((name) => rows.map((row) => row[name]));
