/**
 * Keys in the order that a person chose: those they have not placed, because they came later or stand only beside some
 * rows, keep their usual neighbour.
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

/** The order after a column took the place of another one; what does not stand here now keeps its place. */
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
