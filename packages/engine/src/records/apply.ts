import { hasProcess } from '@keyan/kernel/base.ts';
import { Invalid, Missing, wrongStatus } from '@keyan/kernel/errors.ts';
import { isId } from '@keyan/kernel/id.ts';
import { ownStatusAfter } from '@keyan/kernel/own-status.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import {
  type Allowance,
  type Status,
  type StatusAction,
  transition,
} from '@keyan/kernel/status.ts';
import { dayText, timeText } from '@keyan/kernel/time.ts';
import { validate } from '@keyan/kernel/validate.ts';
import type { Outcome } from '@keyan/kernel/workflow/state.ts';
import type { Settled } from '../store/scope.ts';
import type { Presence } from '../store/select.ts';
import { shapeOf } from '../store/shape.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { cleanInput } from './clean-input.ts';
import type { ProcessColumns } from './process-columns.ts';
import { referenceFaults } from './references.ts';
import { type Act, processOf, recordOf, touched, withLineIds } from './row.ts';
import { demandVersion } from './versions.ts';

/** A move of a record by the shared table of statuses. */
export interface Move {
  readonly action: StatusAction;
  /** Where its process stands then; left out where it has none yet. */
  readonly process?: ProcessColumns;
  /** The words of tagged steps by which it stands, the newest first (decisions 25). */
  readonly words?: readonly Outcome[];
  /** What the tenant allows beyond the table. */
  readonly allowances?: readonly Allowance[];
}

/** What a step of the approval does to its record. */
export interface Applied extends Move {
  readonly resource: Resource;
  /** As `lockRow` gave it. */
  readonly row: StoredRow;
  readonly process: ProcessColumns;
  readonly opinion?: string;
  /** The row with what the handler changed, as `editedBy` gave it. */
  readonly edited?: StoredRow;
}

/** What the handler of a task sends about its record. */
export interface Edit {
  readonly resource: Resource;
  /** As `lockRow` gave it. */
  readonly row: StoredRow;
  /** Values that the handler changed, with the version that they saw. */
  readonly form: Readonly<Record<string, unknown>>;
  /** The fields that the step lets them change (decisions 26). */
  readonly editable: readonly string[];
}

/**
 * Reads a record with its lines and attachments and locks it until the transaction ends.
 * @param scope which rows count as there; all of the tenant's by default.
 * @param values what the scope asks for.
 * @param which records: those that are there, or those that were removed.
 * @throws Missing when there is none.
 */
export const lockRow = async (
  step: TransactionContext,
  resource: Resource,
  id: string,
  scope: Settled = true,
  values: Readonly<Record<string, unknown>> = {},
  which: Presence = 'there',
): Promise<StoredRow> => {
  if (!isId(id)) throw new Missing();
  const { engine, tx } = step;
  const [found] = await tx.query<{ row: StoredRow; files: unknown }>(
    engine.store.reader.lock(resource, scope, which).bind({ ...values, tenant: tx.tenantId, id }),
  );
  if (!found) throw new Missing();
  const { row } = found;
  const { files } = shapeOf(resource);
  if (files) row[files] = [...engine.files.fromColumn(found.files)];
  return row;
};

/** When a record enters or leaves the hands of its approvers. */
const momentsOf = (action: StatusAction, now: string): Readonly<Record<string, string | null>> => {
  const moments: Partial<Record<StatusAction, Record<string, string | null>>> = {
    submit: { submitTime: now, finishTime: null },
    approve: { finishTime: now },
    refuse: { finishTime: now },
    backDraft: { submitTime: null, finishTime: null },
  };
  return moments[action] ?? {};
};

/** The record's own status after a move, where it has one and the move means something to it. */
const ownStatusOf = ({ ownStatus }: Resource, { action, words = [] }: Move): object => {
  if (!ownStatus) return {};
  const code = ownStatusAfter(ownStatus, action, words);
  return code === undefined ? {} : { [ownStatus.field]: code };
};

