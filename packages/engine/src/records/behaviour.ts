import type { Actor, SystemActor } from '@keyan/kernel/actor.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import type { Fields, RowOf } from '@keyan/kernel/field.ts';
import type { BaseRow, ProcessRow, Resource } from '@keyan/kernel/resource.ts';
import type { Status } from '@keyan/kernel/status.ts';
import type { Engine } from '../engine.ts';
import type { Tx } from '../store/database.ts';

/** What a behaviour may use, inside the transaction of the command. */
export interface TransactionContext {
  readonly tx: Tx;
  readonly engine: Engine;
  readonly actor: Actor | SystemActor;
  readonly now: Date;
}

export type StoredRow<F extends Fields = Fields> = RowOf<F> & BaseRow & ProcessRow;

/**
 * What a resource does differently from every other, beside its definition (architecture.md §3):
 * three hooks, not a framework. Whatever needs a fourth is an endpoint of its own.
 */
export interface Behaviour<F extends Fields = Fields> {
  readonly resource: Resource<F>;
  /** Last change to a valid row before it is stored: values that need the database. */
  readonly beforeSave?: (
    row: RowOf<F>,
    step: TransactionContext & { readonly before: StoredRow<F> | null },
  ) => Promise<Partial<RowOf<F>>>;
  /** Faults that need the database: duplicates, quotas, balances. Asked at submit. */
  readonly beforeSubmit?: (row: StoredRow<F>, step: TransactionContext) => Promise<readonly FieldFault[]>;
  /** Effects of reaching a status, in the step's transaction. */
  readonly entering?: Partial<Record<Status, (row: StoredRow<F>, step: TransactionContext) => Promise<void>>>;
}

/** `export const paperBehaviour = behave(paper, { … })` */
export const behave = <F extends Fields>(
  resource: Resource<F>,
  hooks: Omit<Behaviour<F>, 'resource'>,
): Behaviour => ({ resource, ...hooks }) as unknown as Behaviour;
