import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { withoutSecrets } from '@keyan/kernel/values/redact.ts';
import { machineName } from '../error-log/error-log-columns.server.ts';
import type { ServiceLogEntry } from './logs.ts';

/** Maximum length of a stored entry in characters. */
const maxEntryLength = 4000;

/** Dependencies for writing an entry. */
type LogDependencies = Pick<Engine, 'database' | 'ids' | 'clock' | 'log'>;

/** Report in both languages, or a text without translation. */
interface LoggedReport extends Pick<ServiceLogEntry, 'logLevel' | 'logId'> {
  readonly logData: Label | string;
}

/**
 * Logs what a job or a service did, without secrets. If storing fails, only the process log has the report: logging
 * never fails the work.
 */
export const writeServiceLog = async (
  engine: LogDependencies,
  tenantId: string,
  entry: LoggedReport,
): Promise<void> => {
  const { logData } = entry;
  const [zh, en] = typeof logData === 'string' ? [logData, null] : logData;
  const written = engine.database.transaction(tenantId, (tx) =>
    tx.query(
      `insert into usual_log (tenant_id, id, level, log_id, data, data_en, server_host, server_ip,
         create_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        tenantId,
        engine.ids.next(),
        entry.logLevel,
        entry.logId,
        withoutSecrets(zh, maxEntryLength),
        en && withoutSecrets(en, maxEntryLength),
        machineName.host,
        machineName.ip,
        engine.clock(),
      ],
    ),
  );
  await written.catch((err) => engine.log.warn({ err, logId: entry.logId }, 'entry not kept'));
};

/**
 * Returns the job with a report of each run that did something or failed. Runs without work are not reported, since
 * some jobs run every minute.
 */
export const reportingJob = (job: EngineJob<never>): EngineJob<never> => ({
  ...job,
  run: async (work, engine) => {
    const note = (logLevel: ServiceLogEntry['logLevel'], [zh, en]: Label) =>
      writeServiceLog(engine, work.tenantId, {
        logLevel,
        logId: job.name,
        logData: [`${job.label[0]}：${zh}`, `${job.label[1]}: ${en}`],
      });
    try {
      const counts = await job.run(work, engine);
      const { done, left = 0 } = counts;
      if (left > 0) {
        await note(
          'warn',
          fill(['已处理 {done}，未处理 {left}', '{done} processed, {left} left'], { done, left }),
        );
      } else if (done > 0)
        await note('info', fill(['已处理 {done}', '{done} processed'], { done }));
      return counts;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await note('error', [reason, reason]);
      throw error;
    }
  },
});
