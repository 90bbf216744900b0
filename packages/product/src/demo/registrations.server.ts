import type { Engine } from '@keyan/engine/engine.ts';
import {
  applyForAccount,
  registrationParam,
} from '../system/registration/registration-apply.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** Invented people who wait for an account: hours before now, name, account, department, staff no. */
const applicants = [
  [70, '周砚秋', 'zhouyanqiu', '310', '20260117'],
  [26, '唐以宁', 'tangyining', '310', '20260203'],
  [3, '韩书白', 'hanshubai', '310', ''],
] as const;

/** Opens registration, and lets three people ask for an account. */
export const demoRegistrations = async (
  engine: Engine,
  clock: { now: Date },
  now: Date,
): Promise<void> => {
  const { known, departments } = await engine.database.transaction(tenantId, async (tx) => {
    await tx.query(
      `update param set param_value = 'true' where tenant_id = $1 and param_key = $2`,
      [tenantId, registrationParam],
    );
    return {
      known: await tx.query<{ account: string }>(
        'select account from register_guest where tenant_id = $1 and is_deleted = 0',
        [tenantId],
      ),
      departments: await tx.query<{ id: string; code: string }>(
        'select id::text, dept_code as code from dept where tenant_id = $1 and is_deleted = 0',
        [tenantId],
      ),
    };
  });
  const done = new Set(known.map(({ account }) => account));
  for (const [hours, name, account, unit, jobNum] of applicants) {
    if (done.has(account)) continue;
    clock.now = new Date(now.getTime() - hours * 3_600_000);
    const password = `Demo-${account.length}-Keyan`;
    await applyForAccount(
      engine,
      {
        tenantId,
        name,
        account,
        password,
        password2: password,
        deptId: departments.find(({ code }) => code === unit)?.id,
        jobNum,
      },
      { address: '203.0.113.7', userAgent: 'demo' },
    );
  }
  clock.now = now;
};
