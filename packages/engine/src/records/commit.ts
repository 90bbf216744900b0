/**
 * Writes records. Saving, submitting, approving, recalling, removing, restoring and what the
 * product changes by itself end here, inside the transaction of the caller. `laws/writers.test.ts`
 * lists the few other files that write tables of records, each with its reason.
 *
 * The parts of a save or a submission, in their order (the phases are those of `commands/save.ts`):
 *
 * 1. before the transaction: secret fields are dropped, formatted texts are cleaned, a number is
 *   reserved;
 * 2. permission code, scope, lock, version (phase 1), then whether the status allows it;
 * 3. `validate` with computed fields: the same function as in the form (phase 2);
 * 4. `beforeSave` of the resource's behaviour, if there is no fault so far (phase 2);
 * 5. references, department, attachments, required attachments (phase 3);
 * 6. `beforeSubmit`, if the record has to be complete and there is no fault so far (phase 3);
 * 7. the reserved number, if the record has none;
 * 8. the approval engine, for a submission: its decision, its rows, its messages (phase 4);
 * 9. `commitChange`: audit columns, then row, lines and history in one statement, and the record's
 *   entry in the table of searches where its texts changed (phase 5);
 * 10. `entering` of the behaviour, if the status changed;
 * 11. after the commit: live events and caches.
 *
 * An approval locks the record, applies the assignee's edits, and continues at 8.
 */
import { hasProcess } from '@keyan/kernel/definition/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { entryChange } from '../search/entries.ts';
import type { Statement } from '../store/database.ts';
import type { HistoryLine, Writer } from '../store/write.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { type HistoryNote, historyEntry } from './history.ts';
import type { ProcessColumns } from './process-columns.ts';
import { withAuditColumns } from './row.ts';

/** A change of one record. */
export interface RecordChange extends HistoryNote {
  readonly resource: Resource;
  /** The record as `lockRow` gave it; null for a new one. */
  readonly before: StoredRow | null;
  /** The whole row as it will be stored. For a new record it begins as `newRow`. */
  readonly after: Readonly<Record<string, unknown>>;
  /**
   * Leaves version and audit columns unchanged: for values that no form sends, so that a person who
   * has the record open in a form can still save it.
   */
  readonly keepsVersion?: boolean;
  /** Waits for the database, so that the caller knows which record it refused. */
  readonly waits?: boolean;
}

/**
 * Changes a record: sets its audit columns, writes row, changed lines and history entry in one
 * statement, and runs `entering` of its behaviour when its status changed. Returns the row as it is
 * now. Logical deletion (`remove`) and its reversal (`restore`) change no field.
 * @throws what the database refuses, such as a duplicate of a unique value: here if it waits, else
 *   at the latest at the commit.
 */
export const commitChange = async (
  transaction: TransactionContext,
  change: RecordChange,
): Promise<StoredRow> => {
  const { resource, before, action } = change;
  const { engine, tx } = transaction;
  const after =
    before && !change.keepsVersion
      ? withAuditColumns(transaction, before, change.after)
      : (change.after as StoredRow);
  const history = historyEntry(transaction, resource, before, after, change);
  const changed = new Set(history.changes.map((one) => one.path));
  const statement = statementFor(engine.store.writer, change, after, changed, history);
  if (change.waits) await tx.query(statement);
  else tx.send(statement);
  const entry = await entryChange(
    resource,
    action === 'restore' ? null : before,
    action === 'remove' ? null : after,
  );
  if (entry) tx.send(entry);
  if (action !== 'remove' && action !== 'restore') {
    await runEntering(transaction, resource, before, after);
  }
  return after;
};

const statementFor = (
  writer: Writer,
  { resource, before, action }: RecordChange,
  after: StoredRow,
  changed: ReadonlySet<string>,
  history: HistoryLine,
): Statement => {
  if (action === 'remove') return writer.remove(resource, after, history);
  if (action === 'restore') return writer.restore(resource, after, history);
  return before
    ? writer.update(resource, after, changed, history)
    : writer.insert(resource, after, history);
};

/** Runs `entering` of the resource's behaviour, if the status changed. */
const runEntering = async (
  transaction: TransactionContext,
  resource: Resource,
  before: StoredRow | null,
  after: StoredRow,
): Promise<void> => {
  if (!hasProcess(resource) || after.auditStatus === (before?.auditStatus ?? null)) return;
  const behaviour = transaction.engine.behaviours.get(resource.key);
  await behaviour?.entering?.[after.auditStatus]?.(after, transaction);
};

/**
 * Writes the columns of a record that say who has its task now. Lists show them, but they are no
 * part of what people edit: no new version, no history (the log of the process has it), and a
 * person who is editing the record can still save it.
 */
export const updateCurrentStep = (
  { engine, tx }: TransactionContext,
  resource: Resource,
  id: string,
  process: ProcessColumns,
): void => {
  tx.send(
    engine.store.writer.updateCurrentStep(resource, {
      tenant: tx.tenantId,
      id,
      node: process.currentNode,
      assignee: process.currentAssignee,
      since: process.currentSince,
      steps: process.steps,
    }),
  );
};
