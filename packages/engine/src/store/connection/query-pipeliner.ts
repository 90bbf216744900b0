import type pg from 'pg';

/** Stream that can hold back its bytes until they are sent together. */
interface Corkable {
  cork(): void;
  uncork(): void;
  destroy(): void;
}

/** Returns the stream of a connection to the database. */
export const socketOf = (client: pg.PoolClient): Corkable =>
  (client as { connection: { stream: Corkable } }).connection.stream;

/** Connection used by several short queries at a time. */
interface SharedConnection {
  readonly client: Promise<pg.PoolClient>;
  queries: number;
  corked: boolean;
  /** True if the connection accepts no further query, because it failed or has too many prepared statements. */
  retired: boolean;
  readonly onError: () => void;
}

/** Pool of connections. */
interface Connections {
  borrow(): Promise<pg.PoolClient>;
  /** True if the connection has more prepared statements than allowed. */
  isFull(client: pg.PoolClient): boolean;
}

/** Number of queries that share a connection before another connection is taken. */
const queriesPerConnection = 4;

/**
 * Sends short queries outside transactions together: the queries of one turn of the event loop are one packet on one
 * connection, which answers in order. That saves most of the overhead of a short query: waking the database process,
 * and being woken by it. A connection returns to the pool when no query uses it.
 */
export class QueryPipeliner {
  readonly #pool: Connections;
  readonly #limit: number;
  readonly #connections: SharedConnection[] = [];

  /** @param limit maximum number of connections in use. */
  constructor(pool: Connections, limit: number) {
    this.#pool = pool;
    this.#limit = limit;
  }

  async run<T>(query: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const connection = this.#choose();
    try {
      const client = await connection.client;
      connection.retired ||= this.#pool.isFull(client);
      this.#cork(connection, client);
      return await query(client);
    } finally {
      connection.queries -= 1;
      if (connection.queries === 0) await this.#giveBack(connection);
    }
  }

  /** Returns the connection with the fewest queries, or a new one if all are full. */
  #choose(): SharedConnection {
    const emptiest = this.#connections.reduce<SharedConnection | undefined>(
      (best, one) =>
        !one.retired && one.queries < (best?.queries ?? Number.POSITIVE_INFINITY) ? one : best,
      undefined,
    );
    const isFull =
      !emptiest ||
      (emptiest.queries >= queriesPerConnection && this.#connections.length < this.#limit);
    const connection = isFull ? this.#open() : emptiest;
    connection.queries += 1;
    return connection;
  }

  #open(): SharedConnection {
    const onError = (): void => {
      connection.retired = true;
    };
    const client = this.#pool.borrow().then((borrowed) => borrowed.on('error', onError));
    const connection: SharedConnection = {
      client,
      queries: 0,
      corked: false,
      retired: false,
      onError,
    };
    this.#connections.push(connection);
    return connection;
  }

  /** Holds back the queries of this turn of the event loop and sends them together. */
  #cork(connection: SharedConnection, client: pg.PoolClient): void {
    if (connection.corked) return;
    connection.corked = true;
    const stream = socketOf(client);
    stream.cork();
    setImmediate(() => {
      connection.corked = false;
      stream.uncork();
    });
  }

  async #giveBack(connection: SharedConnection): Promise<void> {
    this.#connections.splice(this.#connections.indexOf(connection), 1);
    // Without a connection, its queries have already failed.
    const client = await connection.client.catch(() => undefined);
    if (!client) return;
    client.off('error', connection.onError);
    client.release(connection.retired);
  }
}
