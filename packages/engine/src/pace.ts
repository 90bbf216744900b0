import { setImmediate } from 'node:timers/promises';

/** Milliseconds for which long work may hold the event loop before others get their turn. */
const slice = 10;

/**
 * Cuts long work of many small steps into slices, so that requests are answered in between: await
 * what this returns after each step. It costs a look at the clock; when the slice is used up, whatever
 * waits runs first.
 */
export const pacer = (): (() => Promise<void>) => {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < slice) return;
    await setImmediate();
    began = performance.now();
  };
};
