import pg from 'pg';
import { refillSettings } from '../../base/commits.ts';
import { readingLanguage } from '../../base/reading.ts';
import { explainFullDisk } from '../../base/storage.ts';
import { telemetryChannels } from '../../telemetry/channels.ts';
import type { ConnectionLoad } from './connection-load.ts';
import { enclose, enclosingFrame, runSavepoint } from './enclosing.ts';
import { isAway, isRetryable, isTimedOut, QueryTimeout, Unavailable } from './failures.ts';
import { FairQueryLimiter, inTurn } from './query-limiter.ts';
import { QueryPipeliner, socketOf } from './query-pipeliner.ts';
import type { ReadFigures } from './read-figures.ts';
import { runBetween, type TransactionFollowUps } from './run-transaction.ts';
import type { Session, Statement } from './statement.ts';
import { StatementNames, StatementQueue } from './statement-queue.ts';
import type { Tx } from './transaction.ts';

export type { Session, Statement } from './statement.ts';
export type { Tx } from './transaction.ts';

/** Connection settings of a PostgreSQL server: a connection string, or its parts. */
export type DatabaseAddress = string | pg.ClientConfig;

/** Returns connection settings in the form of the driver. */
export const driverAddress = (place: DatabaseAddress): pg.ClientConfig =>
  typeof place === 'string' ? { connectionString: place } : place;

/** Dates stay the text `yyyy-MM-dd`: a date is no moment and must not shift with a time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.DATE
      ? (value: string) => value
      : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * Statement that begins a transaction. A transaction finds single rows by their keys, for which one plan fits all
 * values; by itself PostgreSQL would plan `id = any($1)` at every run, which cost a submission more than running it.
 * There is no time limit, whatever the connection was used for before.
 */
const begin =
  'begin; set local plan_cache_mode = force_generic_plan; set local statement_timeout = 0';

export interface DatabaseOptions {
  readonly connections?: number;
  /** Maximum milliseconds of a query outside transactions. */
  readonly longest?: number;
}

/** Default time limit in milliseconds of a query outside transactions, after which the page stops waiting. */
const defaultTimeout = 10_000;

/** Converts the error of a statement to the error for the caller. */
const asFailure = (error: unknown): unknown =>
  isAway(error) ? new Unavailable(error) : explainFullDisk(error);

/** Converts the error of a query outside transactions, which has a time limit. */
const asQueryFailure = (error: unknown): unknown =>
  isTimedOut(error) ? new QueryTimeout(error) : asFailure(error);

/** Settings of a new connection. */
const unset = 'set statement_timeout = 0; set plan_cache_mode = auto';

/** Maximum number of names for prepared statements, which stay in the memory of every connection. */
const maxPreparedNames = 400;

/**
 * Access to PostgreSQL. Every statement runs for exactly one tenant: the setting `app.tenant`, which row-level policies
 * read, and the language of the reader in `app.language` are sent only if the connection last served another tenant or
 * language, so the usual case needs no round trip.
 */
export class Database {
  readonly #pool: pg.Pool;
  readonly #limiter: FairQueryLimiter;
  readonly #pipeliner: QueryPipeliner;
  readonly #queryTimeout: number;
  /** Tenant and language for which each connection is set up. */
  readonly #readers = new WeakMap<pg.PoolClient, string>();
  /** Settings of a connection that differ from those of a new one. */
  readonly #settings = new WeakMap<pg.PoolClient, string>();
  readonly #names = new StatementNames<pg.PoolClient>(maxPreparedNames);
  readonly #connections = new Set<pg.PoolClient>();

