import type pg from 'pg';

/** What holds back the bytes of a connection until they are let go together. */
interface Corkable {
  cork(): void;
  uncork(): void;
}

export const streamOf = (client: pg.PoolClient): Corkable =>
  (client as unknown as { connection: { stream: Corkable } }).connection.stream;

/** A connection that several short questions use at once. */
interface Ride {
  readonly client: Promise<pg.PoolClient>;
  riders: number;
  corked: boolean;
  broken: boolean;
  readonly onError: () => void;
}

/** So many share a connection before the next one is taken. */
const seats = 4;

/**
 * Short questions outside transactions travel together: those that come up in one turn of the event
 * loop leave as one packet on one connection, which answers them in their order. That saves most of
 * what a question costs besides its answer: waking a process, and being woken by it. A connection
 * is borrowed while somebody rides on it.
 */
export class Riders {
  readonly #borrow: () => Promise<pg.PoolClient>;
  readonly #most: number;
  readonly #rides: Ride[] = [];

  /** @param most connections that are taken at a time. */
  constructor(borrow: () => Promise<pg.PoolClient>, most: number) {
    this.#borrow = borrow;
    this.#most = most;
  }

  async run<T>(ask: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const ride = this.#board();
    try {
      const client = await ride.client;
      this.#gather(ride, client);
      return await ask(client);
    } finally {
      ride.riders -= 1;
      if (ride.riders === 0) await this.#giveBack(ride);
    }
  }

  #board(): Ride {
    const emptiest = this.#rides.reduce<Ride | undefined>(
      (best, ride) =>
        !ride.broken && ride.riders < (best?.riders ?? Number.POSITIVE_INFINITY) ? ride : best,
      undefined,
    );
    const ride =
      emptiest && (emptiest.riders < seats || this.#rides.length >= this.#most)
        ? emptiest
        : this.#open();
    ride.riders += 1;
    return ride;
  }

  #open(): Ride {
    const onError = (): void => {
      ride.broken = true;
    };
    const client = this.#borrow().then((borrowed) => borrowed.on('error', onError));
    const ride: Ride = { client, riders: 0, corked: false, broken: false, onError };
    this.#rides.push(ride);
    return ride;
  }

  /** Lets go, once the loop has heard everybody, of what they ask meanwhile. */
  #gather(ride: Ride, client: pg.PoolClient): void {
    if (ride.corked) return;
    ride.corked = true;
    const stream = streamOf(client);
    stream.cork();
    setImmediate(() => {
      ride.corked = false;
      stream.uncork();
    });
  }

  async #giveBack(ride: Ride): Promise<void> {
    this.#rides.splice(this.#rides.indexOf(ride), 1);
    // Whoever wanted to ride knows by now that there was none to borrow.
    const client = await ride.client.catch(() => undefined);
    client?.off('error', ride.onError);
    client?.release(ride.broken);
  }
}
