import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The clock of a seed's engine: it is set to the time of each command. Parts of the story that are told side by
 * side have a time each.
 */
export class StoryClock {
  readonly #apart = new AsyncLocalStorage<{ now: Date }>();
  readonly #own: { now: Date };

  constructor(now: Date) {
    this.#own = { now };
  }

  get now(): Date {
    return this.#time.now;
  }

  set now(now: Date) {
    this.#time.now = now;
  }

  /** Tells a part of the story on a time of its own, which begins as the one that it leaves alone. */
  apart<T>(part: () => Promise<T>): Promise<T> {
    return this.#apart.run({ now: this.now }, part);
  }

  get #time(): { now: Date } {
    return this.#apart.getStore() ?? this.#own;
  }
}
