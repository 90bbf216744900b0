import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Session, Statement } from './statement.ts';

/** Session inside one transaction. */
export interface Tx extends Session {
  /**
   * Sends a statement whose rows are not needed, without waiting. It runs before later statements, and if it fails, the
   * transaction fails. Statements sent one after the other, and the commit after them, are one packet.
   */
  send(statement: Statement): void;
  /**
   * Registers work that runs after everything else in the transaction, before the commit. It may write, and register
   * more. If it fails, the transaction fails.
   */
  beforeCommit(work: () => Promise<void>): void;
  /** Registers work after the commit, never after a rollback: live events, cache resets. Must not throw. */
  afterCommit(work: () => void): void;
  /**
   * Registers work after a rollback that is not tried again, before the caller gets the error: for records of a refused
   * command. It runs in a separate transaction; its own errors are ignored.
   */
  afterRollback(work: () => Promise<void>): void;
  /**
   * Registers a conversion of the error after a rollback; it returns the same error if it has no better explanation. It
   * reads outside the transaction.
   */
  explains(explain: (error: unknown) => Promise<unknown>): void;
}

/** Callbacks after the rollback of a transaction: separate work, and explanations of the error. */
export interface RolledBack {
  readonly undone: (() => Promise<void>)[];
  readonly explain: ((error: unknown) => Promise<unknown>)[];
}

/** Transaction, and its actor. */
export interface ActorTransaction {
  readonly tx: Tx;
  readonly actor: Actor | SystemActor;
  /** Time of everything written in the transaction. */
  readonly now: Date;
}
