import { createHash } from 'node:crypto';
import type pg from 'pg';
import { telemetryChannels } from '../../telemetry/channels.ts';
import { LruCache } from './lru-cache.ts';
import { socketOf } from './query-pipeliner.ts';
import type { Session, Statement } from './statement.ts';

interface Config {
  readonly text: string;
  readonly values?: unknown[];
}

/**
 * Statements of one piece of work on one connection, in order. Statements without an answer are queued and sent with
 * the next query.
 */
export class StatementQueue {
  readonly #client: pg.PoolClient;
  readonly #nameOf: (sql: string) => string | undefined;
  #queued: Config[] = [];
  readonly #sent: Promise<unknown>[] = [];
  #begun = false;
  #ended = false;

  constructor(client: pg.PoolClient, nameOf: (sql: string) => string | undefined) {
    this.#client = client;
    this.#nameOf = nameOf;
  }

  session(tenantId: string): Session {
    return {
      tenantId,
      query: async <R>(statement: Statement | string, parameters?: readonly unknown[]) => {
        const { sql, parameters: values } =
          typeof statement === 'string'
            ? { sql: statement, parameters: parameters ?? [] }
            : statement;
        return (await this.query({ text: sql, values: [...values] })).rows as R[];
      },
    };
  }

  /** True if a statement has been sent. */
  get hasBegun(): boolean {
    return this.#begun;
  }

  /** Adds a statement that is sent with the next query. */
  enqueue(config: Config): void {
    this.#queued.push(config);
  }

  /** Sends the queued statements and this one in one packet, and waits for this one. */
  async query(config: Config): Promise<pg.QueryResult> {
    this.flush();
    return this.#run(config);
  }

  /** Sends the queued statements, in one packet with statements that follow in this turn of the event loop. */
  flush(): void {
    if (this.#ended) throw new Error('a statement after the end of its transaction');
    this.#begun = true;
    const stream = socketOf(this.#client);
    stream.cork();
    process.nextTick(() => stream.uncork());
    for (const queued of this.#queued) {
      const sent = this.#run(queued);
      // The failure is reported by `drained` or `firstFailure`.
      sent.catch(() => undefined);
      this.#sent.push(sent);
    }
    this.#queued = [];
  }

  /** Refuses later statements: work may go on after another part of it failed. */
  end(): void {
    this.#ended = true;
  }

  /**
   * Waits for the queued statements.
   * @throws the error of the first one that failed.
   */
  async drained(): Promise<void> {
    await Promise.all(this.#sent);
  }

  /** Returns the error of the first queued statement that failed, if any. */
  async firstFailure(): Promise<unknown> {
    const results = await Promise.allSettled(this.#sent);
    return results.find((result) => result.status === 'rejected')?.reason;
  }

  #run(config: Config): Promise<pg.QueryResult> {
    const name = config.values && this.#nameOf(config.text);
    return telemetryChannels.statement.tracePromise(
      () => this.#client.query({ ...config, ...(name ? { name } : {}) }),
      { sql: config.text },
    );
  }
}

/** Number of runs after which a statement counts as frequent. */
const namedAfter = 3;
/** Number of statements whose runs are counted, for each statement with a name. */
const counted = 4;

const nameOf = (sql: string): string =>
  `k${createHash('sha1').update(sql).digest('hex').slice(0, 20)}`;

/** Number of characters that count as one more statement: the plan of a long one takes megabytes. */
const lettersOfOne = 8_000;

const weightOf = (sql: string): number => 1 + Math.floor(sql.length / lettersOfOne);

/** Statements that a connection has prepared, and their total weight. */
class Prepared {
  readonly #names = new Set<string>();
  #weight = 0;

  get weight(): number {
    return this.#weight;
  }

  add(name: string, sql: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    this.#weight += weightOf(sql);
  }
}

interface PreparedOnes {
  readonly frequent: Prepared;
  readonly atOnce: Prepared;
}

/**
 * Names of prepared statements (ruling 33): frequent statements, of which those used last have names; and statements
 * with one plan for all values, from their first run on. The latter may exist for each kind and scope and have a
 * separate limit. A connection keeps its prepared statements until it is closed; it is full when it has 1.5 times as
 * many frequent ones as have names, or half as many with one plan; a long statement counts as several.
 */
export class StatementNames<Connection extends object> {
  readonly #most: number;
  readonly #runs: LruCache<string, number>;
  readonly #names: LruCache<string, string>;
  /** Names of statements with one plan for all values. A dropped name is recomputed from its statement. */
  readonly #atOnce: LruCache<string, string>;
  readonly #prepared = new WeakMap<Connection, PreparedOnes>();

  constructor(most: number) {
    this.#most = most;
    this.#runs = new LruCache(counted * most);
    this.#names = new LruCache(most);
    this.#atOnce = new LruCache(most);
  }

  /**
   * Returns the name under which the connection prepares the statement; undefined while it is rare.
   * @param atOnce true if it has one plan for all values
   */
  of(sql: string, connection: Connection, atOnce = false): string | undefined {
    const name = atOnce ? this.#nameAtOnce(sql) : (this.#names.get(sql) ?? this.#nameFrequent(sql));
    if (name === undefined) return undefined;
    const prepared = this.#prepared.get(connection) ?? {
      frequent: new Prepared(),
      atOnce: new Prepared(),
    };
    this.#prepared.set(connection, prepared);
    prepared[atOnce ? 'atOnce' : 'frequent'].add(name, sql);
    return name;
  }

  isFull(connection: Connection): boolean {
    const { frequent, atOnce } = this.#prepared.get(connection) ?? {};
    return (frequent?.weight ?? 0) > 1.5 * this.#most || (atOnce?.weight ?? 0) > 0.5 * this.#most;
  }

  #nameAtOnce(sql: string): string {
    const name = this.#atOnce.get(sql) ?? nameOf(sql);
    this.#atOnce.set(sql, name);
    return name;
  }

  #nameFrequent(sql: string): string | undefined {
    const runs = (this.#runs.get(sql) ?? 0) + 1;
    this.#runs.set(sql, runs);
    if (runs <= namedAfter) return undefined;
    const name = nameOf(sql);
    this.#names.set(sql, name);
    return name;
  }
}
