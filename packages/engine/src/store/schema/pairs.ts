type Pair = readonly [number, number];

const pairsOf = (places: readonly number[]): readonly Pair[] =>
  places.flatMap((one, at) => places.slice(at + 1).map((other): Pair => [one, other]));

const keyOf = ([one, other]: Pair): string => `${Math.min(one, other)} ${Math.max(one, other)}`;

/** Returns the item that forms the most new pairs with the block, or undefined if none does. */
const nextOf = (
  block: readonly number[],
  count: number,
  open: ReadonlySet<string>,
): number | undefined => {
  let best: number | undefined;
  let most = 0;
  for (let place = 0; place < count; place += 1) {
    if (block.includes(place)) continue;
    const gain = block.filter((other) => open.has(keyOf([other, place]))).length;
    if (gain > most) [best, most] = [place, gain];
  }
  return best;
};

/**
 * Divides items into blocks of at most `size` such that any two items share at least one block. A single item is a
 * block by itself. Items keep their order within a block. The number of blocks is small, but not always minimal.
 */
export const pairBlocksOf = <T>(items: readonly T[], size: number): readonly (readonly T[])[] => {
  if (items.length < 2) return items.map((item) => [item]);
  const pairs = pairsOf(items.map((_, place) => place));
  const open = new Set(pairs.map(keyOf));
  const blocks: (readonly T[])[] = [];
  for (const first of pairs) {
    if (!open.has(keyOf(first))) continue;
    const block: number[] = [...first];
    while (block.length < size) {
      const next = nextOf(block, items.length, open);
      if (next === undefined) break;
      block.push(next);
    }
    for (const pair of pairsOf(block)) open.delete(keyOf(pair));
    blocks.push(items.filter((_, place) => block.includes(place)));
  }
  return blocks;
};
