import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { TransactionBounds } from './run-transaction.ts';

/** A transaction that others become parts of. */
interface Enclosing {
  readonly database: object;
  readonly tenantId: string;
  readonly client: pg.PoolClient;
  /** Steps after its commit, its own and those of its parts. */
  readonly later: (() => void)[];
  parts: number;
  state: 'open' | 'committed' | 'rolledBack';
}

/** The enclosing transaction, or a part of it, with whatever of its own runs last. */
interface Frame {
  readonly of: Enclosing;
  turn: Promise<unknown>;
}

const frames = new AsyncLocalStorage<Frame>();

/**
 * The enclosing transaction in which the caller runs; undefined for another database or tenant, and after its end.
 * @throws Error after the end of one that failed: what its work goes on with must not be there without the rest.
 */
export const enclosingFrame = (database: object, tenantId: string): Frame | undefined => {
  const frame = frames.getStore();
  const isSame = frame?.of.database === database && frame.of.tenantId === tenantId;
  if (!isSame || frame.of.state === 'committed') return undefined;
  if (frame.of.state === 'rolledBack') throw new Error('work after the end of its transaction');
  return frame;
};

/** Runs work whose transactions and queries become parts of the given one. */
export const enclose = async <T>(
  given: Omit<Enclosing, 'parts' | 'state'>,
  work: () => Promise<T>,
): Promise<T> => {
  const of: Enclosing = { ...given, parts: 0, state: 'open' };
  try {
    const result = await frames.run({ of, turn: Promise.resolve() }, work);
    of.state = 'committed';
    return result;
  } catch (error) {
    of.state = 'rolledBack';
    throw error;
  }
};

/**
 * Runs a transaction as a part of the enclosing one. Parts that are begun beside each other run one after the other:
 * what is undone of one must not take another one with it.
 */
export const runSavepoint = <T>(
  frame: Frame,
  work: (bounds: TransactionBounds) => Promise<T>,
): Promise<T> => {
  frame.of.parts += 1;
  const name = `part_${frame.of.parts}`;
  const bounds = {
    begin: `savepoint ${name}`,
    end: `release savepoint ${name}`,
    undo: `rollback to savepoint ${name}; release savepoint ${name}`,
    atOnce: true,
  };
  const run = frame.turn.then(() =>
    frames.run({ of: frame.of, turn: Promise.resolve() }, () => work(bounds)),
  );
  frame.turn = run.catch(() => undefined);
  return run;
};

/**
 * Runs work beside the enclosing transaction: what it writes is there at once and stays, whatever becomes of that.
 * For what a process remembers outside the database.
 */
export const besideEnclosing = <T>(work: () => T): T => frames.exit(work);
