/**
 * How many rows a list has in all, from the count that each row of its page carries. A page beyond
 * the last has no row to tell it: then the first page is asked.
 */
export const totalOfPage = async (
  rows: readonly { readonly total: string }[],
  current: number,
  first: () => Promise<{ readonly total: number }>,
): Promise<number> => {
  const [row] = rows;
  if (row) return Number(row.total);
  return current === 1 ? 0 : (await first()).total;
};
