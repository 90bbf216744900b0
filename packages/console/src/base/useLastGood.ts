import { useState } from 'react';

/**
 * Returns the last defined value, so that a failed refetch or an expired cache does not replace an
 * open form by an error page.
 */
export const useLastResult = <T>(answer: T | undefined): T | undefined => {
  const [held, hold] = useState(answer);
  if (answer !== undefined && answer !== held) hold(answer);
  return answer ?? held;
};
