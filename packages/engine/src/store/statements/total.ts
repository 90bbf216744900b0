/**
 * Returns the total of a list, from the count in each row of its page. A page beyond the last has no row: then the
 * first page is read.
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
