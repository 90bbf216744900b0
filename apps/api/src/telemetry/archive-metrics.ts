import { Counter, Gauge, type Registry } from 'prom-client';
import type { ArchiveState } from '../archive/watch.ts';

/**
 * Registers the metrics of the archive of this process.
 * @returns function that updates them
 */
export const archiveMetrics = (registers: Registry[]): ((state: ArchiveState) => void) => {
  const last = new Gauge({
    name: 'keyan_archive_last_timestamp_seconds',
    help: 'When the archive took a segment of the log last, in seconds since 1970; 0 for never.',
    registers,
  });
  const failures = new Counter({
    name: 'keyan_archive_failures_total',
    help: 'Failed attempts to archive the log or uploaded files.',
    registers,
  });
  const age = new Gauge({
    name: 'keyan_archive_age_seconds',
    help: 'Age of the oldest change that the archive may lack.',
    registers,
  });
  return (state) => {
    last.set((state.lastArchived?.getTime() ?? 0) / 1000);
    failures.reset();
    failures.inc(state.failures);
    age.set(Math.max(0, (Date.now() - state.completeUntil.getTime()) / 1000));
  };
};
