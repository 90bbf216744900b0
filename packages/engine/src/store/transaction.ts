import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Tx } from './database.ts';

/** A transaction, and for whom it runs. */
export interface ActorTransaction {
  readonly tx: Tx;
  readonly actor: Actor | SystemActor;
  /** The moment that everything written in it carries. */
  readonly now: Date;
}
