/**
 * Keeps the effects in force equal to the `effects` of definitions: compares the effects that states of records require
 * with those in force, and writes the difference. A return, a refusal, a recall, a removal and an edit are one
 * computation. Records are locked in one order: the changed record, then targets by descending rank and ascending id. A
 * changed target has effects of its own, on targets of lower rank; each is locked and written once.
 */
import type { RecordName } from '../effects/standing.ts';
import type { TransactionContext } from './behaviour.ts';
import type { EffectChange } from './plan.ts';
import { settleCreation, settleRemoval } from './settle-creations.ts';
import { settleWrites } from './settle-writes.ts';

/** Steps for one target that are still to be taken. */
interface Work {
  readonly target: RecordName;
  readonly rank: number;
  readonly steps: EffectChange[];
}

const byLockOrder = (a: Work, b: Work): number =>
  b.rank - a.rank ||
  a.target.resource.localeCompare(b.target.resource) ||
  Number(BigInt(a.target.id) - BigInt(b.target.id));

const settleTarget = async (
  transaction: TransactionContext,
  { target, steps }: Work,
): Promise<readonly EffectChange[]> => {
  const resource = transaction.engine.store.catalog.target(target.resource);
  if (!resource) throw new Error(`${target.resource}: something stands on a resource that is gone`);
  const follow: EffectChange[] = [];
  const writes = steps.filter(({ is, should }) => (should ?? is)?.kind === 'write');
  for (const step of steps) {
    const { is, should } = step;
    if (should?.kind === 'create') {
      follow.push(...(await settleCreation(transaction, resource, step, should)));
    }
    if (is?.kind === 'create') {
      follow.push(...(await settleRemoval(transaction, resource, step, is)));
    }
  }
  if (writes.length > 0) {
    follow.push(...(await settleWrites(transaction, resource, target, writes)));
  }
  return follow;
};

/** Takes all steps, and further steps that follow from them. */
export const settleEffects = async (
  transaction: TransactionContext,
  steps: readonly EffectChange[],
): Promise<void> => {
  const { catalog } = transaction.engine.store;
  const pending = new Map<string, Work>();
  const add = (step: EffectChange): void => {
    const target = (step.should ?? step.is)?.target;
    if (!target) return;
    const name = `${target.resource} ${target.id}`;
    const work = pending.get(name) ?? { target, rank: catalog.rankOf(target.resource), steps: [] };
    work.steps.push(step);
    pending.set(name, work);
  };
  steps.forEach(add);
  while (pending.size > 0) {
    const [next] = [...pending].sort(([, a], [, b]) => byLockOrder(a, b));
    if (!next) return;
    pending.delete(next[0]);
    (await settleTarget(transaction, next[1])).forEach(add);
  }
};
