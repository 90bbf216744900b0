import type { ReadFigures } from '@keyan/engine/store/connection/read-figures.ts';
import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * Metrics of the replicas as this process sees them; none where it has no replicas.
 * @returns brings them up to date
 */
export const replicaMetrics = (registers: Registry[]): ((figures: ReadFigures) => void) => {
  const reads = new Counter({
    name: 'keyan_heavy_reads_total',
    help: 'Lists, searches and sums by the database that answered.',
    labelNames: ['target'],
    registers,
  });
  const lag = new Gauge({
    name: 'keyan_replica_lag_bytes',
    help: 'Bytes of the log that a replica had not replayed when it was looked at last.',
    labelNames: ['replica'],
    registers,
  });
  const used = new Gauge({
    name: 'keyan_replica_used',
    help: '1 while a replica answers reads, else 0; the state says why.',
    labelNames: ['replica', 'state'],
    registers,
  });
  return ({ primary, replicas }) => {
    for (const metric of [reads, lag, used]) metric.reset();
    if (replicas.length === 0) return;
    reads.inc({ target: 'primary' }, primary);
    for (const { name: replica, state, lagBytes, reads: answered } of replicas) {
      reads.inc({ target: replica }, answered);
      if (lagBytes !== null) lag.set({ replica }, lagBytes);
      used.set({ replica, state }, state === 'used' ? 1 : 0);
    }
  };
};
