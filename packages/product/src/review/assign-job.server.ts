import { yielder } from '@keyan/engine/base/yielding.ts';
import { transactionOf } from '@keyan/engine/commands/context.ts';
import type { EngineJob } from '@keyan/engine/engine.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { SystemActor } from '@keyan/kernel/access/actor.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import { changeRow } from '../shared/rows.server.ts';
import {
  assignItems,
  demandNoParty,
  demandWhole,
  enrolParties,
  openItems,
  planOf,
  writePlan,
} from './assigning.server.ts';
import { stages } from './dictionaries.ts';
import { reviewSet } from './review-set.ts';
import { type StoredSet, setKind } from './rows.server.ts';

/** From this many records on, experts are found in the background. */
const manyRecords = 60;

/** Records that are written in one transaction. */
const perTransaction = 25;

/** Rounds of a plan: what no longer held when it was written is planned anew. */
const mostRounds = 3;

const jobName = 'assign-review';

/** Gives the records of a review to its experts: at once, or in the background where there are many. */
export const publishReview = async (
  transaction: TransactionContext,
  set: StoredSet,
): Promise<void> => {
  const { engine, tx } = transaction;
  const waiting = await openItems(transaction, set);
  if (waiting.length < manyRecords) {
    await assignItems(transaction, set);
    return;
  }
  demandNoParty(transaction, waiting);
  const row = await lockRow(transaction, setKind, set.id);
  await changeRow(transaction, setKind, row, 'begin', {
    status: stages.assigning,
    assignFault: null,
  });
  engine.jobs.queue(tx, { name: jobName }, { id: set.id }, { key: `${jobName} ${set.id}` });
};

/** A job finds experts for a review of many records, as long as it waits for them. */
export const assignReview: EngineJob<{ readonly id: string }> = {
  name: jobName,
  label: ['分配评审专家', 'Assign experts of a review'],
  run: async ({ tenantId, data: { id }, signal }, engine) => {
    const actor: SystemActor = { system: reviewSet.label[0], tenantId };
    const commands = engine.asSystem(reviewSet.label[0], tenantId);
    const within = <T>(act: (transaction: TransactionContext, set: StoredSet) => Promise<T>) =>
      engine.database.transaction(tenantId, async (tx) => {
        const transaction = transactionOf({ engine, actor }, tx);
        const set = (await lockRow(transaction, setKind, id)) as StoredSet;
        return set.status === stages.assigning ? act(transaction, set) : undefined;
      });
    try {
      let written = 0;
      for (let round = 0; round < mostRounds; round += 1) {
        // The plan is made without locks, and judged again when it is written.
        const { row } = await commands.read(reviewSet, id);
        const set = row as unknown as StoredSet;
        if (set.status !== stages.assigning) return { done: written };
        const plan = await engine.database.read(tenantId, (tx) =>
          planOf({ engine, tx }, set, yielder()),
        );
        demandWhole(set, plan);
        let left = 0;
        for (let at = 0; at < plan.planned.length; at += perTransaction) {
          signal.throwIfAborted();
          const part = plan.planned.slice(at, at + perTransaction);
          left += (await within((step, locked) => writePlan(step, locked, plan.panel, part))) ?? 0;
          written += part.length;
        }
        if (left === 0) break;
      }
      await within((step, set) => enrolParties(step, set));
      await commands.perform(reviewSet, 'assigned', id);
      return { done: written };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { row } = await commands.read(reviewSet, id);
      const assignFault = error.label[0].slice(0, 500);
      await commands.perform(reviewSet, 'unassigned', id, { assignFault, version: row.version });
      return { done: 0, left: 1 };
    }
  },
};