/**
 * The columns of a move: the new status by the shared table, the record's own, the process, the
 * moments.
 * @throws Refused where the table has no such move.
 */
export const moved = (
  resource: Resource,
  status: Status | null,
  move: Move,
  now: Date,
): Readonly<Record<string, unknown>> => {
  const { action, process, allowances } = move;
  const next = transition(status, action, allowances);
  if (next === undefined) throw wrongStatus();
  return {
    auditStatus: next,
    ...ownStatusOf(resource, move),
    ...(process ? processOf(process) : {}),
    ...momentsOf(action, timeText(now)),
  };
};

/** Runs what the resource's behaviour does on reaching a status that it was not in. */
export const enter = async (
  step: TransactionContext,
  resource: Resource,
  statusBefore: Status | null,
  row: StoredRow,
): Promise<void> => {
  if (!hasProcess(resource) || row.auditStatus === statusBefore) return;
  await step.engine.behaviours.get(resource.key)?.entering?.[row.auditStatus]?.(row, step);
};

/** Writes a change of a locked record with its history; the caller has composed `after`. */
export const writeChange = (
  step: TransactionContext,
  resource: Resource,
  change: { readonly action: Act; readonly before: StoredRow; readonly after: StoredRow },
  note: string | null = null,
): void => {
  const history = recordOf(step, resource, change, note);
  const changed = new Set(history.changes.map((one) => one.path));
  step.tx.send(step.engine.store.writer.update(resource, change.after, changed, history));
  if (!changed.has(resource.title)) return;
  // The announcement may be a moment behind whoever reads next.
  const { engine, tx } = step;
  tx.afterCommit(() => engine.names.forget(tx.tenantId, resource, change.after.id));
};

/**
 * The record with what its handler entered, as it will be stored: judged field by field, with
 * everything that follows from it. Other fields keep their values.
 * @throws Invalid for wrong values; Conflict when somebody else changed the record since the handler
 *   read what they edited.
 */
export const editedBy = async (step: TransactionContext, edit: Edit): Promise<StoredRow> => {
  const { resource, row, form, editable } = edit;
  const names = editable.filter((name) => Object.hasOwn(form, name));
  if (names.length === 0) return row;
  await demandVersion(step, step.tx, resource, row, form.version);
  const given = Object.fromEntries(names.map((name) => [name, form[name]]));
  const input = await cleanInput(step.engine.workers, step.actor, resource.fields, given);
  const judged = validate(resource, row, input, 'complete', {
    today: dayText(step.now),
    dictionaries: await step.engine.dictionaries.of(step.actor.tenantId, step.tx),
  });
  // The record passed when it was submitted; only what is entered now can be at fault.
  const faults = judged.faults.filter((fault) => names.includes(fault.path.split('.')[0] ?? ''));
  const behaviour = step.engine.behaviours.get(resource.key);
  const patch =
    faults.length === 0
      ? await behaviour?.beforeSave?.(judged.row as never, { ...step, before: row as never })
      : undefined;
  const fields = withLineIds(step, resource, { ...judged.row, ...patch }, row);
  const after = { ...row, ...fields } as StoredRow;
  faults.push(...(await referenceFaults(step, step.tx, resource, after, row)));
  if (faults.length > 0) throw new Invalid(faults);
  return after;
};

/**
 * Writes what a step of the approval means for the record: status by the shared table, process
 * columns, edited fields, version, history, and the behaviour's effects of entering a status.
 * Returns the row as it is now.
 * @throws Refused when the status table has no such move.
 */
export const applyStep = async (step: TransactionContext, applied: Applied): Promise<StoredRow> => {
  const { resource, row, action, opinion, edited = row } = applied;
  const after = {
    ...edited,
    ...touched(step, row),
    ...moved(resource, row.auditStatus, applied, step.now),
  } as StoredRow;
  writeChange(step, resource, { action, before: row, after }, opinion ?? null);
  await enter(step, resource, row.auditStatus, after);
  return after;
};
