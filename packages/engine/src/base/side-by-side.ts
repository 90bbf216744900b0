/** How the steps of long work may overlap. */
export interface StepOverlap<T> {
  /** Maximum number of steps that run at once. */
  readonly atOnce: number;
  /** True for a step that starts after all earlier steps have ended and that all later steps wait for. */
  alone(item: T): boolean;
  /** True if no further step may start. */
  stopped(): boolean;
}

/**
 * Runs a step for each item, several at a time: while one step waits for the database another uses the processor. Steps
 * start in order. When the call returns or throws, no step is still running.
 * @throws the error of the first step that failed; no step starts after it
 */
export const mapConcurrently = async <T>(
  items: readonly T[],
  { atOnce, alone, stopped }: StepOverlap<T>,
  step: (item: T) => Promise<unknown>,
): Promise<void> => {
  const underWay = new Set<Promise<unknown>>();
  // Errors are stored here, because a step may fail before anything awaits its promise.
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
