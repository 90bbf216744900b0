import pg from 'pg';
import { type DatabaseAddress, driverAddress } from '../connection/database.ts';
import { MoveRefused } from './refusals.ts';

/** Milliseconds between two signs of life of the connections of a move. */
const every = 10_000;

/**
 * Time limits in the session of a move: if its process hangs, the session ends by itself and releases its locks; so
 * does a wait for locked rows.
 */
const limits =
  '-c idle_session_timeout=60000 -c idle_in_transaction_session_timeout=60000 -c lock_timeout=30000 -c statement_timeout=0';

/** Connections of one move, each with the tenant set, because row-level policies apply to the owner too. */
export class MoveClients {
  readonly #tenantId: string;
  readonly #clients: pg.Client[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(tenantId: string) {
    this.#tenantId = tenantId;
    const busy = new Set<pg.Client>();
    this.#timer = setInterval(() => {
      for (const client of this.#clients) {
        if (busy.has(client)) continue;
        busy.add(client);
        void client
          .query('select 1')
          .catch(() => undefined)
          .then(() => busy.delete(client));
      }
    }, every).unref();
  }

  async open(place: DatabaseAddress): Promise<pg.Client> {
    const client = new pg.Client({
      ...driverAddress(place),
      application_name: 'keyan-move',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      options: limits,
    });
    // A running statement fails with the connection; without a listener the process would end too.
    client.on('error', () => undefined);
    this.#clients.push(client);
    await client.connect();
    await client.query(`select set_config('app.tenant', $1, false)`, [this.#tenantId]);
    return client;
  }

  /**
   * Takes a lock in one database for the lifetime of its connection. A lock that is taken belongs to another process
   * that moves the tenant, or the database is the same under another name.
   * @throws MoveRefused
   */
  async lock(client: pg.Client, what: string): Promise<void> {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as free',
      [`${what} ${this.#tenantId}`],
    );
    if (!rows[0]?.free) throw new MoveRefused('busy');
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.allSettled(this.#clients.map((client) => client.end()));
  }
}

export const inTransaction = async <T>(
  client: pg.Client,
  begin: string,
  work: () => Promise<T>,
): Promise<T> => {
  await client.query(begin);
  try {
    const value = await work();
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};
