import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { shapeOf } from '../store/schema/shape.ts';
import type { ActorScope } from '../store/statements/scope.ts';
import type { Presence } from '../store/statements/select.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';

/**
 * Locks a record until the transaction ends and reads it with lines and attachments. The lock is a separate statement,
 * sent in the same packet: a statement that itself waits for a lock sees the new row, but lines and attachments as of
 * its start.
 * @param scope rows that count as existing; by default all rows of the tenant.
 * @param values parameters of the scope.
 * @param which existing or removed records.
 * @throws Missing if there is none.
 */
export const lockRow = async (
  { engine, tx }: Pick<TransactionContext, 'engine' | 'tx'>,
  resource: Resource,
  id: string,
  scope: ActorScope = true,
  values: RowLike = {},
  which: Presence = 'there',
): Promise<StoredRow> => {
  if (!isId(id)) throw new Missing();
  tx.send({
    sql: `select 1 from ${resource.table} where tenant_id = $1 and id = $2 for update`,
    parameters: [tx.tenantId, id],
  });
  const [found] = await tx.query<{ row: StoredRow; files: unknown }>(
    engine.store.reader.whole(resource, scope, which).bind({ ...values, tenant: tx.tenantId, id }),
  );
  if (!found) throw new Missing();
  const { row } = found;
  const { files } = shapeOf(resource);
  if (files) row[files] = [...engine.files.fromColumn(found.files)];
  return row;
};

/**
 * Locks the record of a command, after the record that must be locked before it (`lockedBehind`). Every command begins
 * here, so that all lock in the same order and cannot deadlock.
 * @param of scope, values and presence, as in `lockRow`.
 * @throws Missing if there is none.
 */
export const lockInOrder = (
  transaction: Pick<TransactionContext, 'engine' | 'tx'>,
  resource: Resource,
  id: string,
  ...of: [scope?: ActorScope, values?: RowLike, which?: Presence]
): Promise<StoredRow> => {
  lockTargetFirst(transaction, resource, id);
  return lockRow(transaction, resource, id, ...of);
};

/** Locks a record that another record refers to; null if it was removed. */
export const lockTarget = (
  transaction: Pick<TransactionContext, 'engine' | 'tx'>,
  resource: Resource,
  id: string,
): Promise<StoredRow | null> =>
  lockRow(transaction, resource, id).catch((error: unknown) => {
    if (error instanceof Missing) return null;
    throw error;
  });

/**
 * Locks the record that must be locked before this one (`lockedBehind`); without one it does nothing. The lock is taken
 * before the rights of the actor are known; the record itself is then read within them. The lock is sent in the packet
 * of the next statement.
 */
export const lockTargetFirst = (
  { engine, tx }: Pick<TransactionContext, 'engine' | 'tx'>,
  { table, fields, lockedBehind: reference }: Resource,
  id: string,
): void => {
  if (reference === undefined || !isId(id)) return;
  const target = engine.store.catalog.target(fields[reference]?.spec.target?.key ?? '');
  if (!target) throw new Error(`${table}: ${reference} names no resource of this server`);
  tx.send({
    sql: `select 1 from ${target.table} where tenant_id = $1
            and id = (select ${snakeCase(reference)} from ${table} where tenant_id = $1 and id = $2) for update`,
    parameters: [tx.tenantId, id],
  });
};
