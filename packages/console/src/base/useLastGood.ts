import { useState } from 'react';

/**
 * The last answer that there was. An answer is let go some minutes after its page went out of sight
 * (another tab, the lock), and a later read may fail: neither may take a page from under whoever is
 * filling it in.
 */
export const useLastGood = <T>(answer: T | undefined): T | undefined => {
  const [held, hold] = useState(answer);
  if (answer !== undefined && answer !== held) hold(answer);
  return answer ?? held;
};
