import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Fault } from '@keyan/kernel/errors.ts';
import type { RecordServices, StoredRow, TransactionContext } from '../records/behaviour.ts';
import type { Finder } from '../search/find.ts';
import type { SearchJudge } from '../search/judge.ts';
import type { NewestBandsCache } from '../search/stretches.ts';
import type { Tx } from '../store/connection/database.ts';
import type { RecordNumbers } from '../store/schema/numbers.ts';
import type { Workflow } from '../workflow/runtime/port.ts';
import type { ListPlanCache } from './known-ways.ts';

/** Look of a person at the whole value of a masked field. */
export interface MaskedFieldLook {
  readonly resource: Resource;
  readonly row: StoredRow;
  /** Path of the field in the definition: `phone`, `labors.bankAccount`. */
  readonly field: string;
  /** Network address of the caller; empty for work that no call started. */
  readonly address: string;
}

/** Prints the form of a record as a PDF file that belongs to the actor and is not yet attached. */
export type DrawForm = (
  actor: Actor,
  resource: Resource,
  row: StoredRow,
  file: { readonly fileName: string; readonly catalog: string },
) => Promise<Pick<AttachedFile, 'id' | 'catalog'>>;

/** Services that commands depend on. */
export interface CommandServices extends RecordServices {
  /** Stores a look at a masked field, in the transaction of its history entry. */
  readonly looked?:
    | ((transaction: TransactionContext, look: MaskedFieldLook) => Promise<void>)
    | undefined;
  /** If unset, attachment categories that the program can print require an uploaded file. */
  readonly drawForm?: DrawForm | undefined;
  readonly finder: Finder;
  readonly judge: SearchJudge;
  readonly searchStretches: NewestBandsCache;
  readonly knownWays: ListPlanCache;
  readonly numbers: RecordNumbers;
  readonly workflow: Workflow;
}

/** The transaction of a command. */
export interface CommandTransaction extends TransactionContext {
  readonly engine: CommandServices;
}

/** Actor of a command, and the engine that runs it. */
export interface CommandContext {
  readonly engine: CommandServices;
  readonly actor: Actor | SystemActor;
}

/** Throws the fault, if there is one. */
export const throwFault = (fault: Fault | null): void => {
  if (fault) throw fault;
};

/** Transaction that a behaviour's hooks get. */
export const behaviourTransaction = (
  { engine, actor }: CommandContext,
  tx: Tx,
): CommandTransaction => ({
  tx,
  engine,
  actor,
  now: engine.clock(),
});
