import { factsForRules } from '@keyan/kernel/definition/life/fact.ts';
import { isAtPlace } from '@keyan/kernel/definition/life/states.ts';
import type { ActionContext, Resource } from '@keyan/kernel/definition/resource.ts';
import { changesBetween } from '@keyan/kernel/records/diff.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { actorId } from '../base/actors.ts';
import type { ChangedOwner } from '../ledger/post.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { currentValidationContext } from './facts.ts';
import { lockTarget } from './lock.ts';
import type { RecordChange } from './write-record.ts';

type Commit = (change: RecordChange) => Promise<StoredRow>;

const postingActions = (resource: Resource) =>
  Object.entries(resource.actions ?? {}).filter(([, { by }]) => by === 'posting');

/** Performs the action that a posting triggers on one owner. */
const followOne = async (
  transaction: TransactionContext,
  resource: Resource,
  id: string,
  commit: Commit,
): Promise<void> => {
  const { actor, now, tx } = transaction;
  // A removed owner reverses its own postings, and has no state to change.
  let row = await lockTarget(transaction, resource, id);
  if (!row) return;
  const judged = await currentValidationContext(transaction, tx, resource, row, row);
  const context: ActionContext = {
    ...judged,
    now: timeText(now),
    actor: actorId(actor),
    facts: factsForRules(resource, judged.facts),
  };
  for (const [action, { from, to, guard, set, life }] of postingActions(resource)) {
    const field = life ?? resource.states?.field;
    if (!field || !isAtPlace(resource, row, { from, life })) continue;
    if (guard?.check(row, context)) continue;
    const state = typeof to === 'function' ? to(row, context) : to;
    const values = {
      ...set?.(row, {}, context),
      [field]: state ?? (row as RowLike)[field],
    };
    const after = { ...row, ...values };
    if (changesBetween(resource, row, after).length === 0) continue;
    // Nobody entered a value: a person who has the record open in a form can still save it.
    row = await commit({ resource, before: row, after, action, note: null, keepsVersion: true });
  }
};

/** Writes the values of its own subaccount into a record; open forms of the record remain valid. */
const holdOne = async (
  transaction: TransactionContext,
  resource: Resource,
  id: string,
  { values, note }: NonNullable<ChangedOwner['holds']>,
  commit: Commit,
): Promise<void> => {
  const row = await lockTarget(transaction, resource, id);
  if (!row) return;
  const after = { ...row, ...values };
  if (changesBetween(resource, row, after).length === 0) return;
  await commit({ resource, before: row, after, action: 'effect', note, keepsVersion: true });
};

/**
 * Performs the actions of owners that postings trigger (`by: 'posting'`): an action that changes neither state nor
 * values is skipped. Records with their own subaccounts store the values that follow from them.
 */
export const actOnPostings = async (
  transaction: TransactionContext,
  moved: readonly ChangedOwner[],
  commit: Commit,
): Promise<void> => {
  for (const { resource: key, id, holds } of moved) {
    const resource = transaction.engine.store.catalog.target(key);
    if (resource && holds) {
      await holdOne(transaction, resource, id, holds, commit);
    } else if (resource && postingActions(resource).length > 0) {
      await followOne(transaction, resource, id, commit);
    }
  }
};
