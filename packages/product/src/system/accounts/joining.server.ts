import type { QueuedJob } from '@keyan/engine/jobs/port.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';

/** Queued job that links personnel files, and record lines that name a person, to accounts (decision 0460). */
export const joinAccountsWork: QueuedJob = { name: 'join-accounts' };

/**
 * Queues `joinAccountsWork` after the commit of a transaction in which an account or a personnel file got a name or
 * number.
 */
export const requestAccountJoin = ({
  engine,
  tx,
}: Pick<TransactionContext, 'engine' | 'tx'>): void =>
  engine.jobs.queue(tx, joinAccountsWork, {}, { key: 'asked' });
