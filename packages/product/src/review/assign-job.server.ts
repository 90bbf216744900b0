import { createYielder } from '@keyan/engine/base/yielding.ts';
import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { EngineJob } from '@keyan/engine/engine.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { SystemActor } from '@keyan/kernel/access/actor.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import {
  assertNoParty,
  assertWhole,
  assignItems,
  assignmentPlanOf,
  enrolParties,
  itemsOfReview,
  type PlannedRecord,
  writePlan,
} from './assigning.server.ts';
import { itemCodes, reviewStageCodes } from './dictionaries.ts';
import type { JudgingExpert } from './matching/conflicts.ts';
import { assignInRounds } from './matching/rounds.ts';
import { assertProcedures } from './quorum.server.ts';
import { reviewSet } from './review-set.ts';
import { type StoredSet, setKind } from './rows.server.ts';

/** Minimum number of records for which experts are assigned in the background. */
const manyRecords = 60;

/** Number of records per transaction. */
const perTransaction = 25;

const jobName = 'assign-review';

/**
 * Publishes a review: assigns experts at once, or in the background if there are many records
 * (R-801).
 */
export const publishReview = async (
  transaction: TransactionContext,
  set: StoredSet,
): Promise<void> => {
  const { engine, tx } = transaction;
  const waiting = await itemsOfReview(transaction, set);
  if (waiting.length < manyRecords) {
    await assignItems(transaction, set);
    return;
  }
  assertNoParty(transaction, waiting);
  assertProcedures(set, waiting, transaction.now);
  const row = await lockRow(transaction, setKind, set.id);
  await changeRow(transaction, setKind, row, 'begin', {
    status: reviewStageCodes.assigning,
    assignFault: null,
  });
  engine.jobs.queue(tx, { name: jobName }, { id: set.id }, { key: `${jobName} ${set.id}` });
};

/** True if a record of the review already has experts. */
const hasBegun = async (tx: Session, set: string): Promise<boolean> => {
  const [found] = await tx.query<{ has: boolean }>(
    `select exists (select 1 from review_item
       where tenant_id = $1 and set_id = $2 and status = $3 and is_deleted = 0) as has`,
    [tx.tenantId, set, itemCodes.open],
  );
  return found?.has === true;
};

/**
 * Background job that assigns experts to the records of a review. Unassigned places are reported in
 * the review: if nothing was written, the review becomes editable again; otherwise it is open and
 * the office assigns the rest.
 */
export const assignReview: EngineJob<{ readonly id: string }> = {
  name: jobName,
  label: ['分配评审专家', 'Assign review experts'],
  run: async ({ tenantId, data: { id }, signal }, engine) => {
    const actor: SystemActor = { system: reviewSet.label[0], tenantId };
    const commands = engine.asSystem(reviewSet.label[0], tenantId);
    const within = <T>(act: (transaction: TransactionContext, set: StoredSet) => Promise<T>) =>
      engine.database.transaction(tenantId, async (tx) => {
        const transaction = behaviourTransaction({ engine, actor }, tx);
        const set = (await lockRow(transaction, setKind, id)) as StoredSet;
        return set.status === reviewStageCodes.assigning ? act(transaction, set) : null;
      });
    let panel: readonly JudgingExpert[] = [];
    let done = 0;
    const ending = await assignInRounds<readonly PlannedRecord[]>({
      // The plan is made without locks and verified when it is written.
      plan: async () => {
        const { row } = await commands.read(reviewSet, id);
        const set = row as StoredSet;
        if (set.status !== reviewStageCodes.assigning) return null;
        const plan = await engine.database.read(tenantId, (tx) =>
          assignmentPlanOf({ engine, tx }, set, createYielder()),
        );
        assertWhole(set, plan);
        panel = plan.panel;
        return Array.from({ length: Math.ceil(plan.planned.length / perTransaction) }, (_, at) =>
          plan.planned.slice(at * perTransaction, (at + 1) * perTransaction),
        );
      },
      write: async (part) => {
        signal.throwIfAborted();
        const left = await within((step, set) => writePlan(step, set, panel, part));
        if (left !== null) done += part.length;
        return left;
      },
    });
    if (ending === 'dropped') return { done };
    await within((step, set) => enrolParties(step, set));
    if (ending === 'whole') {
      await commands.perform(reviewSet, 'assigned', id);
      return { done };
    }
    const begun = await engine.database.read(tenantId, (tx) => hasBegun(tx, id));
    const { row } = await commands.read(reviewSet, id);
    await commands.perform(reviewSet, begun ? 'partly' : 'unassigned', id, {
      assignFault: ending.short.label[0].slice(0, 500),
      version: row.version,
    });
    return { done, left: 1 };
  },
};
