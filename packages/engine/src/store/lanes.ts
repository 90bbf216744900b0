interface Waiting {
  readonly start: () => void;
  readonly answer: Promise<unknown>;
}

/**
 * Lets so many heavy questions run at a time and the others wait in their order, so that lists
 * never take every connection from those who save. Whoever asks what somebody else already waits
 * for, gets the same answer: it is worked out after both have asked, so it is as new for the one
 * as for the other. A question that runs already is never joined: it may not have seen what was
 * saved a moment ago.
 */
export class Lanes {
  #free: number;
  readonly #waiting = new Map<string, Waiting>();

  constructor(lanes: number) {
    this.#free = lanes;
  }

  /** @param key the same only for questions that have the same answer. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const same = this.#waiting.get(key);
    if (same) return same.answer as Promise<T>;
    if (this.#free > 0) {
      this.#free -= 1;
      return this.#go(work);
    }
    const turn = Promise.withResolvers<void>();
    const answer = turn.promise.then(() => this.#go(work));
    this.#waiting.set(key, { start: turn.resolve, answer });
    return answer;
  }

  async #go<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Hands the lane to whoever has waited longest. */
  #next(): void {
    for (const [key, { start }] of this.#waiting) {
      // From here on it runs, and nobody joins it any more.
      this.#waiting.delete(key);
      start();
      return;
    }
    this.#free += 1;
  }
}
