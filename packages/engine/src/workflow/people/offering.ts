import type { QueuedJob } from '../../jobs/port.ts';
import type { TransactionContext } from '../../records/behaviour.ts';

/** The work of the job that offers tasks which their holders lost. */
export const offerTasksWork: QueuedJob = { name: 'offer-stuck-tasks' };

/**
 * Asks for it once the transaction is through, in which somebody's role, department or leadership
 * changed: asked several times, it is done once (ruling 61).
 */
export const requestTaskOffering = ({
  engine,
  tx,
}: Pick<TransactionContext, 'engine' | 'tx'>): void =>
  engine.jobs.queue(tx, offerTasksWork, {}, { key: 'asked' });
