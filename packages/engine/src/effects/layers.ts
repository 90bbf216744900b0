/**
 * Value of one effect on a field. Effects that write the same field form layers in the order in which they began; each
 * stores the value that it covered.
 */
export interface EffectLayer {
  /** Id of the effect and of its record. */
  readonly id: string;
  /** Value that the effect covered and value that it wrote; null for an effect that begins now. */
  readonly was: { readonly before: unknown; readonly after: unknown } | null;
  /** Value that the effect writes now; null for an effect that ends. */
  readonly now: { readonly after: unknown } | null;
}

/** Value that an effect wrote into a field while the effect is in force. */
export interface WriteLayer {
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Value of a field after effects on it ended, changed or began, with the remaining layers. */
export interface FieldAfterLayers {
  readonly value: unknown;
  readonly layers: readonly WriteLayer[];
  /** Ids of layers that ended or changed after a person had entered another value: that value remains. */
  readonly overruled: readonly string[];
}

type Same = (a: unknown, b: unknown) => boolean;

/**
 * Ends, changes and adds layers of a field. A layer that ends passes the value that it covered to the next layer, or
 * back to the field if it was the last. If the next layer covers a different value, or the field has one, a person
 * entered that value: it remains.
 * @param value current value of the field
 * @param layers all layers, oldest first
 * @param same true if two values are equal
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
