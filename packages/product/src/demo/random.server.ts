/** Seeded random source, so that the demo university is the same on every machine. */
export interface Chance {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns an integer from `least` to `most`, both included. */
  int(least: number, most: number): number;
  /** Returns true with this probability. */
  maybe(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Returns distinct elements in random order. */
  some<T>(from: readonly T[], count: number): T[];
  /** Returns a key with a probability proportional to its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

/** Returns a Mulberry32 generator: 32 bits of state, sufficient for invented data. */
export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  const pick = <T>(from: readonly T[]): T => {
    const found = from[int(0, from.length - 1)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  const some = <T>(from: readonly T[], count: number): T[] => {
    const rest = [...from];
    return Array.from({ length: Math.min(count, rest.length) }, () => {
      const [taken] = rest.splice(int(0, rest.length - 1), 1);
      return taken as T;
    });
  };
  const weighted = <K extends string>(weights: Readonly<Record<K, number>>): K => {
    const keys = Object.keys(weights) as K[];
    let left = next() * keys.reduce((sum, key) => sum + weights[key], 0);
    for (const key of keys) {
      left -= weights[key];
      if (left < 0) return key;
    }
    return keys[keys.length - 1] as K;
  };
  return { next, int, maybe: (probability) => next() < probability, pick, some, weighted };
};
