import type pg from 'pg';
import type { StatementQueue } from './statement-queue.ts';
import type { RolledBack, Tx } from './transaction.ts';

/** Statements that begin and end a transaction, or a part of one. */
export interface TransactionBounds {
  readonly begin: string;
  readonly end: string;
  readonly undo: string;
  /** True to send the beginning before the work, which may send statements through other queues of the connection. */
  readonly atOnce?: boolean;
}

/** Callbacks that a transaction collects for afterwards. */
export interface TransactionFollowUps extends RolledBack {
  /** Callbacks after the commit. */
  readonly later: (() => void)[];
}

/** True for no failure, or for the failure of a statement that followed a failed one. */
const isConsequence = (reason: unknown): boolean =>
  reason === undefined || (reason as { code?: string }).code === '25P02';

/**
 * Runs work between the statements that begin and end it; on failure it is rolled back.
 * @param confirm runs directly before the end, after all `beforeCommit` callbacks
 */
export const runBetween = async <T>(
  { client, line, tenantId }: { client: pg.PoolClient; line: StatementQueue; tenantId: string },
  bounds: TransactionBounds,
  work: (tx: Tx) => Promise<T>,
  { undone, explain, later }: TransactionFollowUps,
  confirm?: () => Promise<void>,
): Promise<T> => {
  const last: (() => Promise<void>)[] = [];
  line.enqueue({ text: bounds.begin });
  if (bounds.atOnce) line.flush();
  try {
    const value = await work({
      ...line.session(tenantId),
      send: ({ sql, parameters }) => line.enqueue({ text: sql, values: [...parameters] }),
      beforeCommit: (run) => last.push(run),
      afterCommit: (run) => later.push(run),
      afterRollback: (run) => undone.push(run),
      explains: (one) => explain.push(one),
    });
    for (let run = last.shift(); run; run = last.shift()) await run();
    await confirm?.();
    const { command } = await line.query({ text: bounds.end });
    await line.drained();
    // A failure that `work` swallowed: the server rolled everything back and reports success.
    if (command === 'ROLLBACK') throw new Error('the transaction had failed and was undone');
    return value;
  } catch (error) {
    line.end();
    // A statement sent without waiting may be the true reason why a later one failed.
    const reason = await line.firstFailure();
    // If the rollback fails too, the connection is broken, and its owner closes it.
    if (line.hasBegun) await client.query(bounds.undo).catch(() => undefined);
    throw isConsequence(reason) ? error : reason;
  }
};