  constructor(place: DatabaseAddress, options: DatabaseOptions = {}) {
    const { connections = 10, longest = defaultTimeout } = options;
    this.#queryTimeout = longest;
    this.#limiter = new FairQueryLimiter(Math.ceil(connections * 0.4));
    this.#pipeliner = new QueryPipeliner(
      {
        borrow: () => this.#pool.connect(),
        isFull: (client) => this.#names.isFull(client),
      },
      Math.ceil(connections * 0.3),
    );
    this.#pool = new pg.Pool({
      ...driverAddress(place),
      max: connections,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 30_000,
      application_name: 'keyan',
      types,
      // Statements are sent without waiting for the answer to the one before.
      pipeline: true,
    });
    // The pool replaces a connection that breaks while idle.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => {
      this.#connections.add(client);
      // The server may end it in the packet that says that it is ready: before its first owner listens.
      client.on('error', () => undefined);
    });
    this.#pool.on('remove', (client) => this.#connections.delete(client));
  }

  /**
   * Runs work in one transaction: all or nothing. After a deadlock the work is tried again, twice.
   * @param confirm runs directly before the commit, after all `beforeCommit` callbacks
   */
  async transaction<T>(
    tenantId: string,
    work: (tx: Tx) => Promise<T>,
    confirm?: () => Promise<void>,
  ): Promise<T> {
    const frame = enclosingFrame(this, tenantId);
    for (let attempt = 1; ; attempt += 1) {
      const followUps: TransactionFollowUps = { undone: [], explain: [], later: [] };
      try {
        const result = frame
          ? await this.#runSavepoint(frame, tenantId, work, followUps, confirm)
          : await this.#runTransaction(tenantId, (_client, tx) => work(tx), followUps, confirm);
        for (const run of followUps.later) run();
        return result;
      } catch (error) {
        // The enclosing transaction is tried again as a whole.
        if (!frame && attempt < 3 && isRetryable(error)) continue;
        await Promise.allSettled(followUps.undone.map((run) => run()));
        let told: unknown = error;
        for (const explain of followUps.explain) told = await explain(told);
        throw asFailure(told);
      }
    }
  }

  /**
   * Runs work whose transactions and queries of the same tenant become parts of one transaction: nobody sees any change
   * before all are done. A part that fails is rolled back alone. After a deadlock the work is tried again, twice.
   * @param confirm runs directly before the commit
   */
  async enclosing<T>(
    tenantId: string,
    work: () => Promise<T>,
    confirm?: () => Promise<void>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const followUps: TransactionFollowUps = { undone: [], explain: [], later: [] };
      const given = { database: this, tenantId, later: followUps.later };
      try {
        const result = await this.#runTransaction(
          tenantId,
          (client) => enclose({ ...given, client }, work),
          followUps,
          confirm,
          true,
        );
        for (const run of followUps.later) run();
        return result;
      } catch (error) {
        if (attempt >= 3 || !isRetryable(error)) throw asFailure(error);
      }
    }
  }

  /** Reads outside a transaction: each statement sees what is committed when it runs. */
  async read<T>(tenantId: string, work: (session: Session) => Promise<T>): Promise<T> {
    const frame = enclosingFrame(this, tenantId);
    try {
      if (frame) return await work(this.#session(frame.of.client, tenantId));
      return await this.#withConnection(tenantId, (client) => {
        this.#set(client, 0);
        return work(this.#session(client, tenantId));
      });
    } catch (error) {
      throw asFailure(error);
    }
  }

  /**
   * Runs one heavy query outside a transaction, such as a page of a list with its total. Few run at a time, users take
   * turns, and equal queued queries run once. The rows are shared: do not change them.
   * @param userKey user in whose queue the query waits.
   * @throws QueryTimeout
   */
  heavy<R>(tenantId: string, userKey: string, statement: Statement): Promise<readonly R[]> {
    if (enclosingFrame(this, tenantId))
      return this.read(tenantId, (session) => session.query<R>(statement));
    const query = { tenantId, userKey, statement };
    return inTurn(this.#limiter, query, () => this.query<R>(tenantId, statement));
  }

  /**
   * One query with the timeout, on a connection of its own.
   * @param before runs on that connection first; where it fails, the query does not run
   * @throws QueryTimeout
   */
  async query<R>(
    tenantId: string,
    statement: Statement,
    before: (session: Session) => Promise<void> = async () => undefined,
  ): Promise<R[]> {
    try {
      return await this.#withConnection(tenantId, async (client) => {
        const nameOf = (sql: string) => this.#nameOf(client, sql, statement.planned);
        this.#set(client, this.#queryTimeout, statement.planned === 'once');
        const session = new StatementQueue(client, nameOf).session(tenantId);
        await before(session);
        return session.query<R>(statement);
      });
    } catch (error) {
      throw asQueryFailure(error);
    }
  }

  /**
   * Runs one short query outside a transaction, such as a row by its id, on a connection shared with other short
   * queries.
   * @throws QueryTimeout if it takes long, so that queries behind it are not delayed.
   */
  async short<R>(tenantId: string, { sql, parameters, planned }: Statement): Promise<R[]> {
    if (enclosingFrame(this, tenantId))
      return this.read(tenantId, (session) => session.query<R>({ sql, parameters }));
    try {
      return await this.#pipeliner.run(async (client) => {
        this.#set(client, this.#queryTimeout, planned === 'once');
        const settled = this.#setReader(client, tenantId);
        const name = this.#nameOf(client, sql, planned);
        const asked = telemetryChannels.statement.tracePromise(
          () => client.query({ text: sql, values: [...parameters], ...(name ? { name } : {}) }),
          { sql },
        );
        const [{ rows }] = await Promise.all([asked, settled]);
        return rows as R[];
      });
    } catch (error) {
      throw asQueryFailure(error);
    }
  }

  /**
   * Reads rows of all tenants, from every database.
   * @param _tenantOf returns the tenant of a row: rows outside the tenant's own database are ignored.
   */
  everywhere<R>(
    work: (session: Session) => Promise<readonly R[]>,
    _tenantOf: (row: R) => string,
  ): Promise<readonly R[]> {
    return this.read('', work);
  }

  /** Connections of this process to the main database, and the requests that wait for one. */
  get load(): ConnectionLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return {
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
      most: this.#pool.options.max,
    };
  }

  /** Heavy reads by the database that answered; none are counted where there are no replicas. */
  get readFigures(): ReadFigures {
    return { primary: 0, replicas: [] };
  }

  /** True if a statement is answered within the connection time-out. */
  async alive(): Promise<boolean> {
    try {
      await this.#pool.query('select 1');
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** Breaks every connection: unanswered calls fail now, instead of when the network gives up. */
  cut(): void {
    for (const client of this.#connections) socketOf(client).destroy();
  }

  /** @param followUps collects the callbacks that run after the commit or the rollback */
  #runTransaction<T>(
    tenantId: string,
    work: (client: pg.PoolClient, tx: Tx) => Promise<T>,
    followUps: TransactionFollowUps,
    confirm?: () => Promise<void>,
    atOnce = false,
  ): Promise<T> {
    const bounds = { begin: begin + refillSettings(), end: 'commit', undo: 'rollback', atOnce };
    return this.#withConnection(tenantId, (client) => {
      const line = this.#line(client);
      const on = { client, line, tenantId };
      return runBetween(on, bounds, (tx) => work(client, tx), followUps, confirm);
    });
  }

  /** Runs a transaction as a savepoint of the enclosing one; its callbacks run after the commit of that. */
  #runSavepoint<T>(
    frame: NonNullable<ReturnType<typeof enclosingFrame>>,
    tenantId: string,
    work: (tx: Tx) => Promise<T>,
    followUps: TransactionFollowUps,
    confirm?: () => Promise<void>,
  ): Promise<T> {
    const { client, later } = frame.of;
    return runSavepoint(frame, async (bounds) => {
      const on = { client, line: this.#line(client), tenantId };
      const result = await runBetween(on, bounds, work, followUps, confirm);
      later.push(...followUps.later.splice(0));
      return result;
    });
  }

  #line(client: pg.PoolClient): StatementQueue {
    return new StatementQueue(client, (sql) => this.#nameOf(client, sql));
  }

  #session(client: pg.PoolClient, tenantId: string): Session {
    return this.#line(client).session(tenantId);
  }

  /** Sets the time limit of a connection, and whether one plan serves all values. Sent with the next statement. */
  #set(client: pg.PoolClient, timeout: number, plansOnce = false): void {
    const settings = `set statement_timeout = ${timeout}; set plan_cache_mode = ${plansOnce ? 'force_generic_plan' : 'auto'}`;
    if ((this.#settings.get(client) ?? unset) === settings) return;
    this.#settings.set(client, settings);
    const stream = socketOf(client);
    stream.cork();
    process.nextTick(() => stream.uncork());
    // The settings fail only if the connection fails, and then the next statement fails too.
    client.query(settings).catch(() => undefined);
  }

  /** Sets the tenant and language of a connection; later statements may be sent without waiting for it. */
  async #setReader(client: pg.PoolClient, tenantId: string): Promise<void> {
    const language = readingLanguage();
    const reader = `${language} ${tenantId}`;
    if (this.#readers.get(client) === reader) return;
    this.#readers.set(client, reader);
    try {
      await client.query(
        `select set_config('app.tenant', $1, false), set_config('app.language', $2, false)`,
        [tenantId, language],
      );
    } catch (error) {
      this.#readers.delete(client);
      throw error;
    }
  }

  async #withConnection<T>(
    tenantId: string,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await this.#pool.connect();
    let broken = false;
    const onError = (): void => {
      broken = true;
    };
    client.on('error', onError);
    try {
      await this.#setReader(client, tenantId);
      return await work(client);
    } catch (error) {
      broken ||= isAway(error);
      throw error;
    } finally {
      client.off('error', onError);
      this.#release(client, broken);
    }
  }

  /**
   * Returns the name of a prepared statement. Without a name a statement is planned for its values; a statement with
   * one plan for all values is named at its first run.
   */
  #nameOf(client: pg.PoolClient, sql: string, planned?: Statement['planned']): string | undefined {
    return planned === 'anew' ? undefined : this.#names.of(sql, client, planned === 'once');
  }

  /** Returns a connection to the pool; one with too many prepared statements is closed, and the pool opens another. */
  #release(client: pg.PoolClient, broken: boolean): void {
    client.release(broken || this.#names.isFull(client));
  }
}
