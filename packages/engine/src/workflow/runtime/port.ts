import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { StatusAction } from '@keyan/kernel/access/status.ts';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { Kind, StepPlace } from '@keyan/kernel/definition/life/process.ts';
import type { Resource, Row } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type {
  RecordServices,
  ResumeProcess,
  StoredRow,
  TransactionContext,
} from '../../records/behaviour.ts';
import type { ProcessColumns } from '../../records/process-columns.ts';
import type { Session } from '../../store/connection/database.ts';
import type { TaskScopes } from '../../store/statements/scope.ts';

/** The commands on records that the approval engine asks for. They lie above it. */
export interface RecordCommands {
  /** @throws Missing when the actor may not read the record. */
  read<R extends Resource>(resource: R, id: string): Promise<{ readonly row: Row<R> }>;
  submit(
    resource: Resource,
    input: RowLike,
    options: { readonly opinion?: TaskComment; readonly taskUserId?: string },
  ): Promise<unknown>;
}

/** Services that the approval engine works with. */
export interface WorkflowServices extends RecordServices {
  /** Every kind of approval that routes may be deployed for. */
  readonly kinds: readonly Kind[];
  as(actor: Actor): RecordCommands;
}

/** Outcome of a submission: usually `submit`; `approve` when nobody has to agree. */
export interface SubmissionOutcome {
  readonly action: Extract<StatusAction, 'submit' | 'approve'>;
  readonly process: ProcessColumns;
  /** Where it stands among the tagged steps of its route (ruling 25). */
  readonly places: readonly StepPlace[];
}

/** A stored record with the definition that explains it. */
export interface RecordInProcess<F extends Fields = Fields> {
  readonly resource: Resource<F>;
  /** Locked by the caller: the lock order is record first, then instance, everywhere. */
  readonly row: StoredRow<F>;
}

/** The comment on a task, with the files that go with it. */
export interface TaskComment {
  readonly comment: string;
  /** Ids of uploads of their own. */
  readonly attachments: readonly string[];
}

/** The open tasks of a person. */
export interface OpenWork {
  readonly userId: string;
  /** Tasks on others' records, and turns that are still to come. */
  readonly tasks: number;
  /** Number of these that they took by a role, a department or a post that they hold no longer. */
  readonly lost: number;
  /** Records of their own that lie with them. */
  readonly own: number;
}

/** Outcome for the tasks of a stopped account. */
export interface ReassignedWork {
  readonly userId: string;
  /** Tasks that others have now. */
  readonly handedOver: number;
  /** Tasks that nobody could take. */
  readonly left: number;
  /** Records of their own that stay with them: no successor was named who could take them. */
  readonly own: number;
}

/**
 * Services that the commands need of the approval engine. Every call runs inside the command's transaction; the
 * commands write the record's columns themselves.
 */
export interface Workflow extends TaskScopes, ResumeProcess {
  /**
   * Starts the process of a record, or, where a returned instance still lives, completes the
   * applicant's own task in it (ruling 9).
   * @param work.opinion the applicant's comment on that task; a new process has none.
   * @throws Refused when no definition is deployed or the chosen person is no candidate; Missing
   *   for a comment on a task that is done.
   */
  submit(
    step: TransactionContext,
    work: RecordInProcess & { readonly taskUserId?: string; readonly opinion?: TaskComment },
  ): Promise<SubmissionOutcome>;
  /**
   * Takes a record back before anybody acted on it.
   * @throws Refused `流程已被处理，不能撤回`.
   */
  recall(step: TransactionContext, work: RecordInProcess): Promise<ProcessColumns>;
  /** Open tasks of these people; people without any are left out. */
  openWork(session: Session, people: readonly string[]): Promise<readonly OpenWork[]>;
  /**
   * Reassigns the tasks of stopped accounts, or of people who hand over, to the named successor, else to others
   * who hold the step's role, the department's secretary, the administrators. A process at a time:
   * what is interrupted is found by `offerStuckTasks`.
   */
  reassignOnLeave(
    engine: WorkflowServices,
    actor: Actor,
    from: readonly string[],
    to: string | null,
    /** Range of tasks for people who stay: everything, or what they took by a role that they hold no longer. */
    handing?: 'all' | 'lost',
  ): Promise<readonly ReassignedWork[]>;
  /**
   * Completes every wait whose time has passed. Run again, or by two processes at once, it completes
   * none twice.
   */
  completeWaits(
    engine: WorkflowServices,
    tenantId: string,
  ): Promise<{ readonly completed: number; readonly left: number }>;
  /**
   * Reminds those who hold what is overdue, once a work day, and tells those above them once. Run again, or by
   * two processes at once, it sends nothing twice.
   * @returns how many messages were sent
   */
  remindHolders(engine: WorkflowServices, tenantId: string): Promise<number>;
  /**
   * Counts deadlines under way anew after a change of the calendar.
   * @returns the number of processes that have another deadline now
   */
  recountDeadlines(engine: WorkflowServices, tenantId: string): Promise<number>;
  /**
   * Gives the open tasks of people whose absence begins to those who stand in for them. Run again, it finds nothing.
   * @returns how many absences began
   */
  beginAbsences(engine: WorkflowServices, tenantId: string): Promise<number>;
  /**
   * Offers every task on which nobody can act, and those that were somebody's by a role that they lost, to
   * whoever holds the role, else to the tenant's administrators, and notifies them.
   * Run again, it finds nothing.
   */
  offerStuckTasks(
    engine: WorkflowServices,
    tenantId: string,
  ): Promise<{ readonly found: number; readonly left: number }>;
}
