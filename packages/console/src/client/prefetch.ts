import type { Client } from './client.ts';
import { type Query, queryString } from './query.ts';

/** HTTP client that can fetch data before the code that needs the data has loaded. */
export interface PrefetchClient extends Client {
  /**
   * Fetches immediately; the first `get` of the same path and query takes the response instead of
   * fetching again. A failure is not reported: that `get` then fetches itself.
   */
  prefetch<T>(path: string, query?: Query): Promise<T>;
}

/** Maximum age of an unused response in milliseconds. */
const maxUnusedAge = 10_000;

interface Prefetched {
  readonly answer: Promise<unknown>;
  readonly at: number;
  /** Access token that the response was fetched with. */
  readonly token: string | undefined;
}

/** Adds `prefetch` to a client, so that the first data load while the script is still loading. */
export const withPrefetch = (client: Client, now: () => number = Date.now): PrefetchClient => {
  const asked = new Map<string, Prefetched>();
  const keyOf = (path: string, query?: Query): string => path + queryString(query);
  const holder = (): string | undefined => client.sessions.get()?.accessToken;

  const take = (key: string): Prefetched | undefined => {
    const found = asked.get(key);
    asked.delete(key);
    const fits = found && now() - found.at < maxUnusedAge && found.token === holder();
    return fits ? found : undefined;
  };

  return {
    ...client,
    prefetch: <T>(path: string, query?: Query): Promise<T> => {
      const answer = client.get<T>(path, query, { quiet: true });
      answer.catch(() => undefined);
      asked.set(keyOf(path, query), { answer, at: now(), token: holder() });
      return answer;
    },
    get: async <T>(path: string, query?: Query, options?: Parameters<Client['get']>[2]) => {
      const early = take(keyOf(path, query));
      const ask = (): Promise<T> => client.get<T>(path, query, options);
      return early ? (early.answer as Promise<T>).catch(ask) : ask();
    },
  };
};
