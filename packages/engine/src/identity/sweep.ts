import type { Job } from '../jobs/port.ts';
import type { Database } from '../store/database.ts';
import { lockWindow } from './attempts.ts';

const day = 24 * 3_600_000;
/** Ended sessions are kept this long, so that one can see who was signed in. */
const kept = 90 * day;

/** Removes what signing in leaves behind and nobody needs any more. Safe to run at any time. */
export const sweepIdentity = async (database: Database, now: Date): Promise<void> => {
  const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  const tenants = await database.read('', async (session) => {
    await session.query('delete from sign_in_attempt where last_at < $1', [before(lockWindow)]);
    await session.query('delete from captcha where expires_at < $1', [now]);
    await session.query('delete from call_rate where until < $1', [now]);
    return session.query<{ tenant_id: string }>('select tenant_id from tenant');
  });
  for (const { tenant_id } of tenants) {
    await database.read(tenant_id, (session) =>
      session.query('delete from session where tenant_id = $1 and expires_at < $2', [
        tenant_id,
        before(kept),
      ]),
    );
  }
};

/** The same as a scheduled job. */
export const sweepIdentityJob: Job<
  unknown,
  { readonly database: Database; readonly clock: () => Date }
> = {
  name: 'sweep-identity',
  cron: '17 * * * *',
  run: (_data, engine) => sweepIdentity(engine.database, engine.clock()),
};
