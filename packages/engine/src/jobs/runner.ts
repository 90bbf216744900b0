import { hostname } from 'node:os';
import { withoutSecrets } from '@keyan/kernel/values/redact.ts';
import type { Logger } from 'pino';
import type { Database } from '../store/connection/database.ts';
import { Unavailable } from '../store/connection/failures.ts';
import { tenantsInUse } from '../store/homes/tenants-in-use.ts';
import type { Ids } from '../store/schema/ids.ts';
import { telemetryChannels } from '../telemetry/channels.ts';
import type { Job, Jobs } from './port.ts';
import {
  type ClaimedRun,
  claimRun,
  endLostRuns,
  keepRunsAlive,
  maxSilenceSeconds,
  maxTries,
  planRuns,
  queueRun,
  recordTryOutcome,
  releaseRun,
  type TryOutcome,
} from './runs.ts';
import { everyMinute, previousScheduledTime } from './schedule.ts';

/** Jobs of one process: queues work at any time, and runs it after `start`. */
export interface JobRunner extends Jobs {
  /** Starts to run queued and scheduled work. */
  start<Services>(services: Services, jobs: readonly Job<never, Services>[]): void;
  /** Runs all due work now, and resolves when it is done. */
  settle(): Promise<void>;
}

export interface JobOptions {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Seconds between two checks for work that another process queued. */
  readonly every?: number;
  /** Name of the process on the page of runs. */
  readonly process?: string;
}

/** Maximum number of concurrent runs in one process: more would take database connections from calls. */
const maxConcurrentRuns = 3;
/** Milliseconds that a stop waits for runs to end. */
const patience = 10_000;
/** Maximum number of characters of a stored error. */
const maxErrorLength = 1000;

type Handler = (run: ClaimedRun, tenantId: string, signal: AbortSignal) => Promise<TryOutcome>;

interface Running {
  readonly run: ClaimedRun;
  readonly tenantId: string;
  readonly control: AbortController;
  readonly ended: Promise<void>;
}

const messageOf = (error: unknown): string =>
  withoutSecrets(error instanceof Error ? error.message : String(error), maxErrorLength);

/**
 * Creates the background work of one process, through the table `job_run` (`runs.ts`). It checks for work every few
 * seconds, and at once after work was queued here. Long because its small functions share the runs in progress.
 */
