import type { EngineJob } from '@keyan/engine/engine.ts';
import {
  type Behaviour,
  behave,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { isSystem } from '@keyan/kernel/access/actor.ts';
import { computeScores } from './compute.server.ts';
import { lockScores } from './lock.server.ts';
import { rescoreOutputs, unlockOutput } from './rescore.server.ts';
import { scoreBatch } from './score-batch.ts';
import { scoreResult } from './score-result.ts';

/** The work follows the commit: nothing is computed for an action that was refused after all. */
const queue =
  (job: typeof computeScores | typeof lockScores) =>
  ({ id }: { readonly id: string }, { engine, actor, tx }: TransactionContext): void => {
    const by = isSystem(actor) ? {} : { by: actor.id };
    engine.jobs.queue(tx, job, { batchId: id }, { key: id, ...by });
  };

const batchBehaviour = behave<typeof scoreBatch.fields>(scoreBatch, {
  performed: {
    calc: queue(computeScores),
    confirm: queue(lockScores),
    annul: queue(lockScores),
  },
});

const resultBehaviour = behave<typeof scoreResult.fields>(scoreResult, {
  performed: { unlockOutput },
});

export const scoringBehaviours: readonly Behaviour[] = [batchBehaviour, resultBehaviour];

export const scoringJobs = [
  computeScores,
  lockScores,
  rescoreOutputs,
] as readonly EngineJob<never>[];
