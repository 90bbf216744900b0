import { setTimeout } from 'node:timers/promises';

/**
 * Milliseconds for which long work may hold the event loop before others get their turn. A call waits for several of
 * them: with its request, with each answer of PostgreSQL, and behind calls that came before it (decision 0222).
 */
const slice = 3;

/** Work that goes on in a later turn of the event loop: one in each, in the order in which it came. */
const waiting: (() => void)[] = [];

const resume = (): void => {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resume);
};

/** A slice of time: whether it is used up, and how to begin the next when others had their turn. */
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
 * Cuts long work of many small steps into slices, so that requests are answered in between: await
 * what this returns after each step. It costs a look at the clock; when the slice is used up, whatever
 * waits runs first. However much of it there is, one slice runs in each turn of the event loop.
 */
export const createYielder = (): (() => Promise<void>) => {
  const { usedUp, next } = slices();
  return async () => {
    if (usedUp()) await next();
  };
};

/** `items.map(work)`, in slices. Few items are done at once. */
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

/** Milliseconds for which long work of a job goes on before it takes rests. */
const withoutRest = 2000;
/** Share of work in the time after that: requests that wait for an answer have the rest of the processor. */
const workShare = 0.25;

/**
 * Rests of a job that may go on for hours, such as a first look through a million records: await what this
 * returns after each batch. Short work does not rest at all.
 * @param now milliseconds; for tests
 * @param pause for tests
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
