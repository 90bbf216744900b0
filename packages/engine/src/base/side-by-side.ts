/** How the steps of long work may overlap. */
export interface StepOverlap<T> {
  /** Most steps that run at once. */
  readonly atOnce: number;
  /** Steps that wait for all before them, and that all after them wait for. */
  alone(item: T): boolean;
  /** Begin no further step? */
  stopped(): boolean;
}

/**
 * Runs a step for each item, several side by side: while one waits for the database another uses the processor.
 * They begin in order. When it ends or throws, none is under way any more.
 * @throws what the first step threw that failed; none begins after that
 */
export const mapConcurrently = async <T>(
  items: readonly T[],
  { atOnce, alone, stopped }: StepOverlap<T>,
  step: (item: T) => Promise<unknown>,
): Promise<void> => {
  const underWay = new Set<Promise<unknown>>();
  // Kept here: a step that fails before anybody waits for it would be forgotten with its promise.
  const failures: unknown[] = [];
  const room = async (most: number): Promise<void> => {
    while (underWay.size > most) await Promise.race(underWay);
  };
  try {
    for (const item of items) {
      const single = alone(item);
      await room(single ? 0 : atOnce - 1);
      if (failures.length > 0 || stopped()) break;
      const one: Promise<unknown> = step(item)
        .catch((error: unknown) => failures.push(error))
        .finally(() => underWay.delete(one));
      underWay.add(one);
      if (single) await room(0);
    }
  } finally {
    await room(0);
  }
  if (failures.length > 0) throw failures[0];
};
