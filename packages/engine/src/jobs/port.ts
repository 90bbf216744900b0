import type { Label } from '@keyan/kernel/label.ts';
import type { Tx } from '../store/connection/database.ts';
import type { Schedule } from './schedule.ts';

/** Result of a run, as its page shows it: numbers of things done and of things that failed. */
export interface RunCounts {
  readonly done: number;
  readonly left?: number;
  /** Reason why the rest failed: the run is tried again, as a failed one. */
  readonly error?: string;
}

/** One run of a job, for one tenant. */
export interface JobWork<T = unknown> {
  readonly tenantId: string;
  /** Data queued with the run; empty for a scheduled run. */
  readonly data: T;
  /** Id of the person who requested the run. */
  readonly askedBy?: string | null;
  /** Number of things left by earlier attempts; more attempts follow unless this is the last. */
  readonly attempt?: { readonly left: number; readonly isLast: boolean };
  /** Aborted when an administrator stops the run or the process ends. A long job checks it between steps. */
  readonly signal: AbortSignal;
}

/** Attempts of work that fails until people repair something: about three days, with pauses of up to an hour. */
export const triesUntilRepaired = 78;

/** Properties of a job that the queue needs. */
export interface QueuedJob {
  /** Name in the table of runs; never changed after a release. */
  readonly name: string;
  /** Maximum number of attempts of a run, with pauses that double up to an hour; left out: five. */
  readonly tries?: number;
}

/**
 * Work outside a request. Each run is stored, and is done at least once: if its process dies, another takes the run. A
 * handler must be idempotent. @typeParam T data queued with a run: stored as JSON. @typeParam Services what its handler
 * uses; the caller that starts the jobs passes it.
 */
export interface Job<T = unknown, Services = never> extends QueuedJob {
  readonly label: Label;
  /** Schedule for each tenant; if left out, the job runs only when queued. */
  readonly at?: Schedule;
  /** True if the job also runs at every start of a process. */
  readonly atStart?: true;
  /** True if a run covers the whole installation: it is scheduled for one tenant only, which stores its runs. */
  readonly wholeInstallation?: true;
  /**
   * Does the work.
   * @throws any error on failure: the run is tried again, after growing pauses.
   */
  readonly run: (work: JobWork<T>, services: Services) => Promise<RunCounts>;
}

export interface QueueOptions {
  /**
   * Key of equal work: a queued run with this key, also one between attempts, is not queued twice. It becomes due now,
   * with the newest data and its earlier attempts. A run in progress is followed by another run.
   */
  readonly key?: string;
  /** Id of the person who requested the run; of several people who requested equal work, the last one. */
  readonly by?: string;
}

export interface Jobs {
  /** Queues work in the transaction of the caller: it runs after the commit, and never after a rollback. */
  queue<T extends object>(tx: Tx, job: QueuedJob, data: T, options?: QueueOptions): void;
  /** Queues work in a separate transaction. */
  send<T extends object>(
    tenantId: string,
    job: QueuedJob,
    data: T,
    options?: QueueOptions,
  ): Promise<void>;
  stop(): Promise<void>;
}
