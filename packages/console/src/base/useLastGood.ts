import { useState } from 'react';

/**
 * Keeps the last result while a refetch fails or after the cache dropped it, so that an open form
 * is not replaced by an error page.
 */
export const useLastResult = <T>(answer: T | undefined): T | undefined => {
  const [held, hold] = useState(answer);
  if (answer !== undefined && answer !== held) hold(answer);
  return answer ?? held;
};
