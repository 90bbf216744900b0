import { setTimeout } from 'node:timers/promises';

/**
 * Maximum time in milliseconds for which long work may hold the event loop. A call waits for this time more than once:
 * for its request, for each answer of PostgreSQL, and for earlier calls (decision 0222).
 */
const slice = 3;

/** Callbacks of work that continues in a later turn of the event loop, one per turn, in the order of arrival. */
const waiting: (() => void)[] = [];

const resume = (): void => {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resume);
};

/**
 * Returns the current time slice: a test that says if its time is used up, and a function that starts the next slice in
 * a later turn of the event loop.
 */
const slices = () => {
  let began = performance.now();
  return {
    usedUp: (): boolean => performance.now() - began >= slice,
    next: async (): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(resume);
      await promise;
      began = performance.now();
    },
  };
};

/**
 * Returns a function that long work of many small steps awaits after each step, so that requests are answered in
 * between. A call only reads the clock until the slice is used up; then other pending work runs first. One slice runs
 * in each turn of the event loop.
 */
export const createYielder = (): (() => Promise<void>) => {
  const { usedUp, next } = slices();
  return async () => {
    if (usedUp()) await next();
  };
};

/** Returns `items.map(work)`, computed in time slices; a short list is computed at once. */
export const mapYielding = async <T, R>(
  items: readonly T[],
  work: (item: T) => R,
): Promise<readonly R[]> => {
  const { usedUp, next } = slices();
  const results: R[] = [];
  for (const item of items) {
    results.push(work(item));
    if (usedUp()) await next();
  }
  return results;
};

/** Milliseconds for which a job works before it starts to pause. */
const withoutRest = 2000;
/** Share of the processor that the job uses after that time; requests get the rest. */
const workShare = 0.25;

/**
 * Returns a function that a job of hours, such as a first pass over a million records, awaits after each batch: it
 * pauses so that requests get processor time. Short work is not paused.
 * @param now clock in milliseconds; replaced in tests
 * @param pause replaced in tests
 */
export const batchPauser = (
  now: () => number = () => performance.now(),
  pause: (milliseconds: number, signal?: AbortSignal) => Promise<unknown> = (
    milliseconds,
    signal,
  ) => setTimeout(milliseconds, undefined, { signal }),
): ((signal?: AbortSignal) => Promise<void>) => {
  let worked = 0;
  let began = now();
  return async (signal) => {
    const took = now() - began;
    worked += took;
    if (worked > withoutRest) await pause((took * (1 - workShare)) / workShare, signal);
    began = now();
  };
};
