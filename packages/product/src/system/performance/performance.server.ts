import { hostname } from 'node:os';
import type { Database } from '@keyan/engine/store/connection/database.ts';
import { Unavailable } from '@keyan/engine/store/connection/failures.ts';
import { tenantsInUse } from '@keyan/engine/store/homes/tenants-in-use.ts';
import type { Cost, ProcessObserver } from '@keyan/engine/telemetry/figures.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import {
  type CostRow,
  type PerformanceState,
  performanceCode,
  type WorkSort,
  workSorts,
} from './performance.ts';

/** Work that is due and not taken up yet, and the age of the oldest in seconds. */
export interface WaitingWork {
  readonly jobs: number;
  readonly messages: number;
  readonly oldestSeconds: number;
  /** Tenants whose queues could not be read: their database is away. */
  readonly unread: number;
}

type TenantWork = Omit<WaitingWork, 'unread'>;

const waitingOf = async (database: Database, tenantId: string, now: Date): Promise<TenantWork> => {
  const [row] = await database.read(tenantId, (session) =>
    session.query<TenantWork>(
      `select j.count as jobs, m.count as messages,
         greatest(0, ceil(extract(epoch from $2::timestamptz - least(j.oldest, m.oldest))))::int as "oldestSeconds"
         from (select count(*)::int as count, coalesce(min(due_at), $2) as oldest from job_run
                where tenant_id = $1 and ended_at is null and process is null and due_at <= $2) j,
              (select count(*)::int as count, coalesce(min(due), $2) as oldest from message_delivery
                where tenant_id = $1 and state = 'waiting' and due <= $2) m`,
      [tenantId, now],
    ),
  );
  return row ?? { jobs: 0, messages: 0, oldestSeconds: 0 };
};

/** Nothing of a tenant whose database is away. */
const unlessAway = (error: unknown): undefined => {
  if (!(error instanceof Unavailable)) throw error;
};

/** Waiting work of all tenants. @throws Unavailable where the main database is away */
export const waitingWork = async (database: Database, now: Date): Promise<WaitingWork> => {
  const tenants = await tenantsInUse(database);
  const read: TenantWork[] = [];
  // One after the other: figures take no connections from calls.
  for (const tenant of tenants) {
    const found = await waitingOf(database, tenant, now).catch(unlessAway);
    if (found) read.push(found);
  }
  const total = (count: (work: TenantWork) => number): number =>
    read.reduce((sum, work) => sum + count(work), 0);
  return {
    jobs: total(({ jobs }) => jobs),
    messages: total(({ messages }) => messages),
    oldestSeconds: Math.max(0, ...read.map(({ oldestSeconds }) => oldestSeconds)),
    unread: tenants.length - read.length,
  };
};

/** One decimal is enough for a time in milliseconds. */
const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const rowOf = ({ total, longest, last, ...cost }: Cost): CostRow => ({
  ...cost,
  mean: rounded(total / cost.count),
  longest: rounded(longest),
  total: rounded(total),
  last: timeText(new Date(last)),
});

const sorts = Object.keys(workSorts).map((sort) => Type.Literal(sort));

/** Figures of the process that answers, for the platform's administrator alone: statements are those of all tenants. */
export const performanceEndpoints = (observer: ProcessObserver): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'keyan/performance',
    auth: 'user',
    permissions: [performanceCode],
    summary: ['运行性能', 'Performance'],
    input: Type.Object({}),
    run: async (_input, { engine }): Promise<PerformanceState> => {
      const {
        calls: _calls,
        statements: _statements,
        jobs: _jobs,
        ...figures
      } = observer.figures();
      const { used, waiting, most } = engine.database.load;
      return {
        process: `${hostname()} ${process.pid}`,
        ...figures,
        connections: { used, waiting, most },
        reads: engine.database.readFigures,
        queues: await waitingWork(engine.database, engine.clock()),
      };
    },
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/performance/list',
    auth: 'user',
    permissions: [performanceCode],
    summary: ['接口、语句和任务的用时', 'Times of calls, statements and jobs'],
    input: Type.Object({
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      of: Type.Optional(Type.Union(sorts)),
      name: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    run: async ({ current = 1, size = 10, of, name = '' }) => {
      const wanted = name.trim().toLowerCase();
      const found = observer
        .figures()
        [(of ?? 'calls') as WorkSort].filter((cost) => cost.name.toLowerCase().includes(wanted));
      return {
        records: found.slice((current - 1) * size, current * size).map(rowOf),
        total: found.length,
        current,
        size,
        pages: Math.ceil(found.length / size),
      };
    },
  }),
];
