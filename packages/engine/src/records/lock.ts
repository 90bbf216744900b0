import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { Settled } from '../store/scope.ts';
import type { Presence } from '../store/select.ts';
import { shapeOf } from '../store/shape.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';

/**
 * Reads a record with its lines and attachments and locks it until the transaction ends.
 * @param scope which rows count as there; all of the tenant's by default.
 * @param values what the scope asks for.
 * @param which records: those that are there, or those that were removed.
 * @throws Missing when there is none.
 */
export const lockRow = async (
  { engine, tx }: TransactionContext,
  resource: Resource,
  id: string,
  scope: Settled = true,
  values: Readonly<Record<string, unknown>> = {},
  which: Presence = 'there',
): Promise<StoredRow> => {
  if (!isId(id)) throw new Missing();
  const [found] = await tx.query<{ row: StoredRow; files: unknown }>(
    engine.store.reader.lock(resource, scope, which).bind({ ...values, tenant: tx.tenantId, id }),
  );
  if (!found) throw new Missing();
  const { row } = found;
  const { files } = shapeOf(resource);
  if (files) row[files] = [...engine.files.fromColumn(found.files)];
  return row;
};
