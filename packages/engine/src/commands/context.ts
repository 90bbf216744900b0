import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Fault } from '@keyan/kernel/errors.ts';
import type { RecordServices, TransactionContext } from '../records/behaviour.ts';
import type { Finder } from '../search/find.ts';
import type { Tx } from '../store/database.ts';
import type { Numbers } from '../store/numbers.ts';
import type { Workflow } from '../workflow/port.ts';

/** What the commands work with. */
export interface CommandServices extends RecordServices {
  readonly finder: Finder;
  readonly numbers: Numbers;
  readonly workflow: Workflow;
}

/** The transaction of a command. */
export interface CommandTransaction extends TransactionContext {
  readonly engine: CommandServices;
}

/** Whom a command works for. */
export interface CommandContext {
  readonly engine: CommandServices;
  readonly actor: Actor | SystemActor;
}

/** Throws the fault, if there is one. */
export const refuse = (fault: Fault | null): void => {
  if (fault) throw fault;
};

/** What a behaviour's hooks get. */
export const transactionOf = ({ engine, actor }: CommandContext, tx: Tx): CommandTransaction => ({
  tx,
  engine,
  actor,
  now: engine.clock(),
});
