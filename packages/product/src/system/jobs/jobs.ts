import type { Label } from '@keyan/kernel/label.ts';

/** The page of jobs and their runs, and the rights on it: to look, and to start and stop. */
export const jobsCode = 'job';
export const jobsPath = '/monitor/job';
export const manageJobsCode = 'job_manage';

/** How a run stands. One that failed and is tried again waits for its retry. */
export type RunState = 'waiting' | 'running' | 'retry' | 'done' | 'failed' | 'stopped';

export const runStates: Readonly<Record<RunState, Label>> = {
  waiting: ['等待运行', 'Waiting'],
  running: ['运行中', 'Running'],
  retry: ['等待重试', 'Waiting to retry'],
  done: ['已完成', 'Done'],
  failed: ['失败', 'Failed'],
  stopped: ['已停止', 'Stopped'],
};

/** A run as the list answers it; times in Asia/Shanghai, empty where there is none. */
export interface RunRow {
  readonly id: string;
  readonly job: string;
  /** The job by its label. */
  readonly name: string;
  readonly state: RunState;
  /** The time of the schedule that it stands for; empty for queued work. */
  readonly plannedAt: string;
  /** When it is due, if it waits. */
  readonly dueAt: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly done: number;
  readonly left: number;
  readonly tries: number;
  readonly process: string;
  /** Person who requested it; empty for the clock and for effects. */
  readonly askedBy: string;
  readonly error: string;
}

/** A job as the list answers it. */
export interface JobRow {
  readonly job: string;
  readonly name: string;
  /** `day 00:05`, `hour 17`, `minute`, or empty for a job that is only queued. */
  readonly schedule: string;
  readonly nextAt: string;
  /** Runs that are open. */
  readonly open: number;
  /** Runs that failed for good in the last week. */
  readonly failed: number;
  readonly last: RunRow | null;
}
