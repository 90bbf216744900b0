import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Language } from '@keyan/kernel/label.ts';

/** Language that a person chose, for texts generated in the person’s absence. */
export const languageOf = async (session: Session, user: string): Promise<Language> => {
  const [row] = await session.query<{ value: string }>(
    `select value from preference where tenant_id = $1 and user_id = $2 and key = 'language'`,
    [session.tenantId, user],
  );
  return row?.value === '"en"' ? 'en' : 'zh';
};
