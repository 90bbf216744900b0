import { hostname } from 'node:os';
import type { Database } from '@keyan/engine/store/connection/database.ts';
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

/** Work of one tenant that is due and not taken up yet, and the age of the oldest in seconds. */
export const waitingWork = async (
  database: Database,
  tenantId: string,
  now: Date,
): Promise<PerformanceState['queues']> => {
  const [row] = await database.read(tenantId, (session) =>
    session.query<PerformanceState['queues']>(
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
    run: async (_input, { actor, engine }): Promise<PerformanceState> => {
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
        queues: await waitingWork(engine.database, actor.tenantId, engine.clock()),
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
