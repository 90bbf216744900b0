import type { EngineJob } from '@keyan/engine/engine.ts';
import { type Behaviour, behave } from '@keyan/engine/records/behaviour.ts';
import { computeScores } from './compute.server.ts';
import { lockScores } from './lock.server.ts';
import { rescoreOutputs, unlockOutput } from './rescore.server.ts';
import { scoreResult } from './score-result.ts';

export const resultBehaviour: Behaviour = behave<typeof scoreResult.fields>(scoreResult, {
  performed: { unlockOutput },
});

export const scoringJobs: readonly EngineJob<never>[] = [computeScores, lockScores, rescoreOutputs];
