import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { withoutSecrets } from '@keyan/kernel/values/redact.ts';
import { machine } from '../error-log/error-log-columns.server.ts';
import type { UsualEntry } from './logs.ts';

/** Characters of an entry that are kept. */
const longest = 4000;

/** What writing an entry takes. */
type Writing = Pick<Engine, 'database' | 'ids' | 'clock' | 'log'>;

/**
 * Writes down what a job or a service did, without secrets. What cannot be written stays in the log
 * of the process alone: reporting never fails the work that it reports.
 */
export const noteUsual = async (
  engine: Writing,
  tenantId: string,
  entry: Pick<UsualEntry, 'logLevel' | 'logId' | 'logData'>,
): Promise<void> => {
  const written = engine.database.transaction(tenantId, (tx) =>
    tx.query(
      `insert into usual_log (tenant_id, id, level, log_id, data, server_host, server_ip, create_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        tenantId,
        engine.ids.next(),
        entry.logLevel,
        entry.logId,
        withoutSecrets(entry.logData, longest),
        machine.host,
        machine.ip,
        engine.clock(),
      ],
    ),
  );
  await written.catch((err) => engine.log.warn({ err, logId: entry.logId }, 'entry not kept'));
};

/**
 * The job with a report of each run that did something, could not do something, or failed. A run
 * that found nothing to do is no news: some jobs come every minute.
 */
export const reporting = (job: EngineJob<never>): EngineJob<never> => ({
  ...job,
  run: async (work, engine) => {
    const note = (logLevel: UsualEntry['logLevel'], logData: string) =>
      noteUsual(engine, work.tenantId, { logLevel, logId: job.name, logData });
    const [name] = job.label;
    try {
      const counts = await job.run(work, engine);
      const { done, left = 0 } = counts;
      if (left > 0) await note('warn', `${name} done=${done} left=${left}`);
      else if (done > 0) await note('info', `${name} done=${done}`);
      return counts;
    } catch (error) {
      await note('error', `${name} ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    }
  },
});
