import type { QueuedJob } from '../../jobs/port.ts';
import type { TransactionContext } from '../../records/behaviour.ts';

/** Job that offers tasks which their holders lost. */
export const offerTasksWork: QueuedJob = { name: 'offer-stuck-tasks' };

/**
 * Queues the job in a transaction that changes a role, department or leader: several requests run it once (ruling 61).
 */
export const requestTaskOffering = ({
  engine,
  tx,
}: Pick<TransactionContext, 'engine' | 'tx'>): void =>
  engine.jobs.queue(tx, offerTasksWork, {}, { key: 'asked' });
