import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { TransactionBounds } from './run-transaction.ts';

/** Transaction that contains other transactions as parts. */
interface Enclosing {
  readonly database: object;
  readonly tenantId: string;
  readonly client: pg.PoolClient;
  /** Callbacks after its commit, including those of its parts. */
  readonly later: (() => void)[];
  parts: number;
  state: 'open' | 'committed' | 'rolledBack';
}

/** Enclosing transaction or one of its parts, with the work that runs last in it. */
interface Frame {
  readonly of: Enclosing;
  turn: Promise<unknown>;
}

const frames = new AsyncLocalStorage<Frame>();

/**
 * Returns the enclosing transaction of the caller; undefined for another database or tenant, and after its end.
 * @throws Error after the failure of an enclosing transaction: later work must not be committed without it.
 */
export const enclosingFrame = (database: object, tenantId: string): Frame | undefined => {
  const frame = frames.getStore();
  const isSame = frame?.of.database === database && frame.of.tenantId === tenantId;
  if (!isSame || frame.of.state === 'committed') return undefined;
  if (frame.of.state === 'rolledBack') throw new Error('work after the end of its transaction');
  return frame;
};

/** Runs work whose transactions and queries become parts of the given transaction. */
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
 * Runs a transaction as a savepoint of the enclosing one. Concurrent parts run one after the other, because rolling one
 * back must not roll back another.
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
 * Runs work outside the enclosing transaction: its writes are visible at once and remain if that transaction fails. For
 * data that a process caches outside the database.
 */
export const besideEnclosing = <T>(work: () => T): T => frames.exit(work);
