import { randomUUID } from 'node:crypto';
import type { Database } from '../store/connection/database.ts';

/** Seconds after which a lease that is not renewed ends. */
const leaseSeconds = 30;

/** The right to save the rows of an import, which one process has at a time. */
export interface BatchLease {
  /**
   * Another process may have it by now: the database was away for longer than the lease. Once told it stays so, even
   * where the lease is renewed after all: whoever heard it has passed rows over.
   */
  lost(): boolean;
  /** Marks the batch finished; only the holder of the lease can. */
  finish(now: Date): Promise<void>;
  /** Ends the lease. A batch that is not finished counts as interrupted then. */
  release(): Promise<void>;
}

/** Marks a batch confirmed, unless a server process saves it already. */
export const confirmBatch = async (
  database: Database,
  tenantId: string,
  batchId: string,
): Promise<void> => {
  await database.transaction(tenantId, (tx) =>
    tx.query(
      `update import_batch set confirm_time = now(), held_by = null, held_until = null
        where tenant_id = $1 and id = $2 and finish_time is null
          and (held_until is null or held_until <= now())`,
      [tenantId, batchId],
    ),
  );
};

/** Is every row settled? Also when there is no such batch any more. */
export const isBatchSettled = async (
  database: Database,
  tenantId: string,
  batchId: string,
): Promise<boolean> => {
  const open = await database.read(tenantId, (session) =>
    session.query(
      'select id from import_batch where tenant_id = $1 and id = $2 and finish_time is null',
      [tenantId, batchId],
    ),
  );
  return open.length === 0;
};

/**
 * Takes the batch for this process and keeps it by a lease: a lock that needs no connection of its
 * own, so that many imports never use up the pool, and that is free by itself when the process dies.
 * Null while another process holds it, or when it is finished.
 */
export const leaseBatch = async (
  database: Database,
  tenantId: string,
  batchId: string,
): Promise<BatchLease | null> => {
  const holder = randomUUID();
  const run = (set: string, where: string, more: readonly unknown[] = []) =>
    database.read(tenantId, (session) =>
      session.query(
        `update import_batch set ${set}
          where tenant_id = $1 and id = $2 and finish_time is null and ${where} returning id`,
        [tenantId, batchId, holder, ...more],
      ),
    );
  const lease = `held_by = $3, held_until = now() + make_interval(secs => $4)`;
  let until = performance.now() + leaseSeconds * 1000;
  const free = '(held_until is null or held_until <= now())';
  if ((await run(lease, free, [leaseSeconds])).length === 0) return null;

  const renew = async (): Promise<void> => {
    const asked = performance.now();
    const renewed = await run(lease, 'held_by = $3', [leaseSeconds]);
    until = renewed.length > 0 ? asked + leaseSeconds * 1000 : 0;
  };
  let isLost = false;
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(
    () => {
      // A failed renewal is tried again at the next tick; without one the lease is over in time.
      renewing = renew().catch(() => undefined);
    },
    (leaseSeconds * 1000) / 3,
  );
  timer.unref();
  return {
    lost: () => {
      isLost ||= performance.now() > until;
      return isLost;
    },
    finish: async (now) => {
      await run('held_until = null, finish_time = $4', 'held_by = $3', [now]);
    },
    release: async () => {
      clearInterval(timer);
      // One that is under way would take the lease again behind what follows.
      await renewing;
      // The lease runs out by itself when the database is away.
      await run('held_until = now()', 'held_by = $3').catch(() => undefined);
    },
  };
};
