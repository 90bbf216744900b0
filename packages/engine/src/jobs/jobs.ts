import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Job, Jobs } from './port.ts';

/** The jobs of one process: it queues work at any time, and runs it after `start`. */
export interface JobRunner extends Jobs {
  /**
   * Starts queued and scheduled work in a process that serves. Called again after a failure it
   * goes on with what is missing.
   */
  start<Services>(engine: Services, jobs: readonly Job<never, Services>[]): Promise<void>;
}

export interface JobOptions {
  /** As the owner of the schema: the queue keeps its own tables in a schema of its own. */
  readonly ownerUrl: string;
  readonly log: Logger;
  /** Seconds between two looks for work. */
  readonly every?: number;
}

const schema = 'jobs';
/** Seconds that a piece of work may take; then it counts as lost and another process takes it. */
const longest = 3600;
/**
 * Seconds after which work whose process shows no sign of life counts as lost: a killed server's jobs
 * go on soon after its restart.
 */
const silence = 60;

/**
 * Background work through pg-boss, by polling: it needs no session of its own, so that a connection
 * pooler may be used. Failed work is tried again five times, with growing pauses. Long because
 * its small functions share the state of one queue.
 */
export const createJobs = (options: JobOptions): JobRunner => {
  const { log } = options;
  const boss = new PgBoss({
    connectionString: options.ownerUrl,
    application_name: 'keyan-jobs',
    max: 2,
    schema,
    schedule: true,
    cronMonitorIntervalSeconds: 30,
  });
  // The database is away, or a worker failed between its retries: the library goes on by itself.
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));

  let opening: Promise<unknown> | null = null;
  const open = (): Promise<unknown> => {
    opening ??= boss.start().catch((error: unknown) => {
      // The database was away: the next caller tries again.
      opening = null;
      throw error;
    });
    return opening;
  };
  const queues = new Map<string, Promise<void>>();
  const queue = async (name: string): Promise<void> => {
    await open();
    const known =
      queues.get(name) ??
      boss.createQueue(name, {
        // One waiting job per key; work without a key gets one of its own.
        policy: 'short',
        retryLimit: 5,
        retryBackoff: true,
        expireInSeconds: longest,
      });
    queues.set(name, known);
    await known.catch((error: unknown) => {
      queues.delete(name);
      throw error;
    });
  };
  const working = new Set<string>();
  let stopping = false;

  /** Starts one kind of work in this process, and its schedule. */
  const takeUp = async <Services>(engine: Services, job: Job<never, Services>): Promise<void> => {
    await queue(job.name);
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: 'Asia/Shanghai' });
    await boss.work<never>(
      job.name,
      { pollingIntervalSeconds: options.every ?? 2 },
      async (taken) => {
        for (const { id, data } of taken) {
          try {
            await job.run(data, engine);
          } catch (error) {
            log.error({ err: error, job: job.name, id }, 'job failed');
            throw error;
          }
        }
      },
    );
    working.add(job.name);
  };

  return {
    send: async (job, data, given = {}) => {
      await queue(job.name);
      await boss.send(job.name, data, {
        singletonKey: given.key ?? randomUUID(),
        heartbeatSeconds: silence,
      });
    },
    start: async (engine, jobs) => {
      try {
        for (const job of jobs) if (!working.has(job.name)) await takeUp(engine, job);
      } catch (error) {
        // Asked to stop while starting: no job is taken up any more.
        if (!stopping) throw error;
      }
    },
    failedSince: async (since) => {
      await open();
      const { rows } = await boss
        .getDb()
        .executeSql(
          `select count(*)::int as failed from ${schema}.job where state = 'failed' and completed_on >= $1`,
          [since],
        );
      return (rows[0] as { failed: number }).failed;
    },
    stop: async () => {
      stopping = true;
      if (!opening) return;
      await opening.catch(() => undefined);
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
};
