import type { Label } from '@keyan/kernel/label.ts';

/** Menu code of the jobs page, and permission codes to view, and to start and stop. */
export const jobsCode = 'job';
export const jobsPath = '/monitor/job';
export const manageJobsCode = 'job_manage';

/** State of a run; a failed run to be retried is `waiting`. */
export type RunState = 'waiting' | 'running' | 'retry' | 'done' | 'failed' | 'stopped';

export const runStates: Readonly<Record<RunState, Label>> = {
  waiting: ['等待运行', 'Waiting'],
  running: ['运行中', 'Running'],
  retry: ['等待重试', 'Waiting to retry'],
  done: ['已完成', 'Done'],
  failed: ['失败', 'Failed'],
  stopped: ['已停止', 'Stopped'],
};

/** Run as the list returns it; times in Asia/Shanghai, empty if missing. */
export interface RunRow {
  readonly id: string;
  readonly job: string;
  /** Label of the job. */
  readonly name: string;
  readonly state: RunState;
  /** Scheduled time of the run; empty for queued work. */
  readonly plannedAt: string;
  /** Due time of a waiting run. */
  readonly dueAt: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly done: number;
  readonly left: number;
  readonly tries: number;
  readonly process: string;
  /** Person who requested the run; empty for scheduled runs and for effects of records. */
  readonly askedBy: string;
  readonly error: string;
}

/** Job as the list returns it. */
export interface JobRow {
  readonly job: string;
  readonly name: string;
  /** `day 00:05`, `hour 17`, `minute`; empty for a job that is only queued. */
  readonly schedule: string;
  readonly nextAt: string;
  /** Number of waiting and running runs. */
  readonly open: number;
  /** Number of runs in the last week that failed after all retries. */
  readonly failed: number;
  readonly last: RunRow | null;
}
