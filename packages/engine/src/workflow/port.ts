import type { Handling } from '@keyan/kernel/access.ts';
import type { Actor } from '@keyan/kernel/actor.ts';
import type { Fields } from '@keyan/kernel/field.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { StatusAction } from '@keyan/kernel/status.ts';
import type { Outcome } from '@keyan/kernel/workflow/state.ts';
import type { RawBuilder } from 'kysely';
import type { Engine } from '../engine.ts';
import type { TransactionContext, StoredRow } from '../records/behaviour.ts';
import type { Session } from '../store/database.ts';

/** One tick of the step line that lists and pages show. */
export interface StepTick {
  readonly key: string;
  readonly label: string;
  readonly state: 'done' | 'here' | 'returned' | 'refused' | 'todo';
}

/** Where a record stands in its process, kept in its own columns so that lists need no join. */
export interface ProcessColumns {
  readonly processInstanceId: string | null;
  /** Name of the step that is waiting, or null. */
  readonly currentNode: string | null;
  /** Names of the people it waits for, or null. */
  readonly currentAssignee: string | null;
  readonly currentSince: Date | null;
  readonly steps: readonly StepTick[];
}

/** What became of a submission: usually `submit`; `approve` when nobody has to agree. */
export interface Started {
  readonly action: Extract<StatusAction, 'submit' | 'approve'>;
  readonly process: ProcessColumns;
  /** The words of tagged steps by which the record stands (decisions 25). */
  readonly words: readonly Outcome[];
}

/** A stored record with the definition that explains it. */
export interface Business<F extends Fields = Fields> {
  readonly resource: Resource<F>;
  /** Locked by the caller: the lock order is record first, then instance, everywhere. */
  readonly row: StoredRow<F>;
}

/** What somebody says of a task, with the files that go with it (domain 3.5). */
export interface Opinion {
  readonly comment: string;
  /** Ids of uploads of their own. */
  readonly attachments: readonly string[];
}

/** What lies with a person. */
export interface OpenWork {
  readonly userId: string;
  /** Tasks on others' records, and turns that are still to come. */
  readonly tasks: number;
  /** Records of their own that lie with them. */
  readonly own: number;
}

/** What became of the work of somebody who left. */
export interface HandedOver {
  readonly userId: string;
  /** Tasks that others have now. */
  readonly handedOver: number;
  /** Tasks that nobody could take. */
  readonly left: number;
  /** Records of their own, which stay with them: a manager may end their process. */
  readonly own: number;
}

/**
 * What the commands need of the approval engine. Every call runs inside the command's
 * transaction; the commands write the record's columns themselves.
 */
export interface Workflow {
  /**
   * Starts the process of a record, or, where a returned instance still lives, completes the
   * applicant's own task in it (decisions 9).
   * @param work.opinion what the applicant says of that task; a new process has none.
   * @throws Refused when no definition is deployed or the chosen person is no candidate; Missing
   *   for an opinion on a task that is no more.
   */
  submit(
    step: TransactionContext,
    work: Business & { readonly taskUserId?: string; readonly opinion?: Opinion },
  ): Promise<Started>;
  /**
   * Takes a record back before anybody acted on it.
   * @throws Refused `流程已被处理,不能撤回`.
   */
  recall(step: TransactionContext, work: Business): Promise<ProcessColumns>;
  /** Ends a living instance, if any, because of what happened to the record. */
  end(
    step: TransactionContext,
    work: Business & {
      readonly cause: Extract<StatusAction, 'backDraft' | 'abolish'> | 'remove';
      readonly opinion?: string;
    },
  ): Promise<ProcessColumns>;
  /** How much lies with these people; those without anything are left out. */
  openWork(session: Session, people: readonly string[]): Promise<readonly OpenWork[]>;
  /**
   * Gives what lies with people whose accounts were stopped to the named successor, else to others
   * who hold the step's role, the department's secretary, the administrators. A process at a time:
   * what is interrupted is found by `rescue`.
   */
  handOver(
    engine: Engine,
    actor: Actor,
    from: readonly string[],
    to: string | null,
  ): Promise<readonly HandedOver[]>;
  /**
   * Offers every task of a tenant on which nobody can act to its administrators, and tells them.
   * Run again, it finds nothing.
   */
  rescue(
    engine: Engine,
    tenantId: string,
  ): Promise<{ readonly found: number; readonly left: number }>;
  /** Which of these records wait for the person, or were handled by them. */
  handling(
    session: Session,
    resource: Resource,
    ids: readonly string[],
    userId: string,
  ): Promise<ReadonlyMap<string, Handling>>;
  /** The same as a condition inside a statement: does `userId` have, or had, a task on the record? */
  handles(
    resource: Resource,
    state: 'todo' | 'done' | 'any',
    businessId: RawBuilder<unknown>,
    userId: RawBuilder<unknown>,
  ): RawBuilder<boolean>;
  /** The ids of the records on which `userId` has, or had, a task, as a select. */
  handled(
    resource: Resource,
    state: 'todo' | 'done' | 'any',
    userId: RawBuilder<unknown>,
  ): RawBuilder<unknown>;
}
