import type { Job } from '../jobs/port.ts';
import { everyHour } from '../jobs/schedule.ts';
import type { Database } from '../store/connection/database.ts';
import { lockMilliseconds } from './attempts.ts';

const day = 24 * 3_600_000;
/** Milliseconds for which ended sessions are stored, so that sign-ins can be traced. */
const kept = 90 * day;

/**
 * Deletes expired sessions and attempts of a tenant, and those without a tenant. Safe to run at any time. Returns the
 * number of deleted sessions.
 */
export const removeExpiredSessions = async (
  database: Database,
  tenantId: string,
  now: Date,
): Promise<number> => {
  const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  await database.read('', async (session) => {
    await session.query('delete from sign_in_attempt where last_at < $1', [
      before(lockMilliseconds),
    ]);
    await session.query('delete from captcha where expires_at < $1', [now]);
    await session.query('delete from call_rate where until < $1', [now]);
  });
  await database.read(tenantId, (session) =>
    session.query('delete from sign_in_code where tenant_id = $1 and create_time < $2', [
      tenantId,
      before(day),
    ]),
  );
  const removed = await database.read(tenantId, (session) =>
    session.query('delete from session where tenant_id = $1 and expires_at < $2 returning 1', [
      tenantId,
      before(kept),
    ]),
  );
  return removed.length;
};

/** Scheduled job that deletes expired sessions and attempts. */
export const removeExpiredSessionsJob: Job<
  unknown,
  { readonly database: Database; readonly clock: () => Date }
> = {
  name: 'sweep-identity',
  label: ['清理过期的登录会话', 'Remove old sessions'],
  at: everyHour(17),
  run: async ({ tenantId }, { database, clock }) => ({
    done: await removeExpiredSessions(database, tenantId, clock()),
  }),
};
