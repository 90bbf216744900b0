import type pg from 'pg';
import type { StatementQueue } from './statement-queue.ts';
import type { RolledBack, Tx } from './transaction.ts';

/** Statements around the work of a transaction, or of a part of one. */
export interface TransactionBounds {
  readonly begin: string;
  readonly end: string;
  readonly undo: string;
  /** Sends its beginning before the work, which may send statements by other queues of the connection. */
  readonly atOnce?: boolean;
}

/** Steps that a transaction collects for afterwards. */
export interface TransactionFollowUps extends RolledBack {
  /** Steps after the commit. */
  readonly later: (() => void)[];
}

/** No failure at all, or only that of a statement after the one that failed. */
const isConsequence = (reason: unknown): boolean =>
  reason === undefined || (reason as { code?: string }).code === '25P02';

/**
 * Runs work between the two statements that begin and end it. If it fails, it is undone.
 * @param confirm runs directly before the end, behind all that asked for `beforeCommit`
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
    // A failure that `work` swallowed: the server undid everything and calls that a success.
    if (command === 'ROLLBACK') throw new Error('the transaction had failed and was undone');
    return value;
  } catch (error) {
    line.end();
    // A statement that was sent without waiting may be the true reason why a later one failed.
    const reason = await line.firstFailure();
    // If even the roll-back fails the connection is broken, and its owner drops it.
    if (line.hasBegun) await client.query(bounds.undo).catch(() => undefined);
    throw isConsequence(reason) ? error : reason;
  }
};
