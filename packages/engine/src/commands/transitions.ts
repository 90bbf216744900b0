import { statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { type Ability, denialReason } from '@keyan/kernel/records/abilities.ts';
import type { StoredRow, TransactionContext } from '../records/behaviour.ts';
import { commitChange } from '../records/commit.ts';
import { notifyOfEnding } from '../records/ending-news.ts';
import { lockInOrder } from '../records/lock.ts';
import { assertDeletable, assertNotReferenced } from '../records/references.ts';
import { scopeValues, visibleRow } from '../records/rights.ts';
import { commitTransition } from '../records/transition.ts';
import { readableBy } from '../store/statements/scope.ts';
import { assertReason } from '../workflow/lists/opinions.ts';
import { behaviourTransaction, type CommandContext, throwFault } from './context.ts';

/** Locks and returns a row if the actor may read it and perform this action on it. */
const openFor = async (
  context: CommandContext,
  transaction: TransactionContext,
  resource: Resource,
  id: string,
  ability: Ability,
): Promise<StoredRow> => {
  const { actor } = context;
  const scope = readableBy(context.engine.store.catalog, resource, actor);
  const row = await lockInOrder(transaction, resource, id, scope, scopeValues(context));
  throwFault(denialReason(ability, { resource, row, actor }));
  return row;
};

/** Returns a record to its writer before any approver has acted. */
export const recallRecord = (
  context: CommandContext,
  resource: Resource,
  id: string,
): Promise<StoredRow> =>
  context.engine.database.transaction(context.actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction(context, tx);
    const row = await openFor(context, transaction, resource, id, 'recall');
    const process = await context.engine.workflow.recall(transaction, { resource, row });
    const after = await commitTransition(transaction, { resource, row, action: 'recall', process });
    return visibleRow(resource, context.actor, after);
  });

/** Makes a record a draft again, in any status, unless other records depend on it. */
export const backDraft = (
  context: CommandContext,
  resource: Resource,
  id: string,
  reason?: string,
): Promise<StoredRow> =>
  context.engine.database.transaction(context.actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction(context, tx);
    const row = await openFor(context, transaction, resource, id, 'backDraft');
    if (row.auditStatus === statuses.approved) {
      await assertNotReferenced(context.engine, tx, resource, row);
    }
    if (reason?.trim()) assertReason(reason);
    const opinion: { opinion?: string } = reason?.trim() ? { opinion: reason.trim() } : {};
    const process = await context.engine.workflow.end(transaction, {
      resource,
      row,
      cause: 'backDraft',
      ...opinion,
    });
    const after = await commitTransition(transaction, {
      resource,
      row,
      action: 'backDraft',
      process,
      ...opinion,
    });
    await notifyOfEnding(transaction, resource, row, 'backDraft', opinion.opinion ?? '');
    return visibleRow(resource, context.actor, after);
  });

/** Declares an approved record void, finally and with a reason. */
export const abolishRecord = (
  context: CommandContext,
  resource: Resource,
  id: string,
  reason: string,
): Promise<StoredRow> =>
  context.engine.database.transaction(context.actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction(context, tx);
    const row = await openFor(context, transaction, resource, id, 'abolish');
    assertReason(reason);
    const opinion = reason.trim();
    const process = await context.engine.workflow.end(transaction, {
      resource,
      row,
      cause: 'abolish',
      opinion,
    });
    const after = await commitTransition(transaction, {
      resource,
      row,
      action: 'abolish',
      process,
      opinion,
    });
    await notifyOfEnding(transaction, resource, row, 'abolish', opinion);
    return visibleRow(resource, context.actor, after);
  });

/** Removes records: all of the named records, or none. */
export const removeRecords = (
  context: CommandContext,
  resource: Resource,
  ids: readonly string[],
): Promise<void> =>
  context.engine.database.transaction(context.actor.tenantId, async (tx) => {
    const { engine } = context;
    const transaction = behaviourTransaction(context, tx);
    if (ids.length === 0) {
      throw new Invalid([
        { path: 'ids', message: ['请选择至少一条数据', 'Select at least one record'] },
      ]);
    }
    // Records are locked in a fixed order, so that two people cannot block each other.
    for (const id of [...new Set(ids)].sort()) {
      const row = await openFor(context, transaction, resource, id, 'remove');
      await assertDeletable(engine, tx, resource, row);
      if (row.processInstanceId) {
        await engine.workflow.end(transaction, { resource, row, cause: 'remove' });
      }
      await commitChange(transaction, { resource, before: row, after: row, action: 'remove' });
    }
  });
