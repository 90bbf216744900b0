import { useState } from 'react';
import { createSingle } from '../base/single.ts';

/** A call of the talk, once at a time. The client says why where one fails. */
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
        // The client has shown why.
      } finally {
        setBusy(false);
      }
    });
  return [send, busy];
};
