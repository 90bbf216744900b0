import { readIn, readingLanguage } from '../../base/reading.ts';
import type { Statement } from './statement.ts';

/** A query that takes long, with the user in whose queue it waits. */
export interface HeavyQuery {
  readonly tenantId: string;
  readonly userKey: string;
  readonly statement: Statement;
}

/** Queued query. */
interface Waiting {
  readonly key: string;
  readonly start: () => void;
  readonly answer: Promise<unknown>;
  started: boolean;
}

/**
 * Limits the number of concurrent heavy queries, so that lists never take every connection from people who save. Other
 * queries queue per user; users take turns, one query each, so that a user with many queries does not delay the others.
 * Equal queued queries run once: the query runs after all were requested, so its answer is current for each. A running
 * query is never shared, because it may miss what was saved a moment ago.
 */
export class FairQueryLimiter {
  #free: number;
  readonly #waiting = new Map<string, Waiting>();
  /** Queue of each user, oldest first; the user whose turn is next comes first. */
  readonly #queues = new Map<string, Waiting[]>();

  /** @param limit maximum number of concurrent queries. */
  constructor(limit: number) {
    this.#free = limit;
  }

  /**
   * Queues a query.
   * @param userKey user in whose queue it waits.
   * @param key equal only for queries with the same answer.
   */
  run<T>(userKey: string, key: string, work: () => Promise<T>): Promise<T> {
    const same = this.#waiting.get(key);
    if (!same && this.#free > 0) {
      this.#free -= 1;
      return this.#execute(work);
    }
    const waiting = same ?? this.#enqueue(key, work);
    const own = this.#queues.get(userKey) ?? [];
    if (!own.includes(waiting)) own.push(waiting);
    this.#queues.set(userKey, own);
    return waiting.answer as Promise<T>;
  }

  #enqueue(key: string, work: () => Promise<unknown>): Waiting {
    const turn = Promise.withResolvers<void>();
    const answer = turn.promise.then(() => this.#execute(work));
    const waiting = { key, start: turn.resolve, answer, started: false };
    this.#waiting.set(key, waiting);
    return waiting;
  }

  async #execute<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  /** Starts the oldest query of the user whose turn it is. */
  #startNext(): void {
    for (const [userKey, own] of this.#queues) {
      const open = own.filter(({ started }) => !started);
      const [first, ...others] = open;
      this.#queues.delete(userKey);
      if (others.length > 0) this.#queues.set(userKey, others);
      if (!first) continue;
      // The query runs now: no later query shares its answer.
      first.started = true;
      this.#waiting.delete(first.key);
      first.start();
      return;
    }
    this.#free += 1;
  }
}

/**
 * Runs a heavy query in its turn, also where that is the turn of another caller with an equal query: it reads in the
 * language of whoever asks.
 */
export const inTurn = <R>(
  limiter: FairQueryLimiter,
  { tenantId, userKey, statement }: HeavyQuery,
  work: () => Promise<readonly R[]>,
): Promise<readonly R[]> => {
  const language = readingLanguage();
  const key = JSON.stringify([tenantId, language, statement.sql, statement.parameters]);
  return limiter.run(`${tenantId} ${userKey}`, key, () => readIn(language, work));
};
