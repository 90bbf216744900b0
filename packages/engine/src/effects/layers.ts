/**
 * Writes of several effects on one field lie on each other in the order in which they began. Each
 * remembers what it covered.
 */
export interface EffectLayer {
  /** Id of the effect and its record. */
  readonly id: string;
  /** Values that it covered and wrote so far; null for one that begins. */
  readonly was: { readonly before: unknown; readonly after: unknown } | null;
  /** Value that it is to write; null for one that ends. */
  readonly now: { readonly after: unknown } | null;
}

/** A value that an effect wrote over a field, for as long as the effect holds. */
export interface WriteLayer {
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Value of a field after effects on it ended, changed or began, with the layers that are left. */
export interface FieldAfterLayers {
  readonly value: unknown;
  readonly layers: readonly WriteLayer[];
  /** Layers that ended or changed although somebody had entered another value since: that stays. */
  readonly overruled: readonly string[];
}

type Same = (a: unknown, b: unknown) => boolean;

/**
 * Ends layers, changes them and begins others.
 *
 * One that ends gives the value that it covered to the next layer, or back to the field if it was the
 * last. Where the next layer covered something else than this one wrote, or the field has something
 * else, somebody entered that by hand: it stays.
 * @param value what the field has
 * @param layers all of them, the oldest first
 * @param same whether two values read the same
 */
export const relayerField = (
  value: unknown,
  layers: readonly EffectLayer[],
  same: Same,
): FieldAfterLayers => {
  const stood = layers.flatMap(({ was }) => (was ? [was] : []));
  const standing: WriteLayer[] = [];
  const overruled: string[] = [];
  let below = stood[0] ? stood[0].before : value;
  let passed = 0;
  for (const { id, was, now } of layers) {
    const written = now ? now.after : below;
    if (now) standing.push({ id, before: below, after: written });
    if (was) passed += 1;
    const above = stood[passed];
    const seen = above ? above.before : value;
    const byHand = was !== null && !same(seen, was.after);
    if (byHand && !same(written, was.after)) overruled.push(id);
    below = byHand ? seen : written;
  }
  return { value: below, layers: standing, overruled };
};
