import { sweepIdentityJob } from '@keyan/engine/identity/sweep.ts';
import type { Job } from '@keyan/engine/jobs/port.ts';
import { upkeepJobs } from '@keyan/engine/jobs/upkeep.ts';
import { sheetJobs } from '@keyan/engine/sheets/endpoints.ts';
import type { Parts } from './parts.ts';

/** Takes up the background work: what calls queued, and what comes by the clock. */
export const startJobs = (parts: Parts): Promise<void> =>
  parts.jobs.start(parts.engine, [
    ...upkeepJobs(parts.files),
    ...sheetJobs(parts.files),
    sweepIdentityJob as Job<never>,
  ]);
