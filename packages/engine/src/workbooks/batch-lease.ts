import { randomUUID } from 'node:crypto';
import type { Database } from '../store/connection/database.ts';

/** Seconds after which a lease that is not renewed ends. */
const leaseSeconds = 30;

/** Lease on an import batch: only one process at a time saves its rows. */
export interface BatchLease {
  /**
   * True once another process may have taken the batch, because the database was unavailable for longer than the lease.
   * It remains true even if the lease is renewed later, since rows may have been skipped.
   */
  lost(): boolean;
  /** Marks the batch finished; only the holder of the lease can. */
  finish(now: Date): Promise<void>;
  /** Ends the lease. An unfinished batch then counts as interrupted. */
  release(): Promise<void>;
}

/** Marks a batch confirmed, unless a process already saves it. */
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

/** True if every row is saved or refused, or if the batch no longer exists. */
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
 * Leases a batch for this process: a lock that needs no connection, so that many imports do not use up the pool, and
 * that ends by itself when the process dies. Null while another process has the lease, or if the batch is finished.
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
      // A failed renewal is tried again at the next tick; otherwise the lease ends in time.
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
      // A renewal in progress would renew the lease after its end.
      await renewing;
      // The lease expires by itself if the database is unreachable.
      await run('held_until = now()', 'held_by = $3').catch(() => undefined);
    },
  };
};
