import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { entryChange } from '../search/entries.ts';
import { announceOldEntries } from '../search/stretches.ts';
import type { Statement } from '../store/connection/database.ts';
import type { HistoryLine, Writer } from '../store/statements/write.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { noteWrittenRecord } from './duplicates.ts';
import { type HistoryEntryValues, historyEntry } from './history.ts';
import { withAuditColumns } from './row.ts';

/** Change of one record. */
export interface RecordChange extends HistoryEntryValues {
  readonly resource: Resource;
  /** Record from `lockRow`; null for a new one. */
  readonly before: StoredRow | null;
  /** Whole row to store. For a new record it begins as `newRowColumns`. */
  readonly after: RowLike;
  /**
   * True to leave version and audit columns unchanged: for values that no form sends, so that a person who has the
   * record open in a form can still save it.
   */
  readonly keepsVersion?: boolean;
  /** True to wait for the database, so that an error can be attributed to this record. */
  readonly waits?: boolean;
}

/**
 * Writes one record, its history and its search entry, without consequences for other records: for `commitChange`, and
 * for records that effects change. Returns the stored row.
 */
export const writeRecord = async (
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
  if (action !== 'remove') noteWrittenRecord(transaction, resource, after);
  if (change.waits) await tx.query(statement);
  else tx.send(statement);
  const entry = await entryChange(
    resource,
    action === 'restore' ? null : before,
    action === 'remove' ? null : after,
  );
  if (entry) tx.send(entry);
  if (entry && action === 'restore') tx.send(announceOldEntries(after.tenantId));
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
