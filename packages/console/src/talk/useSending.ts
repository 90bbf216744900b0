import { useState } from 'react';
import { createSingle } from '../base/single.ts';

/** Returns a function that sends a remark's call, one at a time. The client shows failures. */
export const useTalkCall = <Given extends readonly unknown[]>(
  call: (...given: Given) => Promise<void>,
): readonly [send: (...given: Given) => Promise<void>, busy: boolean] => {
  const [single] = useState(createSingle);
  const [busy, setBusy] = useState(false);
  const send = (...given: Given) =>
    single(async () => {
      setBusy(true);
      try {
        await call(...given);
      } catch {
        // The client has shown the failure.
      } finally {
        setBusy(false);
      }
    });
  return [send, busy];
};
