import type { Label } from '@keyan/kernel/label.ts';
import type { Tx } from '../store/connection/database.ts';
import type { Schedule } from './schedule.ts';

/** Result of a run, as its page shows it: things done, and things that could not be done. */
export interface RunCounts {
  readonly done: number;
  readonly left?: number;
  /** Why the rest could not be done: the run is tried again, as one that failed. */
  readonly error?: string;
}

/** One run of a job, for one tenant. */
export interface JobWork<T = unknown> {
  readonly tenantId: string;
  /** Data queued with it; empty for a run by the clock. */
  readonly data: T;
  /** The person who asked for it. */
  readonly askedBy?: string | null;
  /** Number left by the earlier tries of this run; more tries follow unless this is the last. */
  readonly attempt?: { readonly left: number; readonly isLast: boolean };
  /** Aborted when an administrator stops the run or the process ends. A long job asks it between steps. */
  readonly signal: AbortSignal;
}

/** Tries of work that fails until people put something right: about three days, with pauses of up to an hour. */
export const triesUntilRepaired = 78;

/** Properties of a job that the queue needs. */
export interface QueuedJob {
  /** Name in the table of runs; never changed once released. */
  readonly name: string;
  /** How often a run is tried, with pauses that double up to an hour; left out: five times. */
  readonly tries?: number;
}

/**
 * Work outside a request. Each run is stored, and is done at least once: a run whose process dies is
 * taken up by another. So a handler must be idempotent.
 *
 * @typeParam T what is queued with it: stored as JSON.
 * @typeParam Services what its handler works with; the starter of the jobs passes it in.
 */
export interface Job<T = unknown, Services = never> extends QueuedJob {
  readonly label: Label;
  /** When it comes by the clock, for each tenant; left out: only when it is queued. */
  readonly at?: Schedule;
  /** Comes at every start of a process, too. */
  readonly atStart?: true;
  /** Looks at the whole installation: the clock starts it for one tenant only, which keeps its runs. */
  readonly wholeInstallation?: true;
  /** @throws any error where it did not succeed: it is tried again, after growing pauses. */
  readonly run: (work: JobWork<T>, services: Services) => Promise<RunCounts>;
}

export interface QueueOptions {
  /**
   * Equal work: what waits under this key, also for its next try, is not queued twice. It is due now, with the data of
   * the last ask and all tries before it. What is being worked on is followed by another run.
   */
  readonly key?: string;
  /** The person who asked for it; of several people who asked for equal work, the last one. */
  readonly by?: string;
}

export interface Jobs {
  /**
   * Queues work in the transaction of the caller: it is done after the commit, and never where that does
   * not happen.
   */
  queue<T extends object>(tx: Tx, job: QueuedJob, data: T, options?: QueueOptions): void;
  /** Queues work in a transaction of its own. */
  send<T extends object>(
    tenantId: string,
    job: QueuedJob,
    data: T,
    options?: QueueOptions,
  ): Promise<void>;
  stop(): Promise<void>;
}
