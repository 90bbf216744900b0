/** How the steps of long work may overlap. */
export interface Overlap<T> {
  /** So many at most are under way. */
  readonly atOnce: number;
  /** Steps that wait for all before them, and that all after them wait for. */
  alone(item: T): boolean;
  /** Begin no further step? */
  stopped(): boolean;
}

/**
 * Runs a step for each item, several side by side: while one waits for the database another uses the processor.
 * They begin in order. When it ends or throws, none is under way any more.
 */
export const sideBySide = async <T>(
  items: readonly T[],
  { atOnce, alone, stopped }: Overlap<T>,
  step: (item: T) => Promise<unknown>,
): Promise<void> => {
  const underWay = new Set<Promise<unknown>>();
  const room = async (most: number): Promise<void> => {
    while (underWay.size > most) await Promise.race(underWay);
  };
  try {
    for (const item of items) {
      const single = alone(item);
      await room(single ? 0 : atOnce - 1);
      if (stopped()) break;
      const one: Promise<unknown> = step(item).finally(() => underWay.delete(one));
      underWay.add(one);
      if (single) await room(0);
    }
    await room(0);
  } finally {
    await Promise.allSettled(underWay);
  }
};
