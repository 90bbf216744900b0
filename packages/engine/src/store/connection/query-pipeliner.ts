import type pg from 'pg';

/** A stream that can hold back its bytes until they are sent together. */
interface Corkable {
  cork(): void;
  uncork(): void;
  destroy(): void;
}

/** The stream of a connection to the database. */
export const socketOf = (client: pg.PoolClient): Corkable =>
  (client as { connection: { stream: Corkable } }).connection.stream;

/** A connection that several short queries use at the same time. */
interface SharedConnection {
  readonly client: Promise<pg.PoolClient>;
  queries: number;
  corked: boolean;
  /** Does the connection take no further query, since it failed or has prepared too much? */
  retired: boolean;
  readonly onError: () => void;
}

/** Where connections come from. */
interface Connections {
  borrow(): Promise<pg.PoolClient>;
  /** Has the connection prepared more statements than one may hold? */
  isFull(client: pg.PoolClient): boolean;
}

/** Queries that share a connection before another one is taken. */
const queriesPerConnection = 4;

/**
 * Sends short queries outside transactions together: the queries of one turn of the event loop go
 * as one packet to one connection, which answers them in their order. That saves most of what a
 * short query costs besides its answer: waking the database process, and being woken by it. A
 * connection goes back to the pool when no query uses it.
 */
export class QueryPipeliner {
  readonly #pool: Connections;
  readonly #limit: number;
  readonly #connections: SharedConnection[] = [];

  /** @param limit connections that are used at a time. */
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

  /** The connection with the fewest queries, or a new one when all are full. */
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
    // When there was no connection to borrow, its queries have failed already.
    const client = await connection.client.catch(() => undefined);
    if (!client) return;
    client.off('error', connection.onError);
    client.release(connection.retired);
  }
}
