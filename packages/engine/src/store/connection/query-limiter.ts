import { readIn, readingLanguage } from '../../base/reading.ts';
import type { Statement } from './statement.ts';

/** A query that takes long, with the user in whose queue it waits. */
export interface HeavyQuery {
  readonly tenantId: string;
  readonly userKey: string;
  readonly statement: Statement;
}

/** A query that waits for its turn. */
interface Waiting {
  readonly key: string;
  readonly start: () => void;
  readonly answer: Promise<unknown>;
  started: boolean;
}

/**
 * Limits how many heavy queries run at a time, so that lists never take every connection from those
 * who save. The others wait in a queue per user; users take turns, one query each, so that one who
 * asks much does not keep the others waiting.
 *
 * Equal queries that wait are answered once: the query runs after both were asked, so its answer is
 * as new for the one as for the other. A query that runs already is never shared: it may not see
 * what was saved a moment ago.
 */
export class FairQueryLimiter {
  #free: number;
  readonly #waiting = new Map<string, Waiting>();
  /** The queue of each user, oldest first; the user whose turn is next comes first. */
  readonly #queues = new Map<string, Waiting[]>();

  /** @param limit queries that run at a time. */
  constructor(limit: number) {
    this.#free = limit;
  }

  /**
   * @param userKey in whose queue it waits.
   * @param key the same only for queries that have the same answer.
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
      // It runs now: no other query shares its answer any more.
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
