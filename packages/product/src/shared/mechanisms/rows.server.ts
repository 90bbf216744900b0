import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import type { HistoryEntryValues } from '@keyan/engine/records/history.ts';
import { newRowColumns, withLineIds } from '@keyan/engine/records/row.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Creates a record by the system. */
export const createRow = (
  transaction: TransactionContext,
  resource: Resource,
  values: RowLike,
): Promise<StoredRow> => {
  const base = newRowColumns(transaction, resource);
  const writer = { id: String(base.createUser), name: '', departments: [] };
  const first = { ...initialRow(resource.fields, writer), ...values };
  return commitChange(transaction, {
    resource,
    before: null,
    after: { ...base, ...withLineIds(transaction, resource, first, null) },
    action: 'create',
    waits: true,
  });
};

/** Changes a record by an internal action; its version for open forms is unchanged. */
export const changeRow = (
  transaction: TransactionContext,
  resource: Resource,
  before: StoredRow,
  action: string,
  values: RowLike,
  note: HistoryEntryValues['note'] = null,
): Promise<StoredRow> =>
  commitChange(transaction, {
    resource,
    before,
    after: { ...before, ...withLineIds(transaction, resource, { ...before, ...values }, before) },
    action,
    note,
    keepsVersion: true,
  });
