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

/** Somebody looks at the whole value of a masked field. */
export interface MaskedFieldLook {
  readonly resource: Resource;
  readonly row: StoredRow;
  /** Place in the definition: `phone`, `labors.bankAccount`. */
  readonly field: string;
  /** The address that the call came from; empty for work without a call. */
  readonly address: string;
}

/** Writes the form of a record as a PDF file of the actor, which waits to be attached. */
export type DrawForm = (
  actor: Actor,
  resource: Resource,
  row: StoredRow,
  file: { readonly fileName: string; readonly catalog: string },
) => Promise<Pick<AttachedFile, 'id' | 'catalog'>>;

/** Services that the commands work with. */
export interface CommandServices extends RecordServices {
  /** Keeps a look beside the entry in the history, in its transaction. */
  readonly looked?:
    | ((transaction: TransactionContext, look: MaskedFieldLook) => Promise<void>)
    | undefined;
  /** Left out, categories of attachments that are drawn ask for a file as others do. */
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

/** Actor and engine that a command works for. */
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
