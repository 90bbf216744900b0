import type { Label } from '@keyan/kernel/label.ts';

/** 运行性能: the costs of one process, for the platform's administrator. */
export const performanceCode = 'performance';
export const performancePath = '/monitor/performance';

/** The sorts of work whose costs are listed. */
export const workSorts = {
  calls: ['接口', 'Calls'],
  statements: ['数据库语句', 'Statements'],
  jobs: ['后台任务', 'Jobs'],
} as const satisfies Record<string, Label>;

export type WorkSort = keyof typeof workSorts;

/** Costs of one call, statement or job since the start of the process. Times in milliseconds. */
export interface CostRow {
  readonly name: string;
  readonly count: number;
  readonly failures: number;
  readonly mean: number;
  readonly longest: number;
  readonly total: number;
  /** When it ended last, in Asia/Shanghai. */
  readonly last: string;
}

/** State of a replica of the database, as the process that answers sees it. */
export type ReplicaStateName = 'used' | 'away' | 'behind' | 'conflict' | 'primary' | 'stranger';

/** State of the process that answers. Times in milliseconds unless the name says otherwise. */
export interface PerformanceState {
  readonly process: string;
  readonly answers: number;
  readonly failures: number;
  readonly median: number;
  readonly p95: number;
  readonly delay: number;
  readonly memory: number;
  readonly connections: {
    readonly used: number;
    readonly waiting: number;
    readonly most: number;
  };
  /** Lists, searches and sums by the database that answered; without replicas none are counted. */
  readonly reads: {
    readonly primary: number;
    readonly replicas: readonly {
      readonly name: string;
      readonly state: ReplicaStateName;
      /** Bytes of the log that it had not replayed; null where it did not tell. */
      readonly lagBytes: number | null;
      readonly reads: number;
    }[];
  };
  /** Work of all tenants that waits in the queues, and the age of the oldest in seconds. */
  readonly queues: {
    readonly jobs: number;
    readonly messages: number;
    readonly oldestSeconds: number;
  };
}
