import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Session, Statement } from './statement.ts';

/** A session inside one transaction. */
export interface Tx extends Session {
  /**
   * Sends a statement whose rows nobody needs and does not wait for it. It runs before later
   * statements, and if it fails, so does the transaction. Statements that are sent one after
   * the other, and the commit behind them, leave together.
   */
  send(statement: Statement): void;
  /**
   * Runs when everything else of the transaction is done, before the commit: what is judged last. It
   * may write, and ask for more such work. If it fails, so does the transaction.
   */
  beforeCommit(work: () => Promise<void>): void;
  /** Runs after the commit, never after a roll-back: live events, cache resets. Must not throw. */
  afterCommit(work: () => void): void;
  /**
   * Runs after a roll-back that is not tried again, before the caller hears of the failure: what is
   * kept of a refused command. It works in a transaction of its own; what fails there is lost, and
   * the caller gets the first failure.
   */
  afterRollback(work: () => Promise<void>): void;
  /**
   * After a roll-back, says what the caller is told instead of an error: the same error where it has no better
   * words for it. It reads outside the transaction.
   */
  explains(explain: (error: unknown) => Promise<unknown>): void;
}

/** Steps after the roll-back of a transaction: work of its own, and words for the error. */
export interface RolledBack {
  readonly undone: (() => Promise<void>)[];
  readonly explain: ((error: unknown) => Promise<unknown>)[];
}

/** A transaction, and for whom it runs. */
export interface ActorTransaction {
  readonly tx: Tx;
  readonly actor: Actor | SystemActor;
  /** The moment that everything written in it carries. */
  readonly now: Date;
}
