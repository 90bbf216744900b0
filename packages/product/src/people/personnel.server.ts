import { behave } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/database.ts';
import { personnel } from './personnel.ts';

/** The account of a file: the one of this name, or the one of this staff number. */
const accountOf = async (
  session: Session,
  account: string | null,
  jobNum: string | null,
): Promise<string | null> => {
  const [found] = await session.query<{ id: string }>(
    `select id::text from users
      where tenant_id = $1 and is_deleted = 0 and (account = $2 or code = $3)
      order by account = $2 desc limit 1`,
    [session.tenantId, account, jobNum],
  );
  return found?.id ?? null;
};

/** Whoever the file is about reads it. */
export const personnelBehaviour = behave(personnel, {
  complete: async ({ account, jobNum }, { tx }) => ({
    userId: await accountOf(tx, account, jobNum),
  }),
});
