import { randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '../connection/database.ts';
import { Unavailable } from '../connection/failures.ts';

/** Source of record ids: 64-bit, ordered by time, 19 digits as text. */
export interface Ids {
  next(): string;
}

/**
 * Returns a random public id, which reveals nothing and cannot be guessed. 62 bits, because some numbers of 63 bits
 * begin with a nine and exceed what parameters of calls accept as a bigint.
 */
export const randomId = (): string => (randomBytes(8).readBigUInt64BE() >> 2n).toString();

/** Epoch of BladeX snowflake ids: 2010-11-04T01:42:54.657Z. */
const epoch = 1_288_834_974_657n;
const workerBits = 10n;
const sequenceBits = 12n;
const maxSequence = (1 << Number(sequenceBits)) - 1;

/** Returns the smallest id made at this moment or later, in milliseconds. */
export const firstIdAt = (moment: number): bigint =>
  (BigInt(moment) - epoch) << (workerBits + sequenceBits);

/**
 * Creates snowflake ids of one worker, always ascending: when the clock goes back, or 4,096 ids of a millisecond are
 * used up, ids of the next millisecond are used.
 * @param worker 0 to 1023; no two processes may share one at the same time.
 */
export const createIds = (worker: number, clock: () => number = Date.now): Ids => {
  let last = 0;
  let sequence = 0;
  return {
    next: () => {
      const now = Math.max(clock(), last);
      sequence = now === last ? sequence + 1 : 0;
      last = now;
      if (sequence > maxSequence) {
        last += 1;
        sequence = 0;
      }
      const time = BigInt(last) - epoch;
      return String(
        (time << (workerBits + sequenceBits)) | (BigInt(worker) << sequenceBits) | BigInt(sequence),
      );
    },
  };
};

/** Ids whose worker number is leased from the database and released on `close`. */
export interface LeasedIds extends Ids {
  close(): Promise<void>;
}

const leaseSeconds = 60;
/** Tenant id for statements that touch no tenant's table. */
const nobody = '000000';

/**
 * Leases a worker number and renews the lease. If the database is unavailable for longer than the lease, ids are
 * refused: another process may have the number by then.
 * @throws Unavailable if the database cannot be reached.
 */
export const leaseIds = async (database: Database): Promise<LeasedIds> => {
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  let ids: Ids | null = null;
  let worker = -1;
  let until = 0;

  // Takes the number unused for longest: ids of its last holder are well in the past.
  const acquire = async (): Promise<void> => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const asked = performance.now();
      const [row] = await database.read(nobody, (session) =>
        session.query<{ worker: number }>(
          `insert into id_worker (worker, holder, until)
           select n, $1, now() + make_interval(secs => $2) from generate_series(0, 1023) n
             left join id_worker w on w.worker = n
             where w.worker is null or w.until < now()
             order by w.until nulls first, random() limit 1
           on conflict (worker) do update set holder = excluded.holder, until = excluded.until
             where id_worker.until < now()
           returning worker`,
          [holder, leaseSeconds],
        ),
      );
      if (row) {
        worker = row.worker;
        ids = createIds(worker);
        until = asked + leaseSeconds * 1000;
        return;
      }
    }
    throw new Error('every worker number of record ids is taken');
  };

  const renew = async (): Promise<void> => {
    const asked = performance.now();
    const [row] = await database.read(nobody, (session) =>
      session.query<{ worker: number }>(
        `update id_worker set until = now() + make_interval(secs => $3)
         where worker = $1 and holder = $2 returning worker`,
        [worker, holder, leaseSeconds],
      ),
    );
    if (row) until = asked + leaseSeconds * 1000;
    else await acquire();
  };

  await acquire();
  const timer = setInterval(
    // A failed renewal is tried again at the next tick, and `next` refuses ids in time.
    () => void renew().catch(() => undefined),
    (leaseSeconds * 1000) / 3,
  );
  timer.unref();
  return {
    next: () => {
      if (!ids || performance.now() > until) {
        throw new Unavailable(new Error('the lease of the worker number ran out'));
      }
      return ids.next();
    },
    close: async () => {
      clearInterval(timer);
      until = 0;
      await database
        .read(nobody, (session) =>
          session.query('update id_worker set until = now() where worker = $1 and holder = $2', [
            worker,
            holder,
          ]),
        )
        // The lease expires by itself if the database is already unreachable.
        .catch(() => undefined);
    },
  };
};
