import type { Client } from '@keyan/console/client/client.ts';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { store } from '@keyan/console/storage/store.ts';
import { useCallback, useEffect, useState } from 'react';
import { externalReviewCalls, passHeader } from './external.ts';

/** Key under which the visit token is stored in the tab’s session storage. */
const kept = 'review-visit';

interface Visit {
  readonly token: string;
  readonly pass: string;
}

const visitOf = (token: string): string => {
  const found = store.get<Visit>(kept, 'session');
  return found?.token === token ? found.pass : '';
};

/** Function that calls the server with the visit token. */
export type VisitCall = <T>(name: keyof typeof externalReviewCalls, input?: object) => Promise<T>;

/** Link token, visit token, and calls of a visit. */
export const useVisit = (client: Client) => {
  const [token, setToken] = useState(() => location.hash.slice(1));
  const [pass, setPass] = useState(() => visitOf(token));
  useEffect(() => {
    const follow = () => {
      const next = location.hash.slice(1);
      setToken(next);
      setPass(visitOf(next));
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const begin = useCallback(
    (next: string) => {
      store.set(kept, { token, pass: next }, 'session');
      setPass(next);
    },
    [token],
  );
  const end = useCallback(() => {
    store.remove(kept, 'session');
    setPass('');
  }, []);
  const call: VisitCall = useCallback(
    async <T>(name: keyof typeof externalReviewCalls, input: object = {}) => {
      try {
        return await client.post<T>(`/${externalReviewCalls[name]}`, input, {
          anonymous: true,
          quiet: true,
          headers: pass === '' ? {} : { [passHeader]: pass },
        });
      } catch (fault) {
        // An expired visit or invitation leads back to the code page.
        if (
          pass !== '' &&
          name === 'works' &&
          fault instanceof ApiFault &&
          fault.kind === 'missing'
        )
          end();
        throw fault;
      }
    },
    [client, pass, end],
  );
  return { token, pass, call, begin, end };
};
