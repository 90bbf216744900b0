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

/** Commands on records for the approval engine, which is in a lower layer. */
export interface RecordCommands {
  /**
   * Reads a record.
   * @throws Missing if the actor may not read it.
   */
  read<R extends Resource>(resource: R, id: string): Promise<{ readonly row: Row<R> }>;
  submit(
    resource: Resource,
    input: RowLike,
    options: { readonly opinion?: TaskComment; readonly taskUserId?: string },
  ): Promise<unknown>;
}

/** Services on which the approval engine depends. */
export interface WorkflowServices extends RecordServices {
  /** Kinds of approval for which routes may be deployed. */
  readonly kinds: readonly Kind[];
  as(actor: Actor): RecordCommands;
}

/** Result of a submission: usually `submit`; `approve` if nobody has to agree. */
export interface SubmissionOutcome {
  readonly action: Extract<StatusAction, 'submit' | 'approve'>;
  readonly process: ProcessColumns;
  /** Position among the tagged steps of its route (ruling 25). */
  readonly places: readonly StepPlace[];
}

/** Stored record with its definition. */
export interface RecordInProcess<F extends Fields = Fields> {
  readonly resource: Resource<F>;
  /** Row locked by the caller: the record is always locked before the process. */
  readonly row: StoredRow<F>;
}

/** Comment on a task, with its files. */
export interface TaskComment {
  readonly comment: string;
  /** Ids of the actor's uploads. */
  readonly attachments: readonly string[];
}

/** Open tasks of a person. */
export interface OpenWork {
  readonly userId: string;
  /** Number of tasks on records of other people, future ones included. */
  readonly tasks: number;
  /** Number of these that were claimed by a role, a department or a post that the person no longer has. */
  readonly lost: number;
  /** Number of the person's own records that wait for them as applicant. */
  readonly own: number;
}

/** Result of reassigning the tasks of a disabled account. */
export interface ReassignedWork {
  readonly userId: string;
  /** Number of tasks that other people have now. */
  readonly handedOver: number;
  /** Number of tasks that nobody could take. */
  readonly left: number;
  /** Number of the person's own records without a successor who could take them. */
  readonly own: number;
}

/**
 * Approval engine for the commands. Every call runs inside the transaction of the command, which writes the record's
 * columns itself.
 */
export interface Workflow extends TaskScopes, ResumeProcess {
  /**
   * Starts the process of a record, or completes the applicant's own task in a returned process that is still open
   * (ruling 9).
   * @param work.opinion the applicant's comment on that task; a new process has none.
   * @throws Refused if no definition is deployed or the chosen person is no candidate; Missing for a comment on a
   *   completed task.
   */
  submit(
    step: TransactionContext,
    work: RecordInProcess & { readonly taskUserId?: string; readonly opinion?: TaskComment },
  ): Promise<SubmissionOutcome>;
  /**
   * Recalls a record before anybody acted on it.
   * @throws Refused `流程已被处理，不能撤回`.
   */
  recall(step: TransactionContext, work: RecordInProcess): Promise<ProcessColumns>;
  /** Returns open tasks of these people; people without any are left out. */
  openWork(session: Session, people: readonly string[]): Promise<readonly OpenWork[]>;
  /**
   * Reassigns the tasks of disabled accounts, or of people who hand over, to the named successor, else to other holders
   * of the step's role, the department's secretary, the administrators. One process at a time: what an interruption
   * leaves is found by `offerStuckTasks`.
   */
  reassignOnLeave(
    engine: WorkflowServices,
    actor: Actor,
    from: readonly string[],
    to: string | null,
    /** Tasks of people who stay: all, or those claimed by a role that they no longer have. */
    handing?: 'all' | 'lost',
  ): Promise<readonly ReassignedWork[]>;
  /** Completes every wait whose time has come. Repeated or concurrent runs complete none twice. */
  completeWaits(
    engine: WorkflowServices,
    tenantId: string,
  ): Promise<{ readonly completed: number; readonly left: number }>;
  /**
   * Reminds assignees of overdue tasks, once per working day, and notifies their superiors once. Repeated or concurrent
   * runs send nothing twice.
   * @returns the number of messages
   */
  remindHolders(engine: WorkflowServices, tenantId: string): Promise<number>;
  /**
   * Recomputes open deadlines after a change of the calendar.
   * @returns the number of processes whose deadlines changed
   */
  recountDeadlines(engine: WorkflowServices, tenantId: string): Promise<number>;
  /**
   * Gives the open tasks of people whose absence begins to their proxies. A repeated run changes nothing.
   * @returns the number of absences that began
   */
  beginAbsences(engine: WorkflowServices, tenantId: string): Promise<number>;
  /**
   * Offers every task on which nobody can act, and those whose holder lost the role, to the holders of the role, else
   * to administrators of the tenant, and notifies them. A repeated run changes nothing.
   */
  offerStuckTasks(
    engine: WorkflowServices,
    tenantId: string,
  ): Promise<{ readonly found: number; readonly left: number }>;
}
