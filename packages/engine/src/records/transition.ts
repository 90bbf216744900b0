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

/** A change of a record's status by the table of statuses. */
export interface StatusTransition {
  readonly action: StatusAction;
  /** Where the record is in its process afterwards; left out where it has none yet. */
  readonly process?: ProcessColumns;
  /** Where it stands among the tagged steps of its route (ruling 25). */
  readonly places?: readonly StepPlace[];
  /** Allowances that the tenant gives beyond the table. */
  readonly allowances?: readonly Allowance[];
}

/** A transition that the approval engine or a command brings about on an existing record. */
export interface RecordTransition extends StatusTransition {
  readonly resource: Resource;
  /** The locked row. */
  readonly row: StoredRow;
  readonly process: ProcessColumns;
  /** The comment or reason for the history, or what the program says of it. */
  readonly opinion?: HistoryEntryValues['note'];
  /** The row with the assignee's edits, as `withAssigneeEdits` gave it. */
  readonly edited?: StoredRow;
}

/** Times that a transition sets: submission and end of the approval. */
const timesOf = (action: StatusAction, now: string): Readonly<Record<string, string | null>> => {
  const times: Partial<Record<StatusAction, Record<string, string | null>>> = {
    submit: { submitTime: now, finishTime: null },
    approve: { finishTime: now },
    refuse: { finishTime: now },
    backDraft: { submitTime: null, finishTime: null },
  };
  return times[action] ?? {};
};

/** The record's own state after a transition. Saving what is stored already leaves it as it is. */
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
 * The columns that a transition sets: the status by the table of statuses, the record's own state,
 * its process and the times of submission and end.
 * @throws Refused where the table has no such transition.
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
 * Writes what a transition means for the record: the columns of the transition and what the
 * assignee edited. Returns the row as it is now.
 * @throws Refused when the table of statuses has no such transition.
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
