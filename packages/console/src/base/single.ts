/** Runs the function; does nothing while an earlier function is running. */
export type RunIfIdle = (act: () => Promise<void>) => Promise<void>;

/**
 * Runs one function at a time and drops calls while one is running. Two clicks can arrive before a
 * button is rendered as busy; the second must not send again.
 */
export const createSingle = (): RunIfIdle => {
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
