/**
 * Table keyed by resource keys, checked on start.
 * @param name name of the table in the error
 * @throws Error for a key that no kind has
 */
export const tableByKind = <V>(
  name: string,
  kinds: readonly { readonly key: string }[],
  table: Readonly<Record<string, V>>,
): Readonly<Record<string, V>> => {
  const keys = new Set(kinds.map(({ key }) => key));
  const unknown = Object.keys(table).find((key) => !keys.has(key));
  if (unknown !== undefined) throw new Error(`${name}: ${unknown} is no kind`);
  return table;
};
