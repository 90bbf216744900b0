/**
 * Returns keys in the order that a user chose; keys without a chosen position, for example of
 * columns that only some rows have, stay beside their default neighbour.
 */
export const inChosenOrder = (
  keys: readonly string[],
  chosen: readonly string[],
): readonly string[] => {
  const placed = chosen.filter((key) => keys.includes(key));
  const order = [...placed];
  for (const [at, key] of keys.entries()) {
    if (order.includes(key)) continue;
    const before = keys[at - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  }
  return order;
};

/**
 * Returns the order after a column moved to the position of another one; absent columns stay in
 * place.
 */
export const withKeyMoved = (
  keys: readonly string[],
  key: string,
  to: string,
): readonly string[] => {
  const from = keys.indexOf(key);
  const at = keys.indexOf(to);
  if (from < 0 || at < 0) return keys;
  const rest = keys.filter((one) => one !== key);
  return [...rest.slice(0, at), key, ...rest.slice(at)];
};
