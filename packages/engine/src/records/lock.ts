import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { shapeOf } from '../store/schema/shape.ts';
import type { ActorScope } from '../store/statements/scope.ts';
import type { Presence } from '../store/statements/select.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';

/**
 * Locks a record until the transaction ends and reads it with its lines and attachments. The lock is
 * a statement of its own, sent in the same packet: a statement that waits for a lock afterwards sees
 * the new row, but lines and attachments as they were when it began.
 * @param scope which rows count as there; all of the tenant's by default.
 * @param values what the scope asks for.
 * @param which records: those that are there, or those that were removed.
 * @throws Missing when there is none.
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
 * Locks the record that a command begins with, after the record that it is locked behind (`lockedBehind`). Every
 * command begins here: all of them lock in one order, and none waits for another in a circle.
 * @param of scope, values and presence, as in `lockRow`.
 * @throws Missing when there is none.
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

/** Locks a record that another one names; null if it was removed. */
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
 * Locks the record that is to be locked before this one (`lockedBehind`); for a kind without one it does nothing. It
 * locks before the actor's rights are known; the record itself is then read within them. The lock leaves in the packet
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
