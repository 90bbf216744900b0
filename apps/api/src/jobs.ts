import type { EngineJob } from '@keyan/engine/engine.ts';
import { sweepIdentityJob } from '@keyan/engine/identity/sweep.ts';
import { fillSearchEntries, maintenanceJobs } from '@keyan/engine/server/maintenance.ts';
import { workbookJobs } from '@keyan/engine/workbooks/jobs.ts';
import { sweepErrorLog } from '@keyan/product/system/error-log/error-log.server.ts';
import { sweepApplicants } from '@keyan/product/system/registration/registration-apply.server.ts';
import type { Parts } from './parts.ts';

/** Milliseconds between two attempts. */
const pause = 2000;

/**
 * Takes up the background work: what calls queued, and what comes by the clock. Tries again while
 * the database is away, since calls are served without it, too.
 */
export async function startJobs(parts: Parts): Promise<void> {
  try {
    await parts.jobs.start(parts.engine, [
      ...maintenanceJobs(parts.files),
      ...workbookJobs(parts.files),
      sweepIdentityJob as EngineJob<never>,
      sweepErrorLog as EngineJob<never>,
      sweepApplicants as EngineJob<never>,
    ]);
    await parts.jobs.send(fillSearchEntries, {}, { key: 'start' });
  } catch (error) {
    parts.engine.log.warn({ err: error }, 'background work could not start; trying again');
    setTimeout(() => void startJobs(parts), pause).unref();
  }
}
