/**
 * The only file that writes records. Saving, submitting, approving, recalling, removing, restoring
 * and what the product does on its own end here, each with its history, inside the transaction of
 * the caller.
 *
 * The order in which a save or a submission runs its parts:
 *
 * 1. permission code, row scope, lock, version (`commands/save.ts`);
 * 2. fields that the actor may not know are dropped, formatted texts are cleaned;
 * 3. `validate` with computed fields: the same function as in the form;
 * 4. `beforeSave` of the resource's behaviour, when nothing is at fault so far;
 * 5. references, department, attachments, required attachments;
 * 6. `beforeSubmit`, when the record is to be complete and nothing is at fault so far;
 * 7. the number;
 * 8. the approval engine: its decision, its rows, its messages;
 * 9. `commitChange`: audit columns, then row, lines and history in one statement;
 * 10. `entering` of the behaviour, when the status changed;
 * 11. after the commit: live events and caches.
 *
 * An approval begins with the lock and the assignee's edits (3 to 5), and then goes on at 8.
 */
import { hasProcess } from '@keyan/kernel/base.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
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
  /** Every field as it is to be stored. A new record has its columns from `newRow`. */
  readonly after: Readonly<Record<string, unknown>>;
  /**
   * Keeps version and audit columns: for values that no form sends, so that a person who has the
   * record open in a form can still save it.
   */
  readonly keepsVersion?: boolean;
  /** Waits for the database, so that what it refuses is known to be about this record. */
  readonly waits?: boolean;
}

/**
 * Changes a record: sets its audit columns, writes row, changed lines and history entry in one
 * statement, and runs `entering` of its behaviour when its status changed. Returns the row as it is
 * now. Logical deletion (`remove`) and its reversal (`restore`) change no field.
 * @throws what the database refuses, such as a value that must be unique: here where it waits, else
 *   at the latest with the commit.
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

/** Runs what the resource's behaviour does on reaching a status that the record was not in. */
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
 * Notes on a record who has its task now. That is no change of the record: it raises no version and
 * makes no history (the log of the process has the line), and a person who edits the record at that
 * moment can still save it.
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
