import {
  type ObservedAnswer,
  observeTimes,
  telemetryChannels,
} from '@keyan/engine/telemetry/channels.ts';
import { waitingWork } from '@keyan/product/system/performance/performance.server.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ArchiveState } from '../archive/watch.ts';
import type { Parts } from '../parts.ts';
import { archiveMetrics } from './archive-metrics.ts';
import { replicaMetrics } from './replica-metrics.ts';

/**
 * Bounds of histogram buckets in seconds: a fast call, the budgets of a page, a slow call, the
 * timeout of a query.
 */
const histogramBounds = [0.005, 0.02, 0.05, 0.15, 0.5, 1.5, 10];

const outcomeOf = (error: unknown): string => (error === undefined ? 'done' : 'failed');

/** Returns the first word of a statement in lower case: `select`, `update`, `with`. */
const verbOf = (sql: string): string => /^\s*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? 'other';

/** Metrics of this process in the text format of Prometheus. */
export interface Metrics {
  readonly contentType: string;
  /** Reads the lengths of the queues and returns all metrics as text. */
  text(): Promise<string>;
  close(): void;
}

/**
 * Registers metrics of the calls, statements and jobs of this process. Long because it is one list
 * of metrics.
 * @param archive progress of the archive; omitted without an archive.
 */
export const openMetrics = (
  parts: Pick<Parts, 'engine'>,
  archive?: { readonly state: ArchiveState },
): Metrics => {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'keyan_http_request_duration_seconds',
    help: 'Requests until the last byte of their answer, by template of the address.',
    labelNames: ['method', 'route', 'status'],
    buckets: histogramBounds,
    registers,
  });
  const statements = new Histogram({
    name: 'keyan_statement_duration_seconds',
    help: 'Statements of this process, by their first word.',
    labelNames: ['verb', 'outcome'],
    buckets: histogramBounds,
    registers,
  });
  const jobs = new Histogram({
    name: 'keyan_job_duration_seconds',
    help: 'Runs of jobs in this process.',
    labelNames: ['job', 'outcome'],
    buckets: [0.1, 1, 10, 60, 600],
    registers,
  });
  const unread = new Counter({
    name: 'keyan_queue_read_failures_total',
    help: 'Queues that could not be read, since their database was away.',
    registers,
  });
  const connections = new Gauge({
    name: 'keyan_database_connections',
    help: 'Connections to the main database, and requests that wait for one.',
    labelNames: ['state'],
    registers,
  });
  const waiting = new Gauge({
    name: 'keyan_queue_waiting',
    help: 'Work of all tenants that is due and not taken up.',
    labelNames: ['queue'],
    registers,
  });
  const oldest = new Gauge({
    name: 'keyan_queue_oldest_seconds',
    help: 'Age of the oldest work that is due and not taken up.',
    registers,
  });
  const showReads = replicaMetrics(registers);
  const showArchive = archive && archiveMetrics(registers);

  const answered = (message: unknown): void => {
    const { method, route, status, milliseconds } = message as ObservedAnswer;
    requests.observe({ method, route: route || 'page', status }, milliseconds / 1000);
  };
  telemetryChannels.answer.subscribe(answered);
  const undo = [
    () => telemetryChannels.answer.unsubscribe(answered),
    observeTimes(telemetryChannels.statement, ({ sql }, milliseconds, error) =>
      statements.observe({ verb: verbOf(sql), outcome: outcomeOf(error) }, milliseconds / 1000),
    ),
    observeTimes(telemetryChannels.job, ({ job }, milliseconds, error) =>
      jobs.observe({ job, outcome: outcomeOf(error) }, milliseconds / 1000),
    ),
  ];

  const readQueues = async (): Promise<void> => {
    const { database, clock } = parts.engine;
    const work = await waitingWork(database, clock());
    waiting.set({ queue: 'jobs' }, work.jobs);
    waiting.set({ queue: 'messages' }, work.messages);
    oldest.set(work.oldestSeconds);
    unread.inc(work.unread);
  };

  return {
    contentType: registry.contentType,
    text: async () => {
      const { used, idle, waiting: queued } = parts.engine.database.load;
      for (const [state, count] of Object.entries({ used, idle, waiting: queued })) {
        connections.set({ state }, count);
      }
      showReads(parts.engine.database.readFigures);
      if (archive) showArchive?.(archive.state);
      // An unreachable database must not hide the other metrics, which show the problem.
      await readQueues().catch(() => unread.inc());
      return registry.metrics();
    },
    close: () => {
      for (const one of undo) one();
      registry.clear();
    },
  };
};
