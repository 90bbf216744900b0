/** A question that waits for a lane. */
interface Waiting {
  readonly key: string;
  readonly start: () => void;
  readonly answer: Promise<unknown>;
  started: boolean;
}

/**
 * Lets so many heavy questions run at a time, so that lists never take every connection from those
 * who save. The others wait: askers take turns, one question each, so that nobody who asks much
 * keeps the others waiting. Whoever asks what somebody else already waits for gets the same answer,
 * by the turn of whichever of them comes first: it is worked out after both have asked, so it is as
 * new for the one as for the other. A question that runs already is never joined: it may not have
 * seen what was saved a moment ago.
 */
export class Lanes {
  #free: number;
  readonly #waiting = new Map<string, Waiting>();
  /** What each asker waits for, oldest first; whoever's turn is next stands first. */
  readonly #turns = new Map<string, Waiting[]>();

  constructor(lanes: number) {
    this.#free = lanes;
  }

  /**
   * @param asker whose turn it takes.
   * @param key the same only for questions that have the same answer.
   */
  run<T>(asker: string, key: string, work: () => Promise<T>): Promise<T> {
    const same = this.#waiting.get(key);
    if (!same && this.#free > 0) {
      this.#free -= 1;
      return this.#go(work);
    }
    const waiting = same ?? this.#wait(key, work);
    const own = this.#turns.get(asker) ?? [];
    if (!own.includes(waiting)) own.push(waiting);
    this.#turns.set(asker, own);
    return waiting.answer as Promise<T>;
  }

  #wait(key: string, work: () => Promise<unknown>): Waiting {
    const turn = Promise.withResolvers<void>();
    const answer = turn.promise.then(() => this.#go(work));
    const waiting = { key, start: turn.resolve, answer, started: false };
    this.#waiting.set(key, waiting);
    return waiting;
  }

  async #go<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Hands the lane to the asker whose turn it is. */
  #next(): void {
    for (const [asker, own] of this.#turns) {
      const open = own.filter(({ started }) => !started);
      const [first, ...others] = open;
      this.#turns.delete(asker);
      if (others.length > 0) this.#turns.set(asker, others);
      if (!first) continue;
      // From here on it runs, and nobody joins it any more.
      first.started = true;
      this.#waiting.delete(first.key);
      first.start();
      return;
    }
    this.#free += 1;
  }
}