export const createJobs = (options: JobOptions): JobRunner => {
  const { database, ids, clock, log } = options;
  const self = options.process ?? `${hostname()} ${process.pid}`;
  const jobs = new Map<string, Omit<Job, 'run'>>();
  const handlers = new Map<string, Handler>();
  const running = new Map<string, Running>();
  /** Scheduled time of each job for which this process last queued a run. */
  const seen = new Map<string, number>();
  const timers: NodeJS.Timeout[] = [];
  let stopping = false;

  const plan = async (tenantId: string, isFirst: boolean): Promise<void> => {
    const now = clock();
    const due = [...jobs.values()].flatMap(({ name, at, tries: given, wholeInstallation }) => {
      if (!at || (wholeInstallation && !isFirst)) return [];
      const time = previousScheduledTime(at, now);
      if (seen.get(`${tenantId} ${name}`) === time.getTime()) return [];
      // A job of every minute is not retried: the next minute runs it anyway.
      const tries = at.period === everyMinute.period ? 1 : (given ?? maxTries);
      return [{ id: ids.next(), job: name, time, tries }];
    });
    await database.transaction(tenantId, async (tx) => {
      await endLostRuns(tx, tenantId, now);
      if (due.length > 0) await planRuns(tx, tenantId, due, now);
    });
    for (const { job, time } of due) seen.set(`${tenantId} ${job}`, time.getTime());
  };

  const work = async (run: ClaimedRun, tenantId: string, signal: AbortSignal): Promise<void> => {
    const handler = handlers.get(run.job);
    if (!handler) return;
    const ending = await handler(run, tenantId, signal);
    if (stopping && ending.outcome === 'stopped') {
      await database.transaction(tenantId, (tx) => releaseRun(tx, tenantId, run, self));
    } else {
      await database.transaction(tenantId, (tx) => recordTryOutcome(tx, tenantId, ending, clock()));
    }
  };

  const begin = (run: ClaimedRun, tenantId: string): void => {
    const control = new AbortController();
    const ended = work(run, tenantId, control.signal)
      // The database is unreachable: the run stays taken, and is released when this process stops renewing it.
      .catch((err: unknown) => log.error({ err, job: run.job, id: run.id }, 'job not noted'))
      .then(() => {
        running.delete(run.id);
        look();
      });
    running.set(run.id, { run, tenantId, control, ended });
  };

  /** Tenants at the start for which start-up jobs are not queued yet; null before the first check. */
  let unstarted: Set<string> | null = null;
  /** Queues the start-up jobs: once for processes that start together, again for one that starts later. */
  const queueStart = async (tenantId: string): Promise<void> => {
    const first = [...jobs.values()].filter(({ atStart }) => atStart);
    await database.transaction(tenantId, async (tx) => {
      for (const job of first) {
        tx.send(queueRun(tenantId, ids.next(), job, {}, clock(), { key: 'start' }));
      }
    });
    unstarted?.delete(tenantId);
  };

  /**
   * Works on one tenant and catches errors: if its database is unreachable, full or broken, or it is being moved, other
   * tenants are not delayed.
   */
  const apart = (tenantId: string, work: () => Promise<void>): Promise<void> =>
    work().catch((err: unknown) => {
      const isAway = err instanceof Unavailable;
      if (isAway && err.label === undefined) throw err;
      log[isAway ? 'debug' : 'warn']({ err, tenantId }, 'no work of this tenant now');
    });

  const take = async (tenantId: string, isFirst: boolean): Promise<void> => {
    if (unstarted?.has(tenantId)) await queueStart(tenantId);
    await plan(tenantId, isFirst);
    while (!stopping && running.size < maxConcurrentRuns) {
      const run = await claimRun(database, tenantId, [...handlers.keys()], self, clock());
      if (!run) break;
      begin(run, tenantId);
    }
  };

  const takeAll = async (): Promise<void> => {
    const tenants = await tenantsInUse(database);
    unstarted ??= new Set(tenants);
    for (const [place, tenantId] of tenants.entries()) {
      await apart(tenantId, () => take(tenantId, place === 0));
    }
  };

  let looking: Promise<void> | null = null;
  let again = false;
  /** Runs what is due; if called during a check, it checks once more. */
  const look = (): void => {
    if (stopping || handlers.size === 0) return;
    again = looking !== null;
    looking ??= takeAll()
      .catch((err: unknown) => log.warn({ err }, 'no look for work: trying again'))
      .then(() => {
        looking = null;
        if (again) look();
      });
  };

  const sayAliveFor = async (tenantId: string): Promise<void> => {
    const here = [...running.values()].filter((one) => one.tenantId === tenantId);
    const mine = await keepRunsAlive(
      database,
      tenantId,
      here.map(({ run }) => run.id),
      self,
      clock(),
    );
    for (const { run, control } of here) {
      const kept = mine.find(({ id }) => id === run.id);
      if (!kept || kept.stopAsked) control.abort();
    }
  };

  const sayAlive = async (): Promise<void> => {
    const tenants = new Set([...running.values()].map(({ tenantId }) => tenantId));
    for (const tenantId of tenants) await apart(tenantId, () => sayAliveFor(tenantId));
  };

  return {
    queue: (tx, job, data, given) => {
      const { tenantId } = tx;
      tx.send(queueRun(tenantId, ids.next(), job, data, clock(), given));
      tx.afterCommit(look);
    },
    send: async (tenantId, job, data, given) => {
      await database.transaction(tenantId, async (tx) => {
        tx.send(queueRun(tenantId, ids.next(), job, data, clock(), given));
      });
      look();
    },
    start: (services, given) => {
      for (const job of given) {
        jobs.set(job.name, job);
        handlers.set(job.name, async (run, tenantId, signal) => {
          try {
            const data = run.data as never;
            const { left, isLast, askedBy } = run;
            const attempt = { left, isLast };
            const work = { tenantId, data, signal, askedBy, attempt };
            const counts = await telemetryChannels.job.tracePromise(() => job.run(work, services), {
              job: job.name,
              tenantId,
            });
            const outcome = counts.error === undefined ? 'done' : 'failed';
            return { run, process: self, outcome, ...counts };
          } catch (err) {
            if (signal.aborted) return { run, process: self, outcome: 'stopped' };
            log.error({ err, tenantId, job: job.name, id: run.id }, 'job failed');
            return { run, process: self, outcome: 'failed', error: messageOf(err) };
          }
        });
      }
      timers.push(
        setInterval(look, (options.every ?? 5) * 1000),
        setInterval(
          () => void sayAlive().catch((err: unknown) => log.warn({ err }, 'no sign of life')),
          (maxSilenceSeconds * 1000) / 6,
        ),
      );
      look();
    },
    settle: async () => {
      look();
      while (looking !== null || running.size > 0) {
        await looking;
        await Promise.all([...running.values()].map(({ ended }) => ended));
      }
    },
    stop: async () => {
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      await looking;
      const rest = [...running.values()];
      for (const { control } of rest) control.abort();
      const late = new Promise((resolve) => setTimeout(resolve, patience).unref());
      await Promise.race([Promise.all(rest.map(({ ended }) => ended)), late]);
    },
  };
};
