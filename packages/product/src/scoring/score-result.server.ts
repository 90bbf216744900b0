import type { QueuedJob } from '@keyan/engine/jobs/port.ts';
import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { scoreResult } from './score-result.ts';

/**
 * Background job that recomputes running assessments, every night and after a manual change of a
 * score.
 */
export const assessmentRefresh: QueuedJob = { name: 'refresh-assessment-nightly' };

/**
 * Queues a recomputation of running assessments after a manual change, so that all pages show the
 * same sum.
 */
export const scoreResultBehaviour = defineBehaviour(scoreResult, {
  saved: async (row, { before, engine, tx }) => {
    if (before && before.adjustScore !== row.adjustScore) {
      engine.jobs.queue(tx, assessmentRefresh, {}, { key: 'asked' });
    }
  },
});
