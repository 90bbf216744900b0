import type { Engine } from '@keyan/engine/engine.ts';
import { applyForAccount, registrationParam } from '../system/registration-apply.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** Invented people who wait for an account: hours before now, name, account. */
const applicants = [
  [70, '周砚秋', 'zhouyanqiu'],
  [26, '唐以宁', 'tangyining'],
  [3, '韩书白', 'hanshubai'],
] as const;

/** Opens registration, and lets three people ask for an account. */
export const demoRegistrations = async (
  engine: Engine,
  clock: { now: Date },
  now: Date,
): Promise<void> => {
  const known = await engine.database.transaction(tenantId, async (tx) => {
    await tx.query(
      `update param set param_value = 'true' where tenant_id = $1 and param_key = $2`,
      [tenantId, registrationParam],
    );
    return tx.query<{ account: string }>(
      'select account from register_guest where tenant_id = $1 and is_deleted = 0',
      [tenantId],
    );
  });
  const done = new Set(known.map(({ account }) => account));
  for (const [hours, name, account] of applicants) {
    if (done.has(account)) continue;
    clock.now = new Date(now.getTime() - hours * 3_600_000);
    const password = `Demo-${account.length}-Keyan`;
    await applyForAccount(
      engine,
      { tenantId, name, account, password, password2: password },
      { address: '203.0.113.7', userAgent: 'demo' },
    );
  }
  clock.now = now;
};
