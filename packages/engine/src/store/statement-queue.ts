import type pg from 'pg';
import { streamOf } from './query-pipeliner.ts';
import type { Session, Statement } from './statement.ts';

interface Config {
  readonly text: string;
  readonly values?: unknown[];
}

/**
 * The statements of one piece of work on one connection, in their order. Statements without an
 * answer wait in the queue and are sent together with the next query.
 */
export class StatementQueue {
  readonly #client: pg.PoolClient;
  readonly #nameOf: (sql: string) => string | undefined;
  #queued: Config[] = [];
  readonly #sent: Promise<unknown>[] = [];
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

  /** Adds a statement that is sent with the next query. */
  enqueue(config: Config): void {
    this.#queued.push(config);
  }

  /**
   * Sends the queued statements and this one in one packet, and waits for this one.
   */
  async query(config: Config): Promise<pg.QueryResult> {
    if (this.#ended) throw new Error('a statement after the end of its transaction');
    const stream = streamOf(this.#client);
    stream.cork();
    process.nextTick(() => stream.uncork());
    for (const queued of this.#queued) {
      const sent = this.#run(queued);
      // Its failure is reported by `drained` or `firstFailure`.
      sent.catch(() => undefined);
      this.#sent.push(sent);
    }
    this.#queued = [];
    return this.#run(config);
  }

  /** Refuses later statements: work may go on after another part of it failed. */
  end(): void {
    this.#ended = true;
  }

  /** Waits for the queued statements. @throws the error of the first one that failed. */
  async drained(): Promise<void> {
    await Promise.all(this.#sent);
  }

  /** The error of the first queued statement that failed, if one did. */
  async firstFailure(): Promise<unknown> {
    const results = await Promise.allSettled(this.#sent);
    return results.find((result) => result.status === 'rejected')?.reason;
  }

  #run(config: Config): Promise<pg.QueryResult> {
    const name = config.values && this.#nameOf(config.text);
    return this.#client.query({ ...config, ...(name ? { name } : {}) });
  }
}
