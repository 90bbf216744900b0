import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { denialReason } from '@keyan/kernel/records/abilities.ts';
import type { RemovedRow } from '@keyan/kernel/wire/records.ts';
import { actorId } from '../base/actors.ts';
import type { StoredRow, TransactionContext } from '../records/behaviour.ts';
import { commitChange } from '../records/commit.ts';
import { lockInOrder } from '../records/lock.ts';
import { danglingReferences } from '../records/references.ts';
import { holdsPermission, scopeValues } from '../records/rights.ts';
import { commitTransition } from '../records/transition.ts';
import { readableBy } from '../store/statements/scope.ts';
import {
  behaviourTransaction,
  type CommandContext,
  type CommandTransaction,
  throwFault,
} from './context.ts';

/** Days for which the recycle bin shows removed records. */
export const recycleBinDays = 30;
/** Maximum number of records that the recycle bin shows. */
const binRows = 200;

/** Returns the records that the actor removed and may restore, newest first. */
export const removedRecords = async (
  context: CommandContext,
  resource: Resource,
): Promise<readonly RemovedRow[]> => {
  const { engine, actor } = context;
  if (!holdsPermission(resource, actor, 'delete')) throw new Denied();
  const since = new Date(engine.clock().getTime() - recycleBinDays * 24 * 3_600_000);
  return engine.database.heavy<RemovedRow>(
    actor.tenantId,
    actorId(actor),
    engine.store.reader.removed(resource, readableBy(engine.store.catalog, resource, actor)).bind({
      ...scopeValues(context),
      since,
      limit: binRows,
    }),
  );
};

const notInBin = () =>
  new Refused([
    '该记录不在回收站中，可能已经恢复',
    'This record is not in the recycle bin; it may have been restored already',
  ]);

/** Locks and returns a removed row if the actor removed it and may restore it. */
const openRemoved = async (
  context: CommandContext,
  transaction: TransactionContext,
  resource: Resource,
  id: string,
): Promise<StoredRow> => {
  const { engine, actor } = context;
  const scope = readableBy(engine.store.catalog, resource, actor);
  const values = scopeValues(context);
  const row = await lockInOrder(transaction, resource, id, scope, values, 'removed').catch(
    async (error) => {
      // An actor who may read the record learns that it is not removed; for other actors it does not exist.
      if (error instanceof Missing) await lockInOrder(transaction, resource, id, scope, values);
      throw error instanceof Missing ? notInBin() : error;
    },
  );
  if (row.updateUser !== actorId(actor)) throw new Missing();
  throwFault(denialReason('remove', { resource, row, actor }));
  return row;
};

const bringBack = async (
  transaction: CommandTransaction,
  resource: Resource,
  row: StoredRow,
): Promise<void> => {
  const { engine, tx } = transaction;
  const faults = await danglingReferences(engine, tx, resource, row);
  if (faults.length > 0) throw new Invalid(faults);
  const after = await commitChange(transaction, {
    resource,
    before: row,
    after: row,
    action: 'restore',
    waits: true,
  });
  // The approval ended at removal, so the restored record is a draft.
  if (!hasProcess(resource) || row.auditStatus === statuses.draft) return;
  const process = await engine.workflow.end(transaction, {
    resource,
    row: after,
    cause: 'backDraft',
  });
  await commitTransition(transaction, { resource, row: after, action: 'backDraft', process });
};

/**
 * Restores records that the actor removed: all of the named records, or none.
 * @throws Denied without the right; Missing for a record that somebody else removed; Refused for a record that is not
 *   removed; Invalid if another record has taken a unique value, or if a referenced record is missing.
 */
export const restoreRecords = async (
  context: CommandContext,
  resource: Resource,
  ids: readonly string[],
): Promise<void> => {
  await context.engine.database.transaction(context.actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction(context, tx);
    for (const id of [...new Set(ids)].sort()) {
      const removed = await openRemoved(context, transaction, resource, id);
      await bringBack(transaction, resource, removed);
    }
  });
};
