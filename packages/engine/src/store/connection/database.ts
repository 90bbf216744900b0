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

/** Connection settings of a PostgreSQL server: an address with login, or its parts. */
export type DatabaseAddress = string | pg.ClientConfig;

/** A place as the driver takes it. */
export const driverAddress = (place: DatabaseAddress): pg.ClientConfig =>
  typeof place === 'string' ? { connectionString: place } : place;

/** Days stay the text `yyyy-MM-dd`: a day is no moment and must not shift with a time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.DATE
      ? (value: string) => value
      : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * A transaction finds single rows by their keys, for which one plan fits all values. Left to choose,
 * PostgreSQL plans `id = any($1)` anew for every run, which cost a submission more than running it.
 * It has no timeout, whatever its connection was used for before.
 */
const begin =
  'begin; set local plan_cache_mode = force_generic_plan; set local statement_timeout = 0';

export interface DatabaseOptions {
  readonly connections?: number;
  /** Timeout of queries outside transactions, in milliseconds. */
  readonly longest?: number;
}

/** Milliseconds for a query outside transactions: the page does not wait longer for its answer. */
const defaultTimeout = 10_000;

/** The error of a statement as the caller gets it. */
const asFailure = (error: unknown): unknown =>
  isAway(error) ? new Unavailable(error) : explainFullDisk(error);

/** Explains the failure of a query outside transactions, which has a timeout. */
const asQueryFailure = (error: unknown): unknown =>
  isTimedOut(error) ? new QueryTimeout(error) : asFailure(error);

/** How a connection is set when it begins. */
const unset = 'set statement_timeout = 0; set plan_cache_mode = auto';

/** Prepared statements stay in the memory of every connection. */
const mostPrepared = 400;

/**
 * Access to PostgreSQL. Every statement runs for exactly one tenant: the setting `app.tenant`, which
 * the row-level policies read, and the reader's language in `app.language` are sent only when the
 * connection last served another tenant or language, so the usual case costs no round trip.
 */
export class Database {
  readonly #pool: pg.Pool;
  readonly #limiter: FairQueryLimiter;
  readonly #pipeliner: QueryPipeliner;
  readonly #queryTimeout: number;
  /** For which tenant and reader a connection is set. */
  readonly #readers = new WeakMap<pg.PoolClient, string>();
  /** The settings of a connection that are not those with which it begins. */
  readonly #settings = new WeakMap<pg.PoolClient, string>();
  readonly #names = new StatementNames<pg.PoolClient>(mostPrepared);
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
   * Work in one transaction: all of it happens, or nothing. Deadlocks are tried again, twice.
   * @param confirm runs directly before the commit, behind all that asked for `beforeCommit`
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
   * Runs work whose transactions and queries of the same tenant become parts of one transaction: nobody sees any of it
   * before all of it is done. A part that fails is undone alone. Deadlocks are tried again, twice.
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
   * One heavy query outside a transaction, such as a page of a list with its total. Few run at a
   * time, users take turns, and equal queries that wait run once. The rows are shared: not to be
   * changed.
   * @param userKey in whose queue it waits.
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
   * One query outside a transaction that is short by its nature, such as a row by its id: it shares
   * a connection with other short queries.
   * @throws QueryTimeout when it is not short: the queries behind it do not wait for ever.
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
   * Reads rows of all tenants, wherever each lives.
   * @param _tenantOf whose row it is: of another place than the tenant's it does not count.
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

  /** True when a statement comes back within the connection time-out. */
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

  /** Breaks every connection: calls that nobody answers fail now, and not when the network gives up. */
  cut(): void {
    for (const client of this.#connections) socketOf(client).destroy();
  }

  /** @param followUps collects the steps that run after the commit or the rollback */
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

  /** Runs a transaction as a part of the enclosing one, after whose commit comes what follows a commit. */
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

  /** Sets the timeout of a connection, and whether it plans once for all values. It leaves with the next statement. */
  #set(client: pg.PoolClient, timeout: number, plansOnce = false): void {
    const settings = `set statement_timeout = ${timeout}; set plan_cache_mode = ${plansOnce ? 'force_generic_plan' : 'auto'}`;
    if ((this.#settings.get(client) ?? unset) === settings) return;
    this.#settings.set(client, settings);
    const stream = socketOf(client);
    stream.cork();
    process.nextTick(() => stream.uncork());
    // It fails with the connection only, and then so does what is asked.
    client.query(settings).catch(() => undefined);
  }

  /** Sets whom a connection works for; later statements may be sent without waiting for it. */
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

  /** Without a name a statement is planned for the values that come with it; one plan for all is named at once. */
  #nameOf(client: pg.PoolClient, sql: string, planned?: Statement['planned']): string | undefined {
    return planned === 'anew' ? undefined : this.#names.of(sql, client, planned === 'once');
  }

  /** One that has prepared too much ends, and the pool opens another. */
  #release(client: pg.PoolClient, broken: boolean): void {
    client.release(broken || this.#names.isFull(client));
  }
}
