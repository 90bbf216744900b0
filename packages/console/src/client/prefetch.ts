import type { Client } from './client.ts';
import { type Query, queryString } from './query.ts';

/** A client that can be asked before those who need the answer are loaded. */
export interface PrefetchClient extends Client {
  /**
   * Asks now; the first `get` of the same path and query takes the answer instead of asking again.
   * Nobody hears of a failure: then that `get` asks for itself.
   */
  prefetch<T>(path: string, query?: Query): Promise<T>;
}

/** Milliseconds after which an answer that nobody took is too old to be given. */
const longestWait = 10_000;

interface Prefetched {
  readonly answer: Promise<unknown>;
  readonly at: number;
  /** Whose answer it is. */
  readonly token: string | undefined;
}

/** Adds `ahead` to a client: what every page asks first travels while its script still does. */
export const withPrefetch = (client: Client, now: () => number = Date.now): PrefetchClient => {
  const asked = new Map<string, Prefetched>();
  const keyOf = (path: string, query?: Query): string => path + queryString(query);
  const holder = (): string | undefined => client.sessions.get()?.accessToken;

  const take = (key: string): Prefetched | undefined => {
    const found = asked.get(key);
    asked.delete(key);
    const fits = found && now() - found.at < longestWait && found.token === holder();
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
