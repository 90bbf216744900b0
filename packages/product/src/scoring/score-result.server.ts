import type { QueuedJob } from '@keyan/engine/jobs/port.ts';
import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { scoreResult } from './score-result.ts';

/** The job that computes assessments under way anew, every night and after a change of a score by hand. */
export const assessmentRefresh: QueuedJob = { name: 'refresh-assessment-nightly' };

/** A score that people changed counts in the assessments under way at once: a person reads one sum everywhere. */
export const scoreResultBehaviour = defineBehaviour(scoreResult, {
  saved: async (row, { before, engine, tx }) => {
    if (before && before.adjustScore !== row.adjustScore) {
      engine.jobs.queue(tx, assessmentRefresh, {}, { key: 'asked' });
    }
  },
});
