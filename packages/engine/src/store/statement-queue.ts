import type pg from 'pg';
import { streamOf } from './riders.ts';
import type { Session, Statement } from './statement.ts';

interface Config {
  readonly text: string;
  readonly values?: unknown[];
}

/** The statements of one piece of work on one connection, in their order. */
export class StatementQueue {
  readonly #client: pg.PoolClient;
  readonly #nameOf: (sql: string) => string | undefined;
  #held: Config[] = [];
  readonly #sent: Promise<unknown>[] = [];
  #over = false;

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

  /** Keeps a statement until the next one that is waited for. */
  enqueue(config: Config): void {
    this.#held.push(config);
  }

  /**
   * Lets the held statements go with this one, and waits for this one. What is asked at once
   * leaves as one packet.
   */
  async query(config: Config): Promise<pg.QueryResult> {
    if (this.#over) throw new Error('a statement after the end of its work');
    const stream = streamOf(this.#client);
    stream.cork();
    process.nextTick(() => stream.uncork());
    for (const held of this.#held) {
      const sent = this.#run(held);
      // Nobody waits for it now; `settled` and `firstFailure` do.
      sent.catch(() => undefined);
      this.#sent.push(sent);
    }
    this.#held = [];
    return this.#run(config);
  }

  /** Lets nothing through from here on: of work that goes on after another part of it failed. */
  end(): void {
    this.#over = true;
  }

  /** @throws what the first failed statement failed with. */
  async drained(): Promise<void> {
    await Promise.all(this.#sent);
  }

  /** What the first failed statement failed with, if one that nobody waited for did. */
  async firstFailure(): Promise<unknown> {
    const results = await Promise.allSettled(this.#sent);
    return results.find((result) => result.status === 'rejected')?.reason;
  }

  #run(config: Config): Promise<pg.QueryResult> {
    const name = config.values && this.#nameOf(config.text);
    return this.#client.query({ ...config, ...(name ? { name } : {}) });
  }
}
