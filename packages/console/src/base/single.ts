/** Runs an act, unless an earlier one is still running. */
export type Single = (act: () => Promise<void>) => Promise<void>;

/**
 * Runs one act at a time. What is asked for while one is running is dropped: two clicks can arrive
 * before a button has been drawn as busy, and the second must not send again.
 */
export const createSingle = (): Single => {
  let running = false;
  return async (act) => {
    if (running) return;
    running = true;
    try {
      await act();
    } finally {
      running = false;
    }
  };
};
