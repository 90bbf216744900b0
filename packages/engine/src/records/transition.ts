import {
  type Allowance,
  type Status,
  type StatusAction,
  statusAfter,
} from '@keyan/kernel/access/status.ts';
import type { StepPlace } from '@keyan/kernel/definition/life/process.ts';
import { phaseOf, stateInPhase } from '@keyan/kernel/definition/life/states.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { wrongStatus } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { commitChange } from './commit.ts';
import type { HistoryEntryValues } from './history.ts';
import { type ProcessColumns, processValues } from './process-columns.ts';

/** Change of a record’s status by the table of statuses. */
export interface StatusTransition {
  readonly action: StatusAction;
  /** Position of the record in its process afterwards; left out without a process. */
  readonly process?: ProcessColumns;
  /** Position among the tagged steps of its route (ruling 25). */
  readonly places?: readonly StepPlace[];
  /** Transitions that the tenant allows beyond the table. */
  readonly allowances?: readonly Allowance[];
}

/** Transition of a stored record by the approval engine or a command. */
export interface RecordTransition extends StatusTransition {
  readonly resource: Resource;
  /** Row of the record; the caller holds its lock. */
  readonly row: StoredRow;
  readonly process: ProcessColumns;
  /** Comment or reason for the history, or a note of the program. */
  readonly opinion?: HistoryEntryValues['note'];
  /** Row with the edits of the assignee, from `withAssigneeEdits`. */
  readonly edited?: StoredRow;
}

/** Returns the times that a transition sets: submission and end of the approval. */
const timesOf = (action: StatusAction, now: string): Readonly<Record<string, string | null>> => {
  const times: Partial<Record<StatusAction, Record<string, string | null>>> = {
    submit: { submitTime: now, finishTime: null },
    approve: { finishTime: now },
    refuse: { finishTime: now },
    backDraft: { submitTime: null, finishTime: null },
  };
  return times[action] ?? {};
};

/** Returns the state of the record after a transition. Saving without changes leaves it unchanged. */
const stateOf = (
  { states }: Resource,
  status: Status | null,
  next: Status,
  { action, places }: StatusTransition,
): object => {
  if (!states || (action === 'save' && status !== null)) return {};
  return { [states.field]: stateInPhase(states, phaseOf({ auditStatus: next }), places) };
};

/**
 * Returns the columns that a transition sets: status, state, process, and times of submission and end.
 * @throws Refused if the table of statuses has no such transition.
 */
export const transitionColumns = (
  resource: Resource,
  status: Status | null,
  given: StatusTransition,
  now: Date,
): RowLike => {
  const { action, process, allowances } = given;
  const next = statusAfter(status, action, allowances);
  if (next === undefined) throw wrongStatus();
  return {
    auditStatus: next,
    ...stateOf(resource, status, next, given),
    ...(process ? processValues(process) : {}),
    ...timesOf(action, timeText(now)),
  };
};

/**
 * Writes a transition with the edits of the assignee. Returns the stored row.
 * @throws Refused if the table of statuses has no such transition.
 */
export const commitTransition = (
  transaction: TransactionContext,
  given: RecordTransition,
): Promise<StoredRow> => {
  const { resource, row, action, opinion = null, edited = row } = given;
  return commitChange(transaction, {
    resource,
    before: row,
    after: { ...edited, ...transitionColumns(resource, row.auditStatus, given, transaction.now) },
    action,
    note: opinion,
  });
};
