import type { QueuedJob } from '@keyan/engine/jobs/port.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';

/** The work of the job that joins personnel files, and the lines that name them, with accounts (decision 0460). */
export const joinAccountsWork: QueuedJob = { name: 'join-accounts' };

/** Asks for it once the transaction is through, in which an account or a file got a name or number. */
export const requestAccountJoin = ({
  engine,
  tx,
}: Pick<TransactionContext, 'engine' | 'tx'>): void =>
  engine.jobs.queue(tx, joinAccountsWork, {}, { key: 'asked' });
